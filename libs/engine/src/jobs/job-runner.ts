import { randomUUID } from "node:crypto";
import {
  inNewTrace,
  repeatedFailures,
  type Logger,
  type Loop,
  type Loops,
  type Tracer,
} from "@flowlix/runtime";
import { failureOf } from "./failure-of.ts";
import { createPause } from "./pause.ts";
import type { Progress, Task, JobResult } from "./task.ts";
import { RENEW_EVERY_MS, type HeldJob, type JobsStore } from "./jobs-store.ts";
import { createWake } from "./wake.ts";

export interface JobRunner {
  /**
   * Has this process do a task at once, until there is no more of it: something that it knows of has become due. It
   * claims no job, so others go on with theirs.
   */
  soon(task: string): void;
  /** Claims nothing more and resolves when the jobs under way here, and those of a claim under way, have ended. */
  stop(): Promise<void>;
}

export interface JobRunnerDeps {
  readonly tasks: readonly Task[];
  readonly jobs: JobsStore;
  readonly metrics: {
    jobEnded(task: string, outcome: "ok" | "failed", seconds: number): void;
  };
  readonly logger: Logger;
  /** Where each task reports its jobs, and this process how it claims and renews them. */
  readonly loops: Loops;
  /** Whose jobs they are. */
  readonly service: string;
  /** Absent where no spans are exported. */
  readonly tracer?: Tracer | undefined;
  /** Names this process beside what is its own alone. */
  readonly instance: string;
}

/** A process that wakes late claims late: never longer than this, however far the next job seems. */
const POLL_MAX_MS = 1_000;
/** The same where no task has a slot that opens while another one is held: nothing there is that urgent. */
const POLL_MAX_OF_ONE_SLOT_MS = 2_000;
/** Processes ask one after the other what is due, and mostly find that another has it. */
const POLL_SPREAD_MS = 40;
/** Statements of this process that are over in a moment. */
const STATEMENTS = { runMaxMs: 60_000, retryMaxMs: POLL_MAX_OF_ONE_SLOT_MS };

/**
 * Repeats every task in its time, together with all other processes that do: the database says whose job it
 * is. What fails or takes long holds up no other task.
 */
export function startJobRunner(deps: JobRunnerDeps): JobRunner {
  const { jobs, logger, loops, service, tasks } = deps;
  const claiming = loops.add({ name: `${service}.claimJobs`, ...STATEMENTS });
  const renewal = loops.add({ name: `${service}.renewJobs`, ...STATEMENTS, onDemand: true });
  const loopOf = new Map(
    // Other processes take jobs too, and how they end is counted as `reconciler_runs_total`.
    tasks.map((task) => [task.name, loops.add({ ...task, onDemand: true, isCounted: false })]),
  );
  const pollMaxMs = tasks.some(({ slots }) => slots > 1) ? POLL_MAX_MS : POLL_MAX_OF_ONE_SLOT_MS;
  const holder = `${deps.instance}/${randomUUID()}`;
  const pause = createPause();
  const ending = new AbortController();
  const held = new Map<HeldJob, Progress | undefined>();
  const running = new Set<Promise<void>>();
  const claims = repeatedFailures({
    logger,
    failed: "no jobs can be claimed; it is tried again",
    again: "jobs are claimed again",
  });
  const pass = async (): Promise<number> => {
    const { jobs: claimed, nextInMs } = await jobs.claim(holder);
    for (const job of claimed) {
      const taken = runJob(deps, {
        job,
        loop: loopOf.get(job.task),
        held,
        signal: ending.signal,
        wakeIn: (ms) => pause.shorten(ms),
      });
      running.add(taken);
      void taken.finally(() => running.delete(taken));
    }
    // Who claimed last comes back in time for the next; the others need only notice when it does not.
    return claimed.length === 0 ? pollMaxMs : (nextInMs ?? pollMaxMs);
  };

  const run = async () => {
    while (!ending.signal.aborted) {
      let nextInMs = pollMaxMs;
      try {
        nextInMs = await claiming.run(pass);
        claims.cameOff();
      } catch (error) {
        claims.failed(error);
      }
      if (!ending.signal.aborted) await pause.sleep(Math.min(nextInMs, pollMaxMs) + spread());
    }
  };

  const renewing = renewHeld(deps, renewal, held);
  const looping = run();
  const wakes = new Map(
    tasks.map((task) => [
      task.name,
      createWake(async () => {
        const job = { signal: ending.signal, progress: () => undefined };
        const { more } = await runIn(loopOf.get(task.name), () => task.run(job));
        return more;
      }, logger),
    ]),
  );

  return {
    soon: (task) => wakes.get(task)?.soon(),
    stop: async () => {
      ending.abort();
      pause.end();
      await Promise.all([...wakes.values()].map((wake) => wake.stop()));
      await looping;
      await Promise.all(running);
      clearInterval(renewing);
    },
  };
}

/** One that is not renewed in time is taken as well, here or by another process: jobs may run twice at once. */
function renewHeld(
  { jobs, logger }: JobRunnerDeps,
  loop: Loop,
  held: ReadonlyMap<HeldJob, Progress | undefined>,
): NodeJS.Timeout {
  const renewals = repeatedFailures({ logger, failed: "jobs under way could not be renewed" });
  return setInterval(() => {
    if (held.size === 0) return;
    loop
      .run(() => jobs.renew(new Map(held)))
      .then(
        () => renewals.cameOff(),
        (error: unknown) => renewals.failed(error),
      );
  }, RENEW_EVERY_MS);
}

/** A timer may be a millisecond early. */
const spread = () => 1 + Math.random() * POLL_SPREAD_MS;

const runIn = <T>(loop: Loop | undefined, run: () => Promise<T>): Promise<T> =>
  loop === undefined ? run() : loop.run(run);

interface Taken {
  readonly job: HeldJob;
  readonly loop: Loop | undefined;
  readonly held: Map<HeldJob, Progress | undefined>;
  readonly signal: AbortSignal;
  readonly wakeIn: (ms: number) => void;
}

/** Never rejects: what could not be recorded is another's job when its lease runs out. */
async function runJob(deps: JobRunnerDeps, taken: Taken): Promise<void> {
  const { job, loop, held } = taken;
  const task = deps.tasks.find(({ name }) => name === job.task);
  if (task === undefined) return;
  held.set(job, undefined);
  const unrecorded = (err: unknown) =>
    deps.logger.warn({ err, task: job.task }, "the end of a job could not be recorded");
  try {
    // What failed was recorded as such, and is the task's failure all the same.
    await runIn(loop, () => runAndRecord(deps, task, taken, unrecorded));
  } catch {
    // Its loop and the log know.
  } finally {
    held.delete(job);
  }
}

/** Rejects where the task failed, or its end could not be recorded. */
async function runAndRecord(
  deps: JobRunnerDeps,
  task: Task,
  { job, held, signal, wakeIn }: Taken,
  unrecorded: (error: unknown) => void,
): Promise<void> {
  const startedAt = performance.now();
  const progress = (reached: Progress) => void held.set(job, reached);
  const span = { name: "turn", background: true, attributes: { "flowlix.task": task.name } };
  const result = await resultOf(() => inNewTrace(deps.tracer, span, () => task.run({ signal, progress })));
  held.delete(job);
  const seconds = (performance.now() - startedAt) / 1000;
  deps.metrics.jobEnded(task.name, "error" in result ? "failed" : "ok", seconds);
  try {
    if ("error" in result) await recordFailure(deps, job, result.error);
    else {
      const nextInMs = await deps.jobs.end(job, result);
      if (nextInMs !== null) wakeIn(nextInMs + spread());
    }
  } catch (error) {
    unrecorded(error);
    throw error;
  }
  if ("error" in result) throw result.error;
}

async function resultOf(run: () => Promise<JobResult>): Promise<JobResult | { readonly error: unknown }> {
  try {
    return await run();
  } catch (error) {
    return { error };
  }
}

/** One line for the first of a row of failures, whichever process it meets; the metrics count all of them. */
async function recordFailure({ jobs, logger }: JobRunnerDeps, job: HeldJob, error: unknown): Promise<void> {
  const failures = await jobs.fail(job, failureOf(error));
  if (failures === 1) logger.warn({ err: error, task: job.task }, "a task failed; it is repeated");
}
