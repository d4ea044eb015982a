import type { ExplainedLine } from "@flowlix/contracts";
import type { Day } from "./compare-day.ts";
import type { CompareDeps } from "./compare-deps.ts";
import type { EdgeLine } from "./edges-store.ts";
import type { Tally } from "./findings.ts";
import { contradictions, judge } from "./judge.ts";
import { nameOf, type Found } from "./lines.ts";
import { explained } from "./owners.ts";
import { FROM_THE_FIRST, type Differing, type Position } from "./staging-store.ts";

/** Goes through the statement: what of it our books have, have otherwise, or lack. */
export async function compareStatement(
  deps: CompareDeps,
  day: Day,
  tally: Tally,
  goOn: () => void,
): Promise<void> {
  let next: Position | null = FROM_THE_FIRST;
  while (next !== null) {
    goOn();
    const page = await deps.staging.compare(day.run, next);
    tally.matched(page.names - page.differing.length);
    for (const line of page.differing) if (line.book !== null) tally.line([...twice(line), ...against(line)]);
    await compareMissing(
      deps,
      day,
      page.differing.filter(({ book }) => book === null),
      tally,
    );
    next = page.next;
  }
  for (const { kind, reference, statement, book } of await deps.staging.statedTwice(day.run))
    tally.differsAfterAll(duplicate({ kind, reference, statement, book }));
}

type Duplicated = Pick<Differing, "kind" | "reference" | "statement" | "book">;

const duplicate = ({ kind, reference, statement, book }: Duplicated): Found => ({
  kind,
  reference,
  difference: "duplicate_there",
  state: "open",
  statement,
  book,
  status: null,
});

const twice = (line: Differing): readonly Found[] => (line.times > 1 ? [duplicate(line)] : []);

const against = ({ kind, reference, statement, book }: Differing): readonly Found[] =>
  book === null ? [] : contradictions({ kind, reference }, statement, book, null);

/** Lines that our books of the day lack: booked on another day, or what their owners say. */
async function compareMissing(
  deps: CompareDeps,
  day: Day,
  lines: readonly Differing[],
  tally: Tally,
): Promise<void> {
  const { run, nowMs } = day;
  const booked: { readonly line: Differing; readonly edge: EdgeLine | null }[] = [];
  for (const [line, known] of await explained(deps.owners, run.livemode, lines)) {
    const verdict = judge({ kind: line.kind, reference: line.reference }, line.statement, known, nowMs);
    if (verdict.kind === "found") tally.line([...twice(line), ...verdict.found]);
    else booked.push({ line, edge: edgeOf(deps, day, known, verdict.atMs) });
  }
  const edges = booked.flatMap(({ edge }) => (edge === null ? [] : [edge]));
  const elsewhere = new Set((await deps.edges.statedElsewhere(run, edges)).map(nameOf));
  await deps.edges.keep(
    run,
    edges.filter((edge) => !elsewhere.has(nameOf(edge))),
  );
  for (const { line } of booked)
    tally.line(line.times > 1 || elsewhere.has(nameOf(line)) ? [duplicate(line)] : []);
}

/** Null where we booked it on the statement's own day, after our books of it were read. */
function edgeOf(
  { provider: { statement } }: CompareDeps,
  { run: { day: statedDay } }: Day,
  { kind, reference }: ExplainedLine,
  bookedMs: number,
): EdgeLine | null {
  const bookedDay = statement.dayOf(bookedMs);
  return bookedDay === statedDay ? null : { kind, reference, statedDay, bookedDay };
}
