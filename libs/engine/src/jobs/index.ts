export { failureOf } from "./failure-of.ts";
export { createJobs, type Jobs, type JobsSpec } from "./jobs.ts";
export { dropJobsTableSql, jobsTableSql } from "./jobs-table.ts";
export {
  JOURNAL_CHECKS,
  SOON,
  STATUS_SYNCS,
  SWEEPS,
  type Job,
  type JobResult,
  type Progress,
  type Task,
  type TaskTimes,
} from "./task.ts";
