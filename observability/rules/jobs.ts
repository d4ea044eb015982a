import { NS, steady, type AlertRule } from "../rule.ts";

const succeededAt = (task: string) =>
  `reconciler_last_success_timestamp_seconds{namespace="pay",task="${task}"}`;
const late = (matcher: string, seconds: number) =>
  `time() - max by (namespace, task) (reconciler_last_success_timestamp_seconds{${matcher}}) > ${seconds}`;

/** Whether what services repeat comes off in time. */
export const JOBS: readonly AlertRule[] = [
  {
    alert: "LookTasksLate",
    expr: late('task=~".*[.]lookDue"', 60),
    for: "1m",
    severity: "page",
    summary: "{{ $labels.task }} has not come off for more than a minute",
    description:
      "Nobody syncs that owner's objects in time: its processes fail at it each time, or take too long.",
    firing: {
      series: { [succeededAt("payments.lookDue")]: steady(0) },
      at: "10m",
      labels: [{ ...NS, task: "payments.lookDue" }],
    },
    quiet: { series: { [succeededAt("payments.lookDue")]: "0+60x60" }, at: "10m" },
  },
  {
    alert: "ClockedTaskLate",
    expr: late('task!~".*[.]lookDue|reconciler[.]compareStatement"', 900),
    for: "5m",
    severity: "ticket",
    summary: "{{ $labels.task }} has not come off for a quarter of an hour",
    description: "That work fails each time, or takes too long.",
    firing: {
      series: { [succeededAt("notifier.sweepEvents")]: steady(0) },
      at: "30m",
      labels: [{ ...NS, task: "notifier.sweepEvents" }],
    },
    quiet: { series: { [succeededAt("notifier.sweepEvents")]: "0+60x60" }, at: "30m" },
  },
  {
    alert: "StatementComparisonLate",
    expr: late('task="reconciler.compareStatement"', 7_200),
    for: "5m",
    severity: "ticket",
    summary: "The comparison of statements has not come off for two hours",
    description:
      "A run may take 45 minutes, twice; since then the statement is not read, or the comparison fails.",
    firing: {
      series: { [succeededAt("reconciler.compareStatement")]: steady(0, 200) },
      at: "150m",
      labels: [{ ...NS, task: "reconciler.compareStatement" }],
    },
    quiet: { series: { [succeededAt("reconciler.compareStatement")]: "0+60x200" }, at: "150m" },
  },
];
