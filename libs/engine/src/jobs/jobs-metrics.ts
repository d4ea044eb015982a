import { beginAtZero, ownerGauge, type Metrics } from "@flowlix/runtime";
import type { JobsStore } from "./jobs-store.ts";

/** Of the jobs that a process runs. Their names begin with that of the service that once ran all of them. */
export function jobMetrics(metrics: Metrics, tasks: readonly string[]) {
  const runs = metrics.counter("reconciler_runs_total", "Jobs of clocked tasks, by what came of them", [
    "task",
    "outcome",
  ]);
  beginAtZero(runs, { task: tasks, outcome: ["ok", "failed"] });
  const duration = metrics.histogram("reconciler_run_duration_seconds", "Duration of a clocked task's job", [
    "task",
  ]);
  return {
    jobEnded(task: string, outcome: "ok" | "failed", seconds: number): void {
      runs.inc({ task, outcome });
      duration.observe({ task }, seconds);
    },
  };
}

/** What is the same for all processes, as the database has it. */
export function observeJobs(metrics: Metrics, jobs: Pick<JobsStore, "list" | "successes">): void {
  const progress = {
    name: "reconciler_task_progress",
    help: "How much of a long task is done, from 0 to 1, while it is under way",
    labels: ["task"],
  };
  ownerGauge(metrics, progress, async (gauge) => {
    for (const { task, progress: reached } of await jobs.list())
      if (reached?.total) gauge.set({ task }, Math.min(1, reached.done / reached.total));
  });
  const lastSuccess = {
    name: "reconciler_last_success_timestamp_seconds",
    help: "When a clocked task last came off, or was first due where it never did, by the clock of the database",
    labels: ["task"],
  };
  // With no value for what never came off, nothing would notice that it does not.
  ownerGauge(metrics, lastSuccess, async (gauge) => {
    for (const { task, at_ms } of await jobs.successes()) gauge.set({ task }, at_ms / 1000);
  });
}
