import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import {
  ERROR_CATALOGUE,
  FAILURE_CODES,
  isErrorCode,
  PAYMENT_EVENT_TYPES,
  PAYMENT_FAILURE_MESSAGES,
  PAYOUT_EVENT_TYPES,
  PAYOUT_FAILURE_MESSAGES,
  REFUND_EVENT_TYPES,
  REFUND_FAILURE_MESSAGES,
} from "../../libs/contracts/src/index.ts";
import { failureClassOf } from "../../libs/hosted-page/src/failure-classes.ts";
import { en } from "../../libs/hosted-page/src/texts/en.ts";
import { PAYMENT_TEST_AMOUNTS } from "../../libs/provider/src/sandbox/test-amounts.ts";
import { ERROR_PAGES } from "./error-pages.ts";

type Row = readonly string[];
const line = (row: Row): string => `| ${row.join(" | ")} |`;
const table = (head: Row, rows: readonly Row[]): string =>
  [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
const code = (text: string): string => `\`${text}\``;

const RETRY = {
  never: "no: correct it first",
  later: "yes, a create with the same key",
} as const;

const codes = Object.keys(ERROR_CATALOGUE).filter(isErrorCode);

const errorTable = (): string =>
  table(
    ["Code", "HTTP", "Send it again?"],
    codes.map((each) => {
      const { status, retry } = ERROR_CATALOGUE[each];
      return [`[${code(each)}](#${each})`, String(status), RETRY[retry]];
    }),
  );

/** One section for each code; its anchor is the code, which `doc_url` ends with. */
const errors = (): string =>
  codes
    .map((each) => {
      const { status, retry } = ERROR_CATALOGUE[each];
      const { causes, cure } = ERROR_PAGES[each];
      return [
        `## ${each.replaceAll("_", "_<wbr>")} {#${each}}`,
        `HTTP ${status}. Send it again: ${RETRY[retry]}.`,
        "**Cause**",
        causes.map((cause) => `- ${cause}`).join("\n"),
        `**Cure**: ${cure}`,
      ].join("\n\n");
    })
    .join("\n\n");

const failureCodes = (): string =>
  table(
    ["Code and `failure_message`", "Tell the payer"],
    FAILURE_CODES.map((each) => [
      `<span id="${each}">${code(each)}</span><br>${PAYMENT_FAILURE_MESSAGES[each]}`,
      en.failures[failureClassOf(each)],
    ]),
  );

const transferFailures = (): string =>
  table(
    ["Code", "Of a Refund", "Of a Payout"],
    FAILURE_CODES.map((each) => [code(each), REFUND_FAILURE_MESSAGES[each], PAYOUT_FAILURE_MESSAGES[each]]),
  );

const types = (of: Readonly<Record<string, string | null>>): string =>
  Object.values(of)
    .filter((type) => type !== null)
    .map(code)
    .join("<br>");

const events = (): string =>
  table(
    ["Of a Payment", "Of a Refund", "Of a Payout"],
    [[types(PAYMENT_EVENT_TYPES), types(REFUND_EVENT_TYPES), types(PAYOUT_EVENT_TYPES)]],
  );

const paymentAmounts = (): string =>
  table(
    ["Amount", "Result"],
    PAYMENT_TEST_AMOUNTS.map(({ shown, result }) => [
      shown,
      result.replace(/^3D Secure(?=; a )/, CHALLENGES),
    ]),
  );

const CHALLENGES = "[3D Secure](/three-d-secure)";

/** What releases changed for merchants. What is unreleased is left out: these pages are built before it is known. */
function changes(): string {
  const [, ...sections] = readFileSync(new URL("../../CHANGELOG.md", import.meta.url), "utf8").split(/^## /m);
  return sections
    .flatMap((section) => {
      const [title = ""] = section.split("\n", 1);
      const [, text = ""] = section.split("\n### For merchants\n");
      const notes = (text.split("\n### ")[0] ?? "").trim();
      return title === "Unreleased" || notes === "" ? [] : [`### ${title}\n\n${withoutLinks(notes)}`];
    })
    .join("\n\n");
}

/** Links of the changelog lead to files of the repository, which readers of the pages have not. */
const withoutLinks = (markdown: string): string =>
  markdown.replaceAll(/\[([^[\]]{1,200})\]\((?!https?:)[^()\s]{1,200}\)/g, "$1");

const PARTS = {
  "changes.md": changes,
  "error-table.md": errorTable,
  "errors.md": errors,
  "events.md": events,
  "failure-codes.md": failureCodes,
  "payment-amounts.md": paymentAmounts,
  "transfer-failures.md": transferFailures,
};

/** The parts of pages that come from the contracts, by the name under which pages include them. */
export const parts = (): ReadonlyMap<string, string> =>
  new Map(Object.entries(PARTS).map(([name, part]) => [name, `${part()}\n`]));

export function writeParts(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of parts()) writeFileSync(`${folder}/${name}`, text);
}
