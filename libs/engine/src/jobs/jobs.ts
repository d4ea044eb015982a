import type { TaskStatus } from "@flowlix/contracts";
import type { Host } from "@flowlix/runtime";
import { startJobRunner, type JobRunner } from "./job-runner.ts";
import { jobMetrics, observeJobs } from "./jobs-metrics.ts";
import { createJobsStore, type JobsTable } from "./jobs-store.ts";
import type { Task } from "./task.ts";

/** What a service repeats, in all of its processes together. */
export interface Jobs {
  /** Every task as it stands, over all processes. */
  list(): Promise<TaskStatus[]>;
  /** Begins to repeat them here; its parts must be able to work by then. */
  start(): Promise<void>;
  /** Has this process do a task at once: it knows that something has become due. Nothing before the start. */
  soon(task: string): void;
  /** Begins nothing more and resolves when what is under way here has ended. */
  stop(): Promise<void>;
}

export interface JobsSpec extends JobsTable {
  readonly tasks: readonly Task[];
}

export function createJobs(
  {
    metrics,
    logger,
    loops,
    tracer,
    instance,
  }: Pick<Host, "metrics" | "logger" | "loops" | "tracer" | "instance">,
  { tasks, ...at }: JobsSpec,
): Jobs {
  const store = createJobsStore(at, tasks);
  observeJobs(metrics, store);
  const counted = jobMetrics(
    metrics,
    tasks.map(({ name }) => name),
  );
  let runner: JobRunner | undefined;
  return {
    list: () => store.list(),
    start: async () => {
      await store.prepare();
      const [service = ""] = at.table.split(".");
      const about = { logger, loops, service, tracer, instance };
      runner = startJobRunner({ tasks, jobs: store, metrics: counted, ...about });
    },
    soon: (task) => runner?.soon(task),
    stop: async () => runner?.stop(),
  };
}
