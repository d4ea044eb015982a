import type { Day } from "./day.ts";
import type { CompareDeps } from "./compare-deps.ts";
import type { EdgeLine } from "./edges-store.ts";
import type { Tally } from "./findings.ts";
import { contradictions, matchLine } from "./match.ts";
import { nameOf, type Found } from "./lines.ts";
import { ownersScope } from "./source.ts";
import { explained } from "./owners.ts";
import { FROM_THE_FIRST, type Differing, type Position, type StatedTwicePage } from "./staging-store.ts";

/**
 * Goes through the statement: what of it our journals have, have otherwise, or lack. Answers how many lines of our
 * journals of the day it has.
 */
export async function compareStatement(
  deps: CompareDeps,
  day: Day,
  tally: Tally,
  goOn: () => void,
): Promise<number> {
  let inBoth = 0;
  let next: Position | null = FROM_THE_FIRST;
  while (next !== null) {
    goOn();
    const page = await deps.staging.compare(day.run, next);
    tally.matched(page.names - page.differing.length);
    for (const line of page.differing) if (line.book !== null) tally.line([...twice(line), ...against(line)]);
    const missing = page.differing.filter(({ book }) => book === null);
    await compareMissing(deps, day, missing, tally);
    inBoth += page.names - missing.length;
    next = page.next;
  }
  await compareOtherDays(deps, day, tally, goOn);
  return inBoth;
}

/** Lines that both sides have here, and that another day's statement has as well. */
async function compareOtherDays(deps: CompareDeps, day: Day, tally: Tally, goOn: () => void): Promise<void> {
  let next: Position | null = FROM_THE_FIRST;
  while (next !== null) {
    goOn();
    const page: StatedTwicePage = await deps.staging.statedTwice(day.run, next);
    for (const line of page.lines) {
      const matched = twice(line).length + against(line).length === 0;
      tally.differsToo({ ...duplicate(line), alsoDay: line.alsoDay }, matched);
    }
    next = page.next;
  }
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

/** Lines that our journals of the day lack: posted on another day, or what their owners say. */
async function compareMissing(
  deps: CompareDeps,
  { run, nowMs }: Day,
  lines: readonly Differing[],
  tally: Tally,
): Promise<void> {
  const matched: { readonly line: Differing; readonly found: readonly Found[] }[] = [];
  const edges: EdgeLine[] = [];
  for (const [line, known] of await explained(deps.owners, ownersScope(deps.source), lines)) {
    const { kind, reference, statement } = line;
    const { postedMs, found } = matchLine({ kind, reference }, statement, known, nowMs);
    matched.push({ line, found });
    const postedDay = postedMs === null ? run.day : deps.source.port.statement.dayOf(postedMs);
    // An entry of the statement's own day was posted after our journals of that day were read.
    if (postedDay !== run.day) edges.push({ kind, reference, statedDay: run.day, postedDay });
  }
  const elsewhere = new Map((await deps.edges.statedElsewhere(run, edges)).map((one) => [nameOf(one), one]));
  await deps.edges.note(
    run,
    edges.filter((edge) => !elsewhere.has(nameOf(edge))),
  );
  for (const { line, found } of matched) {
    const other = elsewhere.get(nameOf(line));
    const stated = twice(line);
    const statedToo =
      other === undefined || stated.length > 0 ? stated : [{ ...duplicate(line), alsoDay: other.alsoDay }];
    tally.line([...statedToo, ...found]);
  }
}
