import { growing, NS, OWNERS, steady, type AlertRule, type RecordingRule, type RuleGroup } from "../rule.ts";

const max = (metric: string, labels = "namespace") => `max by (${labels}) (${metric})`;

/** Owners name their metrics after themselves; one name with a label is what alerts and panels go by. */
const records: readonly RecordingRule[] = OWNERS.flatMap((owner) => {
  const ended = `${owner}_state_transitions_total{to=~"SUCCEEDED|FAILED|EXPIRED"}`;
  const failed = `${owner}_state_transitions_total{to="FAILED"}`;
  const grew = (selector: string) => `sum by (namespace) (increase(${selector}[15m]))`;
  return [
    { record: "owner:anomalies_open:max", expr: max(`${owner}_anomalies_open`) },
    { record: "owner:look_overdue_seconds:max", expr: max(`${owner}_look_overdue_seconds`) },
    {
      record: "owner_state:oldest_in_state_age_seconds:max",
      expr: max(`${owner}_oldest_in_state_age_seconds`, "namespace, state"),
    },
    { record: "owner_state:open:max", expr: max(`${owner}_open`, "namespace, state") },
    { record: "owner:ended:increase15m", expr: grew(ended) },
    { record: "owner:failed:increase15m", expr: `${grew(failed)} or ${grew(ended)} * 0` },
  ].map((rule) => ({ ...rule, labels: { owner } }));
});

const oldest = (owner: string, state: string) =>
  `${owner}_oldest_in_state_age_seconds{namespace="pay",state="${state}"}`;
const moved = (owner: string, to: string) =>
  `${owner}_state_transitions_total{namespace="pay",from="PENDING",to="${to}"}`;

const checked = (owner: string, of: string) =>
  `ledger_check_age_seconds{namespace="pay",owner="${owner}",of="${of}"}`;

const books: readonly AlertRule[] = [
  {
    alert: "LedgerImbalance",
    expr: "max by (namespace, owner, currency) (abs(ledger_imbalance_minor_units)) > 0",
    for: "1m",
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
    expr: "owner:anomalies_open:max > 0",
    for: "1m",
    severity: "page",
    summary: "An anomaly of {{ $labels.owner }} awaits an operator",
    description:
      "Something contradicts an end, comes of an order that is not ours, or could not be told; money may have moved that should not have.",
    firing: {
      series: { 'payouts_anomalies_open{namespace="pay"}': steady(1) },
      at: "5m",
      labels: [{ ...NS, owner: "payouts" }],
    },
    quiet: { series: { 'payouts_anomalies_open{namespace="pay"}': steady(0) }, at: "5m" },
  },
];

const ages: readonly AlertRule[] = [
  {
    alert: "PendingTooLong",
    expr: 'owner_state:oldest_in_state_age_seconds:max{state="PENDING"} > 900',
    for: "5m",
    severity: "page",
    summary: "One of {{ $labels.owner }} has been PENDING for more than a quarter of an hour",
    description:
      "An answer of the provider was lost and cannot be found out: it is looked for every half minute at least.",
    firing: {
      series: { [oldest("payments", "PENDING")]: "0+60x60" },
      at: "40m",
      labels: [{ ...NS, owner: "payments", state: "PENDING" }],
    },
    quiet: { series: { [oldest("payments", "PENDING")]: steady(120) }, at: "40m" },
  },
  {
    alert: "ProcessingTooLong",
    expr: 'owner_state:oldest_in_state_age_seconds:max{state="PROCESSING"} > 4 * 3600',
    for: "10m",
    severity: "ticket",
    summary: "One of {{ $labels.owner }} has been under way at the provider for more than four hours",
    description:
      "The provider took it and has not said how it ended; it is looked at every ten minutes at least.",
    firing: {
      series: { [oldest("payouts", "PROCESSING")]: steady(20_000) },
      at: "20m",
      labels: [{ ...NS, owner: "payouts", state: "PROCESSING" }],
    },
    quiet: { series: { [oldest("payouts", "PROCESSING")]: steady(3_000) }, at: "20m" },
  },
  {
    alert: "PaymentsNotExpiring",
    expr: 'owner_state:oldest_in_state_age_seconds:max{owner="payments",state="REQUIRES_ACTION"} > 3 * 3600',
    for: "10m",
    severity: "ticket",
    summary: "Payments that await their payer do not expire",
    description:
      "A Payment requires an action for more than three hours, three times as long as a hosted page is open.",
    firing: {
      series: { [oldest("payments", "REQUIRES_ACTION")]: steady(12_000) },
      at: "20m",
      labels: [{ ...NS, owner: "payments", state: "REQUIRES_ACTION" }],
    },
    quiet: { series: { [oldest("payments", "REQUIRES_ACTION")]: steady(3_600) }, at: "20m" },
  },
  {
    alert: "LooksOverdue",
    expr: "owner:look_overdue_seconds:max > 120",
    for: "5m",
    severity: "page",
    summary: "Nobody looks at objects of {{ $labels.owner }} that are due",
    description: "A look is late by more than two minutes: lost answers stay unknown, and nothing expires.",
    firing: {
      series: { 'refunds_look_overdue_seconds{namespace="pay"}': "0+60x60" },
      at: "20m",
      labels: [{ ...NS, owner: "refunds" }],
    },
    quiet: { series: { 'refunds_look_overdue_seconds{namespace="pay"}': steady(3) }, at: "20m" },
  },
  {
    alert: "RefundsUntold",
    expr: "max by (namespace) (refunds_untold) > 0",
    for: "10m",
    severity: "ticket",
    summary: "The owner of payments has not acknowledged refunds",
    description: "Amounts that were refunded are not in the balance of their payments yet, for ten minutes.",
    firing: { series: { 'refunds_untold{namespace="pay"}': steady(2) }, at: "20m", labels: [NS] },
    quiet: { series: { 'refunds_untold{namespace="pay"}': "0 2 0+0x60" }, at: "20m" },
  },
];

const failures: readonly AlertRule[] = [
  {
    alert: "FailureRatioHigh",
    expr: "owner:failed:increase15m / owner:ended:increase15m > 0.5 and owner:ended:increase15m > 20",
    for: "10m",
    severity: "ticket",
    summary: "More than half of {{ $labels.owner }} fail",
    description:
      "Of those that ended in the last quarter of an hour more than half were declined or failed at the provider.",
    firing: {
      series: { [moved("refunds", "FAILED")]: growing(8), [moved("refunds", "SUCCEEDED")]: growing(2) },
      at: "40m",
      labels: [{ ...NS, owner: "refunds" }],
    },
    quiet: {
      series: { [moved("refunds", "FAILED")]: growing(2), [moved("refunds", "SUCCEEDED")]: growing(8) },
      at: "40m",
    },
  },
  {
    alert: "IdempotencyKeysReused",
    expr: 'sum by (namespace) (rate(idempotency_requests_total{result="reused"}[10m])) > 1',
    for: "10m",
    severity: "ticket",
    summary: "Many idempotency keys come again with another request",
    description:
      "More than one request a second has the key of another one: a merchant's software makes keys that are not unique, and its payments are refused.",
    firing: {
      series: { 'idempotency_requests_total{namespace="pay",result="reused"}': growing(120) },
      at: "40m",
      labels: [NS],
    },
    quiet: {
      series: { 'idempotency_requests_total{namespace="pay",result="reused"}': growing(6) },
      at: "40m",
    },
  },
];

export const OWNER_RECORDS: RuleGroup = { name: "owner-records", interval: "30s", rules: records };
export const MONEY: RuleGroup = { name: "money", rules: [...books, ...ages, ...failures] };
