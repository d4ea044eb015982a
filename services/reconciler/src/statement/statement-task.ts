import { setTimeout } from "node:timers/promises";
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
  /** After which a comparison is a long one; a minute unless told. */
  readonly patienceMs?: number;
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

/** A comparison that takes longer holds up no other source: those that are due are begun beside it. */
const PATIENCE_MS = 60_000;
/** So many long ones at once, of one process: each has connections of its own. */
const LONG_MAX = 8;

/**
 * Compares one day a job, and others beside one that takes long: what operators asked for first, then each day once it
 * is over, missed ones too.
 */
export function statementTask(deps: StatementTaskDeps): Task {
  return {
    name: "reconciler.compareStatement",
    everyMs: EVERY_MS,
    slots: 1,
    retryMaxMs: RETRY_MAX_MS,
    runMaxMs: TURN_MAX_MS,
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

/**
 * One job; `more` where it may have left another day. It lasts as long as what was begun in it, so that no other
 * process takes that over; a source that took long is not taken again by it, so that it comes to an end.
 */
export async function compareNext(
  deps: StatementTaskDeps,
  job: Pick<Job, "signal" | "progress">,
): Promise<JobResult> {
  const long = new Set<string>();
  const underWay = new Set<Promise<void>>();
  const results: JobResult[] = [];
  const errors: unknown[] = [];
  const isFull = (): boolean => underWay.size >= (job.signal.aborted ? 1 : LONG_MAX);
  do {
    const taken = isFull()
      ? null
      : await takeNext(deps, long).catch((error: unknown) => void errors.push(error));
    if (taken === null || taken === undefined) {
      // What an operator wishes meanwhile is seen as soon as ever.
      await anyEnds(underWay, EVERY_MS);
      continue;
    }
    const { source, run } = taken;
    const comparing = compareTaken({ ...deps, source }, run, job)
      .then(
        (result) => void results.push(result),
        (error: unknown) => void errors.push(error),
      )
      .finally(() => underWay.delete(comparing));
    underWay.add(comparing);
    await anyEnds([comparing], deps.patienceMs ?? PATIENCE_MS);
    if (underWay.has(comparing)) long.add(nameOf(source));
  } while (underWay.size > 0);
  if (errors.length > 0) throw errors[0];
  const [only, ...others] = results;
  if (only === undefined) return { done: 0, more: false, progress: null };
  if (others.length === 0) return only;
  return { done: results.reduce((sum, { done }) => sum + done, 0), more: true, progress: null };
}

/** Resolves when one of them has ended, or that time is over; at once where there is none. None of them rejects. */
async function anyEnds(all: Iterable<Promise<void>>, withinMs: number): Promise<void> {
  const ends = [...all];
  if (ends.length === 0) return;
  const ended = new AbortController();
  const timeIsOver = setTimeout(withinMs, undefined, { signal: ended.signal }).catch(() => undefined);
  await Promise.race([...ends, timeIsOver]);
  ended.abort();
}

/**
 * Makes runs of days that are due and takes one: of each source in turn, so that none waits for another's days, and
 * none of those that are `long`.
 */
async function takeNext(
  { sources, runs }: StatementTaskDeps,
  long: ReadonlySet<string>,
): Promise<{ readonly source: StatementSource; readonly run: TakenRun } | null> {
  const turns = turnsOf.get(sources) ?? { askedAt: new Map<string, number>(), lastTaken: "" };
  turnsOf.set(sources, turns);
  const all = new Map([sources.own, ...sources.accounts()].map((source) => [nameOf(source), source]));
  const nowMs = await runs.nowMs();
  for (const [name, source] of all) {
    // While its run may just be ending, its day would be found missing and be compared again.
    if (long.has(name)) continue;
    const askedAt = turns.askedAt.get(name);
    const isEarly = askedAt !== undefined && nowMs >= askedAt && nowMs < askedAt + ASKED_EVERY_MS;
    if (source.account !== null && isEarly) continue;
    await runs.makeDue(keyOf(source), lastDayOver(source.port.statement, nowMs));
    turns.askedAt.set(name, nowMs);
  }
  for (const name of turns.askedAt.keys()) if (!all.has(name)) turns.askedAt.delete(name);
  const waiting = (await runs.underWay()).flatMap((key) => {
    const name = `${key.provider} ${key.livemode}`;
    const source = all.get(name);
    return source === undefined || long.has(name) ? [] : [source];
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
