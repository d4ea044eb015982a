import { whyMissing, type Missing } from "@flowlix/contracts";
import { markup, type Markup } from "@flowlix/hosted-page/page-parts";
import { partLink } from "./format.ts";

/** A column of a list: its heading, and what stands in it. */
export interface Column<Row> {
  readonly name: string;
  /** Amounts stand at the end of their column, so that what is longer is more. */
  readonly isAmount?: boolean;
  readonly cell: (row: Row) => Markup | string | number | null;
}

const AMOUNTS = markup` class="amounts"`;

/** A list that is a table on a desk and a card for each row on a phone. */
export function listOf<Row>(
  caption: string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  nothing: string,
): Markup {
  if (rows.length === 0) return markup`<p class="nothing">${nothing}</p>`;
  return markup`<table>
<caption>${caption}</caption>
<thead><tr>${columns.map(
    ({ name, isAmount }) => markup`<th scope="col"${isAmount ? AMOUNTS : null}>${name}</th>`,
  )}</tr></thead>
<tbody>${rows.map(
    (row) =>
      markup`<tr>${columns.map(
        ({ name, isAmount, cell }) =>
          markup`<td data-name="${name}"${isAmount ? AMOUNTS : null}><div>${cell(row)}</div></td>`,
      )}</tr>`,
  )}</tbody>
</table>`;
}

/** A part of the page: its heading, what it shows, and whether it is asked for again by itself. */
export const part = (heading: string, body: Markup, isLive = true): Markup =>
  markup`<article data-heading="${heading}"${isLive ? markup` data-live` : null}>${body}</article>`;

export const older = (path: string, last: string | undefined, hasMore: boolean): Markup | null =>
  hasMore && last !== undefined
    ? markup`<p class="pages">${partLink(`${path}?starting_after=${last}`, "Older", "more")}</p>`
    : null;

/** What is asked before an act: what is typed goes with it as `note`; with `typed` it has to be that word. */
export interface Guard {
  readonly question: string;
  readonly typed?: string;
}

/** A request that a button sends as it stands. */
export interface Act {
  readonly method: "POST" | "PATCH";
  readonly path: string;
  readonly body?: unknown;
}

export const actButton = (label: string, acts: readonly Act[], guard?: Guard): Markup =>
  markup`<button type="button" class="act" data-acts="${JSON.stringify(acts)}"${
    guard === undefined ? null : markup` data-question="${guard.question}"`
  }${guard?.typed === undefined ? null : markup` data-typed="${guard.typed}"`}>${label}</button>`;

/** Facts as a list of terms; what is null is left out. */
export const factsOf = (facts: Readonly<Record<string, Markup | string | number | boolean | null>>): Markup =>
  markup`<dl>${Object.entries(facts).map(([name, value]) =>
    value === null
      ? null
      : markup`<div><dt>${name}</dt><dd>${typeof value === "boolean" ? (value ? "yes" : "no") : value}</dd></div>`,
  )}</dl>`;

/** Whose part is not here, and to operators who of them failed. */
export type Lacking = Pick<Missing, "missing"> & Partial<Missing>;

export const missed = ({ missing, failed = [] }: Lacking): Markup | null =>
  missing.length === 0
    ? null
    : markup`<p class="warn">Not everything is here: ${whyMissing({ missing, failed }).join("; ")}.</p>`;
