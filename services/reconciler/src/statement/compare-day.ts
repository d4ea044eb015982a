import type { CompareDeps } from "./compare-deps.ts";
import { BrokenOff } from "./compare-deps.ts";
import { compareJournals } from "./compare-journals.ts";
import { compareStatement } from "./compare-statement.ts";
import { createTally } from "./findings.ts";
import { loadSides, type Loading } from "./load.ts";
import { keepFindings } from "./keep-findings.ts";
import type { Found } from "./lines.ts";
import { ownersScope } from "./source.ts";
import { haveEndsVerified } from "./owners.ts";
import { recheckCarried } from "./recheck-carried.ts";
import type { TakenRun } from "./runs-store.ts";
import type { Day } from "./day.ts";

export interface Compared {
  readonly found: readonly Found[];
  readonly statementLines: number;
  readonly bookLines: number;
  readonly matched: number;
  readonly differing: number;
  readonly awaiting: number;
  /** Differences of the day that nobody ended. */
  readonly open: number;
}

/**
 * Compares the provider's statement of a day with our journals, line by line, and keeps what differs. Whole or not at
 * all; to be repeated at will. Rejects with NoStatement where either side could not be had in full, and with
 * BrokenOff where another is to go on with it.
 */
export async function compareDay(deps: CompareDeps, run: TakenRun, under: Loading): Promise<Compared> {
  await deps.staging.clear();
  const day = await dayOf(deps, run);
  const bounds = { fromMs: day.fromMs, toMs: Math.min(day.toMs, day.nowMs) };
  const lines = await loadSides(deps, run, bounds, under);
  const goOn = () => {
    if (under.signal.aborted) throw new BrokenOff("broken off");
  };

  const tally = createTally(deps.keptMax);
  // First: what other days' statements have of our lines decides whether this one has them again.
  const { visited, rechecked, foundAgain, foundElsewhere } = await recheckCarried(deps, day, goOn);
  const inBoth = await compareStatement(deps, day, tally, goOn);
  await compareJournals(deps, day, { tally, goOn, onlyHere: lines.books - inBoth });

  const counts = { statementLines: lines.statement, bookLines: lines.books, ...tally.counts() };
  // Of a day that is not over nothing is kept that may end by itself: the day is compared again.
  const found = tally.found().filter(({ state }) => day.complete || state === "open");
  const end = { ...counts, complete: day.complete, overflowed: tally.overflowed(), totals: lines.totals };
  goOn();
  // Before anything is kept: what cannot be asked for now is asked for when the run is repeated.
  await haveEndsVerified(
    deps.owners,
    ownersScope(deps.source),
    [...found, ...foundAgain].filter(contradictsAnEnd),
  );
  const kept = await keepFindings(deps.pools, run, { end, found, foundElsewhere, visited, rechecked });
  if (kept === null) throw new BrokenOff("another has this run");
  await deps.staging.clear();
  return { found, ...counts, ...kept };
}

/**
 * A statement is no answer about an object: only its owner's own read makes it known that money moved after its end, or
 * went the other way after a success. What an operator gave back is nothing that such a read could find.
 */
const contradictsAnEnd = ({ difference, state, kind, status }: Found): boolean =>
  difference === "status" && state === "open" && (kind !== "reversal" || status === "SUCCEEDED");

async function dayOf({ source, runs }: CompareDeps, run: TakenRun): Promise<Day> {
  const { statement } = source.port;
  const nowMs = await runs.nowMs();
  const { fromMs, toMs } = statement.boundsOf(run.day);
  const complete = nowMs >= toMs + statement.postedWithinMs;
  const youngFromMs = (complete ? toMs : nowMs) - statement.postedWithinMs;
  return { run, nowMs, fromMs, toMs, complete, youngFromMs };
}
