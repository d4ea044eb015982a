import { deadlineIn } from "@flowlix/provider";
import type { Day } from "./day.ts";
import { NoStatement, STATEMENT_DEADLINE_MS, type CompareDeps } from "./compare-deps.ts";
import type { EdgeLine } from "./edges-store.ts";
import type { Tally } from "./findings.ts";
import { dayAfter, nameOf, type Found } from "./lines.ts";
import { FROM_THE_FIRST, type LonelyPage, type Position } from "./staging-store.ts";

/** Our lines that the day's statement lacks: another one has them, or none that is known. */
export async function compareJournals(
  deps: CompareDeps,
  day: Day,
  { tally, goOn, onlyHere }: { readonly tally: Tally; readonly goOn: () => void; readonly onlyHere: number },
): Promise<void> {
  const { run, complete, youngFromMs } = day;
  // What the next statement lacks as well is not awaited any more.
  const mayFollow = !complete || !(await wasCompared(deps, day, dayAfter(run.day)));
  let next: Position | null = FROM_THE_FIRST;
  let lonely = 0;
  while (next !== null) {
    goOn();
    const page: LonelyPage = await deps.staging.lonely(run, next);
    for (const line of page.lines) tally.line([missingThere(line, mayFollow && line.atMs >= youngFromMs)]);
    lonely += page.lines.length;
    next = page.next;
  }
  tally.matched(onlyHere - lonely);
  if (lonely > 0 && !(await wasCompared(deps, day, dayAfter(run.day, -1))))
    await askTheDayBefore(deps, day, tally, goOn);
}

async function wasCompared({ runs }: CompareDeps, { run }: Day, day: string): Promise<boolean> {
  const last = await runs.report(run, day);
  return last !== null && last.state === "done" && last.complete;
}

const missingThere = (
  { kind, reference, amount, currency, atMs }: LonelyPage["lines"][number],
  young: boolean,
): Found => ({
  kind,
  reference,
  difference: "missing_there",
  state: young ? "awaiting" : "open",
  statement: null,
  book: { amount, currency, atMs },
  status: null,
});

/**
 * What we posted in a day's first moments the provider may have executed, and stated, on the day before; of a day that
 * was not compared nobody noted that.
 */
async function askTheDayBefore(deps: CompareDeps, day: Day, tally: Tally, goOn: () => void): Promise<void> {
  const { run } = day;
  const statedDay = dayAfter(run.day, -1);
  const missing = new Map(
    tally.found().flatMap((found) => (found.difference === "missing_there" ? [[nameOf(found), found]] : [])),
  );
  const edges: EdgeLine[] = [];
  const outcome = await deps.source.port.statement.read(
    statedDay,
    async (lines) => {
      goOn();
      for (const { kind, reference, amount, currency } of lines) {
        const book = missing.get(nameOf({ kind, reference }))?.book;
        if (book?.amount === amount && book.currency === currency)
          edges.push({ kind, reference, statedDay, postedDay: run.day });
      }
    },
    deadlineIn(STATEMENT_DEADLINE_MS),
  );
  if (outcome.kind !== "read") throw new NoStatement(`statement_${outcome.cause}`);
  await deps.edges.note(run, edges);
  for (const edge of edges) tally.agreesAfterAll(edge);
}
