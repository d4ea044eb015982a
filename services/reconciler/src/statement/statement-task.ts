import { failureOf, type Job, type JobResult, type Task } from "@flowlix/engine/jobs";
import { databaseIsAway } from "@flowlix/persistence";
import type { Logger } from "@flowlix/runtime";
import { compareDay, type Compared } from "./compare-day.ts";
import { BrokenOff, NoStatement, type CompareDeps } from "./compare-deps.ts";
import { lastDayOver } from "./lines.ts";
import { keyOf, partsOf, type StatementSource, type StatementSources } from "./source.ts";
import type { TakenRun } from "./runs-store.ts";

export interface StatementTaskDeps extends Omit<CompareDeps, "source"> {
  readonly sources: StatementSources;
  readonly logger: Logger;
  readonly onCompared: (compared: Compared) => void;
  /** Ends connections that nothing was read over for long. */
  readonly afterJob?: () => Promise<void>;
}

/** An operator's wish is seen after this long at the latest. */
const EVERY_MS = 2_000;
const RETRY_MAX_MS = 5_000;
/** A run may take 45 minutes, twice. */
const TURN_MAX_MS = 7_200_000;
/** A run that ended its process so often would do it again; one that was broken off for a restart did not. */
const DEATHS_MAX = 5;
/** So often is it asked whether a day of an account is due; of the installation's own acquirer by every job. */
const ASKED_EVERY_MS = 15_000;

/** Compares one day a job: what operators asked for first, then each day once it is over, missed ones too. */
export function statementTask(deps: StatementTaskDeps): Task {
  return {
    name: "reconciler.compareStatement",
    everyMs: EVERY_MS,
    slots: 1,
    retryMaxMs: RETRY_MAX_MS,
    turnMaxMs: TURN_MAX_MS,
    run: async (job) => {
      try {
        return await compareNext(deps, job);
      } finally {
        await deps.afterJob?.();
      }
    },
  };
}

/** When each account was last asked about, by the database's clock, and whose turn comes after whose. */
interface Turns {
  readonly askedAt: Map<string, number>;
  lastTaken: string;
}

const turnsOf = new WeakMap<object, Turns>();

/** One job; `more` where it may have left another day. */
export async function compareNext(
  deps: StatementTaskDeps,
  job: Pick<Job, "signal" | "progress">,
): Promise<JobResult> {
  const taken = await takeNext(deps);
  if (taken === null) return { done: 0, more: false, progress: null };
  return compareTaken({ ...deps, source: taken.source }, taken.run, job);
}

/** Makes runs of days that are due and takes one: of each source in turn, so that none waits for another's days. */
async function takeNext({
  sources,
  runs,
}: StatementTaskDeps): Promise<{ readonly source: StatementSource; readonly run: TakenRun } | null> {
  const turns = turnsOf.get(sources) ?? { askedAt: new Map<string, number>(), lastTaken: "" };
  turnsOf.set(sources, turns);
  const all = new Map([sources.own, ...sources.accounts()].map((source) => [nameOf(source), source]));
  const nowMs = await runs.nowMs();
  for (const [name, source] of all) {
    const askedAt = turns.askedAt.get(name);
    const isEarly = askedAt !== undefined && nowMs >= askedAt && nowMs < askedAt + ASKED_EVERY_MS;
    if (source.account !== null && isEarly) continue;
    await runs.makeDue(keyOf(source), lastDayOver(source.port.statement, nowMs));
    turns.askedAt.set(name, nowMs);
  }
  for (const name of turns.askedAt.keys()) if (!all.has(name)) turns.askedAt.delete(name);
  const waiting = (await runs.underWay()).flatMap((key) => {
    const source = all.get(`${key.provider} ${key.livemode}`);
    return source === undefined ? [] : [source];
  });
  const after = waiting.findIndex((source) => nameOf(source) === turns.lastTaken) + 1;
  for (const source of [...waiting.slice(after), ...waiting.slice(0, after)]) {
    const run = await runs.take(keyOf(source));
    if (run === null) continue;
    turns.lastTaken = nameOf(source);
    // It may have missed more days than this one.
    turns.askedAt.delete(turns.lastTaken);
    return { source, run };
  }
  return null;
}

function nameOf(source: StatementSource): string {
  const { provider, livemode } = keyOf(source);
  return `${provider} ${livemode}`;
}

async function compareTaken(
  deps: StatementTaskDeps & CompareDeps,
  run: TakenRun,
  job: Pick<Job, "signal" | "progress">,
): Promise<JobResult> {
  const { runs } = deps;
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
  const { day, provider } = run;
  const { statementLines, bookLines, matched, differing, awaiting, open } = compared;
  const facts = {
    run: run.id,
    ...partsOf(provider),
    day,
    statementLines,
    bookLines,
    matched,
    differing,
    awaiting,
    open,
  };
  // What an operator ended on the same facts differs still, and is nobody's news.
  if (open > 0) logger.error(facts, "the provider's statement differs from our books");
  else logger.info(facts, "the provider's statement was compared with our books");
}
