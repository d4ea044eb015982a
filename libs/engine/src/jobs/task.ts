import type { WorkDone } from "@flowlix/runtime";

/** How far a long task has come; `total` is null where nobody knows how much there is. */
export interface Progress {
  readonly done: number;
  readonly total: number | null;
}

/** What one job of a task came to; where there is more to do, the next job is due at once. */
export interface JobResult extends WorkDone {
  /**
   * How far a task has come that goes over many jobs; null once all is done. Where a task does not say, what its
   * jobs get done is counted for as long as there is more.
   */
  readonly progress?: Progress | null;
}

/** A job under way. */
export interface Job {
  /** Aborted when this process is to end: a long job breaks off, and another one goes on with it. */
  readonly signal: AbortSignal;
  /** Reports the progress of a long job. Never rejects, and may be called often. */
  readonly progress: (reached: Progress) => void;
}

/** What a service repeats. A job may be broken off anywhere and must be harmless to repeat. */
export interface Task {
  /** Unique; the label of its metrics, such as `payments.lookDue`. */
  readonly name: string;
  /** Milliseconds from the beginning of one job to that of the next, where there is no more to do. */
  readonly everyMs: number;
  /**
   * Jobs of this task that may be under way at once, over all processes. The next begins where one takes long or leaves
   * work.
   */
  readonly slots: number;
  /** The longest pause after failures, in milliseconds. */
  readonly retryMaxMs: number;
  /** A job that lasts longer than this, in milliseconds, hangs. */
  readonly runMaxMs: number;
  /** Rejects where it failed: it is repeated, later and later. */
  run(job: Job): Promise<JobResult>;
}

const MINUTE_MS = 60_000;

/** How often jobs come, and how many of them beside each other. */
export type TaskTimes = Omit<Task, "name" | "run">;

/**
 * Without a callback a result of the first 11 s shows within 3 s of the provider's. The object's own schedule takes
 * two of them (docs/design/decisions.md#lost-answers).
 */
export const STATUS_SYNCS: TaskTimes = {
  everyMs: 500,
  slots: 4,
  retryMaxMs: 2_000,
  runMaxMs: MINUTE_MS,
};
/** Somebody waits for the result. Where its process died, another takes it over within a second or two. */
export const SOON: TaskTimes = { everyMs: 1_000, slots: 2, retryMaxMs: 5_000, runMaxMs: MINUTE_MS };
export const SWEEPS: TaskTimes = {
  everyMs: 60_000,
  slots: 1,
  retryMaxMs: 30_000,
  runMaxMs: 15 * MINUTE_MS,
};
/** Each job checks the next part of the whole journal. The more often it runs, the sooner a difference is found. */
export const JOURNAL_CHECKS: TaskTimes = {
  everyMs: 60_000,
  slots: 1,
  retryMaxMs: 60_000,
  runMaxMs: 15 * MINUTE_MS,
};
