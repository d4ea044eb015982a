import type { Metrics } from "@flowlix/runtime";
import type { JobsStore } from "./clock/jobs-store.ts";

export type ReconcilerMetrics = ReturnType<typeof reconcilerMetrics>;

/** The metrics of this service; low-cardinality labels only, never an id. */
export function reconcilerMetrics(metrics: Metrics) {
  const runs = metrics.counter("reconciler_runs_total", "Turns of clocked tasks, by what came of them", [
    "task",
    "outcome",
  ]);
  const duration = metrics.histogram("reconciler_run_duration_seconds", "Duration of a clocked task's turn", [
    "task",
  ]);
  return {
    turnEnded(task: string, outcome: "ok" | "failed", seconds: number): void {
      runs.inc({ task, outcome });
      duration.observe({ task }, seconds);
    },
  };
}

/** What is the same for all processes, as the database has it. */
export function observeJobs(metrics: Metrics, jobs: Pick<JobsStore, "list" | "successes">): void {
  const progress = metrics.gauge(
    "reconciler_task_progress",
    "How much of a long task is done, from 0 to 1, while it is under way",
    ["task"],
  );
  metrics.gauge(
    "reconciler_last_success_timestamp_seconds",
    "When a clocked task last came off, or was first due where it never did, by the clock of the database",
    ["task"],
    async (gauge) => {
      const [tasks, successes] = await Promise.all([jobs.list(), jobs.successes()]);
      progress.reset();
      // With no value for what never came off, nothing would notice that it does not.
      for (const { task, at_ms } of successes) gauge.set({ task }, at_ms / 1000);
      for (const { task, progress: reached } of tasks) {
        if (reached?.total) progress.set({ task }, Math.min(1, reached.done / reached.total));
      }
    },
  );
}
