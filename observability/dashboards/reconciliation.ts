import { max, N, outBy, quantile, rate, NOTHING_YET, type Dashboard } from "./dashboard.ts";

export const RECONCILIATION: Dashboard = {
  uid: "payments-reconciliation",
  title: "Payments / Reconciliation",
  description:
    "Whether the provider's statement, our books and our journal agree, and whether services do what they repeat.",
  rows: [
    {
      title: "Journal",
      panels: [
        {
          title: "Age of what was compared",
          description:
            "Until when the journal was compared: what is new, over half an hour an alert; days that are over, over 26 hours; a round through everything, over a week.",
          unit: "s",
          width: 3,
          queries: [{ expr: max("ledger_check_age_seconds", "owner, of"), legend: "{{owner}} {{of}}" }],
          runbooks: ["LedgerCheckOld", "LedgerRoundOld"],
        },
        {
          title: "Out by",
          description:
            "Minor units by which journal and objects, or journal and its sums, differ. Must be 0; without a value the owner's database does not answer.",
          unit: "short",
          width: 3,
          warns: [1, 1],
          queries: [
            {
              expr: outBy("owner, currency"),
              legend: "{{owner}} {{currency}}",
            },
          ],
          runbooks: ["LedgerImbalance"],
        },
        {
          title: "Findings",
          description: "Disagreements that stand, also those that are out by nothing. Must be 0.",
          unit: "short",
          width: 3,
          warns: [1, 1],
          queries: [{ expr: max("ledger_findings_open", "owner, finding"), legend: "{{owner}} {{finding}}" }],
          runbooks: ["LedgerFindingsOpen"],
        },
        {
          title: "Long work",
          empty: NOTHING_YET,
          description: "How much of it is done, from 0 to 1, while it is under way.",
          unit: "percentunit",
          width: 3,
          queries: [{ expr: max("reconciler_task_progress", "task"), legend: "{{task}}" }],
        },
      ],
    },
    {
      title: "Statement",
      panels: [
        {
          title: "Age of the last day that was compared",
          description:
            "Since that day began: between one and two days where all is well, over three is an alert.",
          type: "stat",
          unit: "s",
          warns: [216_000, 259_200],
          width: 3,
          queries: [
            {
              expr: `time() - ${max("reconciler_statement_day_timestamp_seconds", "provider")}`,
              legend: "{{provider}}",
            },
          ],
          runbooks: ["StatementDayBehind"],
        },
        {
          title: "Differences that stand",
          description: "Nobody has resolved them.",
          unit: "short",
          width: 3,
          warns: [1, 1],
          queries: [{ expr: max("reconciler_mismatches_open", "kind"), legend: "{{kind}}" }],
          runbooks: ["ReconciliationMismatchOpen"],
        },
        {
          title: "Differences that may end by themselves",
          description: "Of the last day: an answer that was lost, a line of a day's last moments.",
          unit: "short",
          width: 3,
          queries: [{ expr: max("reconciler_mismatches_awaiting", "kind"), legend: "{{kind}}" }],
        },
        {
          title: "Lines compared",
          description: "In the last day, by what comparing them came to.",
          unit: "short",
          width: 3,
          queries: [
            {
              expr: `sum by (source, result) (increase(reconciler_records_total{${N}}[1d]))`,
              legend: "{{source}} {{result}}",
            },
          ],
        },
      ],
    },
    {
      title: "Jobs",
      panels: [
        {
          title: "Since a task last came off",
          description:
            "Status syncs over a minute page; others over a quarter of an hour, statements over two hours are tickets.",
          unit: "s",
          queries: [
            {
              expr: `time() - ${max("reconciler_last_success_timestamp_seconds", "task")}`,
              legend: "{{task}}",
            },
          ],
          runbooks: ["LookTasksLate", "ClockedTaskLate", "StatementComparisonLate"],
        },
        {
          title: "Jobs that failed",
          description: "By task; each is repeated by itself.",
          unit: "ops",
          queries: [{ expr: rate("reconciler_runs_total", "task", 'outcome="failed"'), legend: "{{task}}" }],
          runbooks: ["ClockedTaskLate"],
        },
        {
          title: "p95 of jobs",
          description: "Of status syncs until the last one of the job has begun.",
          unit: "s",
          queries: [{ expr: quantile(0.95, "reconciler_run_duration_seconds", "task"), legend: "{{task}}" }],
        },
      ],
    },
  ],
};
