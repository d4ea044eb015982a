/** How far a long task has come; `total` is null where nobody knows how much there is. */
export interface Progress {
  readonly done: number;
  readonly total: number | null;
}

/** What one job of a task came to. */
export interface JobResult {
  /** Things done, whatever they are for this task. */
  readonly done: number;
  /** There is more to do: the next job is due at once. */
  readonly more: boolean;
  /**
   * How far a task has come that goes over many jobs; null once all is done. Where a task does not say, what its
   * jobs get done is counted for as long as there is more.
   */
  readonly progress?: Progress | null;
}

/** A job under way. */
export interface Job {
  readonly requestId: string;
  /** Aborted when this process is to end: a long job breaks off, and another one goes on with it. */
  readonly signal: AbortSignal;
  /** Tells how far a job has come that itself takes long; never rejects and may be called often. */
  readonly progress: (reached: Progress) => void;
}

/** What the clock repeats. A job may be broken off anywhere and must be harmless to repeat. */
export interface Task {
  /** Unique; the label of its metrics, such as `payments.lookDue`. */
  readonly name: string;
  /** Milliseconds from the beginning of one job to that of the next, where there is no more to do. */
  readonly everyMs: number;
  /** Jobs that may be under way at once, over all processes: the second where the first takes long or left more. */
  readonly slots: number;
  /** The longest pause after failures, in milliseconds. */
  readonly retryMaxMs: number;
  /** Rejects where it failed: it is repeated, later and later. */
  run(job: Job): Promise<JobResult>;
}
