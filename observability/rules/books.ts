import { firingOn, NS, steady, type AlertRule } from "../rule.ts";

const checked = (owner: string, of: string) =>
  `ledger_check_age_seconds{namespace="pay",owner="${owner}",of="${of}"}`;

/** That journal, sums, statement and outcomes agree. */
export const BOOKS: readonly AlertRule[] = [
  {
    alert: "LedgerImbalance",
    expr: "max by (namespace, owner, currency) (abs(ledger_imbalance_minor_units)) > 0",
    for: "1m",
    // Sums agree as soon as the journal is put right, findings end with the next check.
    keepFiringFor: firingOn(1),
    severity: "page",
    summary: "The journal of {{ $labels.owner }} does not agree in {{ $labels.currency }}",
    description: "Journal and objects, or journal and its sums, differ by an amount that must be 0.",
    firing: {
      series: {
        'ledger_imbalance_minor_units{namespace="pay",owner="payments",currency="EUR"}': steady(-4_999),
      },
      at: "5m",
      labels: [{ ...NS, owner: "payments", currency: "EUR" }],
    },
    quiet: {
      series: { 'ledger_imbalance_minor_units{namespace="pay",owner="payments",currency="EUR"}': steady(0) },
      at: "5m",
    },
  },
  {
    alert: "LedgerFindingsOpen",
    expr: "max by (namespace, owner, finding) (ledger_findings_open) > 0",
    for: "5m",
    severity: "page",
    summary: "The journal of {{ $labels.owner }} has findings of the kind {{ $labels.finding }}",
    description:
      "Journal and objects, or journal and its sums, disagree, perhaps by amounts that cancel out.",
    firing: {
      series: { 'ledger_findings_open{namespace="pay",owner="refunds",finding="missing"}': steady(1) },
      at: "10m",
      labels: [{ ...NS, owner: "refunds", finding: "missing" }],
    },
    quiet: {
      series: { 'ledger_findings_open{namespace="pay",owner="refunds",finding="missing"}': "0 0 1 1 0+0x60" },
      at: "10m",
    },
  },
  {
    alert: "LedgerCheckOld",
    expr: 'max by (namespace, owner, of) (ledger_check_age_seconds{of="new"}) > 1800 or max by (namespace, owner, of) (ledger_check_age_seconds{of="days"}) > 26 * 3600',
    for: "5m",
    severity: "page",
    summary: "The journal of {{ $labels.owner }} is not compared any more: {{ $labels.of }}",
    description:
      "What is new was last compared more than half an hour ago, or a day that is over not within 26 hours: that nothing is found says nothing.",
    firing: {
      series: {
        [checked("payments", "new")]: "0+60x60",
        [checked("refunds", "days")]: steady(26 * 3_600 + 60),
      },
      at: "50m",
      labels: [
        { ...NS, owner: "payments", of: "new" },
        { ...NS, owner: "refunds", of: "days" },
      ],
    },
    quiet: {
      series: {
        [checked("payments", "new")]: steady(660),
        [checked("payments", "days")]: steady(25 * 3_600),
        [checked("payments", "round")]: steady(30 * 3_600),
      },
      at: "50m",
    },
  },
  {
    alert: "LedgerRoundOld",
    expr: 'max by (namespace, owner) (ledger_check_age_seconds{of="round"}) > 7 * 86400',
    for: "1h",
    severity: "ticket",
    summary: "Old days of the journal of {{ $labels.owner }} are not compared",
    description:
      "A round through everything has not come to its end for a week: what is done to old objects or rows would not be found.",
    firing: {
      series: { [checked("payouts", "round")]: steady(8 * 86_400) },
      at: "90m",
      labels: [{ ...NS, owner: "payouts" }],
    },
    quiet: { series: { [checked("payouts", "round")]: steady(86_400) }, at: "90m" },
  },
  {
    alert: "ReconciliationMismatchOpen",
    expr: "max by (namespace, kind) (reconciler_mismatches_open) > 0",
    for: "15m",
    severity: "ticket",
    summary: "The provider's statement and our books differ: {{ $labels.kind }}",
    description: "A difference between statement and books stands that nobody has resolved.",
    firing: {
      series: { 'reconciler_mismatches_open{namespace="pay",kind="amount"}': steady(2) },
      at: "20m",
      labels: [{ ...NS, kind: "amount" }],
    },
    quiet: { series: { 'reconciler_mismatches_open{namespace="pay",kind="amount"}': steady(0) }, at: "20m" },
  },
  {
    alert: "StatementDayBehind",
    expr: "time() - max by (namespace, provider) (reconciler_statement_day_timestamp_seconds) > 3 * 86400",
    for: "15m",
    severity: "ticket",
    summary: "Statements of {{ $labels.provider }} have not been compared for days",
    description:
      "The last day whose statement was compared in full began more than three days ago; that of yesterday should have been compared by now.",
    firing: {
      series: {
        'reconciler_statement_day_timestamp_seconds{namespace="pay",provider="sandbox"}': steady(0, 5_000),
      },
      at: "4400m",
      labels: [{ ...NS, provider: "sandbox" }],
    },
    quiet: {
      series: {
        'reconciler_statement_day_timestamp_seconds{namespace="pay",provider="sandbox"}': steady(
          86_400,
          5_000,
        ),
      },
      at: "4400m",
    },
  },
  {
    alert: "AnomaliesOpen",
    // One of a parked event is told by OutboxParked.
    expr: 'owner:anomalies_open:max{kind!="event_parked"} > 0',
    for: "1m",
    severity: "page",
    summary: "An exception of {{ $labels.owner }} awaits an operator: {{ $labels.kind }}",
    description:
      "Something contradicts an end, went back after it, comes of an order that is not ours, or could not be told; money may have moved that should not have.",
    firing: {
      series: { 'payouts_anomalies_open{namespace="pay",kind="executed_after_end"}': steady(1) },
      at: "5m",
      labels: [{ ...NS, owner: "payouts", kind: "executed_after_end" }],
    },
    quiet: {
      series: {
        'payouts_anomalies_open{namespace="pay",kind="executed_after_end"}': steady(0),
        'payouts_anomalies_open{namespace="pay",kind="event_parked"}': steady(1),
      },
      at: "5m",
    },
  },
];
