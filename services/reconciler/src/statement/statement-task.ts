import { failureOf, type Job, type JobResult, type Task } from "@flowlix/engine/jobs";
import { databaseIsAway } from "@flowlix/persistence";
import type { Logger } from "@flowlix/runtime";
import { compareDay, type Compared } from "./compare-day.ts";
import { BrokenOff, NoStatement, type CompareDeps } from "./compare-deps.ts";
import { lastDayOver } from "./lines.ts";
import type { TakenRun } from "./runs-store.ts";

export interface StatementTaskDeps extends CompareDeps {
  readonly logger: Logger;
  readonly onCompared: (compared: Compared) => void;
}

/** An operator's wish is seen after this long at the latest. */
const EVERY_MS = 2_000;
const RETRY_MAX_MS = 5_000;
/** A run may take 45 minutes, twice. */
const TURN_MAX_MS = 7_200_000;
/** A run that ended its process so often would do it again; one that was broken off for a restart did not. */
const DEATHS_MAX = 5;

/** Compares one day a job: what operators asked for first, then each day once it is over, missed ones too. */
export function statementTask(deps: StatementTaskDeps): Task {
  return {
    name: "reconciler.compareStatement",
    everyMs: EVERY_MS,
    slots: 1,
    retryMaxMs: RETRY_MAX_MS,
    turnMaxMs: TURN_MAX_MS,
    run: (job) => compareNext(deps, job),
  };
}

/** One job; `more` where it may have left another day. */
export async function compareNext(
  deps: StatementTaskDeps,
  job: Pick<Job, "signal" | "progress">,
): Promise<JobResult> {
  const { provider, runs } = deps;
  const source = { provider: provider.name, livemode: provider.livemode };
  await runs.makeDue(source, lastDayOver(provider.statement, await runs.nowMs()));
  const run = await runs.take(source);
  if (run === null) return { done: 0, more: false, progress: null };
  try {
    if (run.died >= DEATHS_MAX) throw new NoStatement("given_up");
    const compared = await compareDay(deps, run, job);
    report(deps, run, compared);
    return { done: 1, more: true, progress: null };
  } catch (error) {
    if (error instanceof BrokenOff) {
      await runs.breakOff(run);
      return { done: 0, more: true };
    }
    // With the database away nothing can be noted: the run is taken again.
    if (!databaseIsAway(error))
      await runs.fail(run, error instanceof NoStatement ? error.message : failureOf(error));
    throw error;
  }
}

function report({ logger, onCompared }: StatementTaskDeps, run: TakenRun, compared: Compared): void {
  onCompared(compared);
  const { day } = run;
  const { statementLines, bookLines, matched, differing, awaiting, open } = compared;
  const facts = { run: run.id, day, statementLines, bookLines, matched, differing, awaiting, open };
  // What an operator ended on the same facts differs still, and is nobody's news.
  if (open > 0) logger.error(facts, "the provider's statement differs from our books");
  else logger.info(facts, "the provider's statement was compared with our books");
}
