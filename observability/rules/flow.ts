import {
  growing,
  inSandbox,
  LIVE,
  NOT_SANDBOX,
  NS,
  steady,
  type AlertRule,
  type RecordingRule,
  type RuleGroup,
} from "../rule.ts";

/** What says that a provider, and not a card or an account, is the reason; refused is what its open breaker does. */
const AT_FAULT = `outcome=~"not_executed[.].*|unknown.*|broken|refused",${NOT_SANDBOX}`;
/**
 * Of these what no amount of the Sandbox orders (docs/design/decisions.md#sandbox): nobody is there to ask, or ours is
 * broken.
 */
const AT_FAULT_IN_SANDBOX = 'outcome=~"not_executed[.]unreachable|broken|refused",mode="sandbox"';
const OF_PROVIDER = "namespace, provider, mode";
const OF_OPERATION = "namespace, provider, operation";
const asked = (selector: string) => `sum by (${OF_PROVIDER}) (rate(provider_requests_total${selector}[5m]))`;
const failing = (mode: string) =>
  `provider:error_ratio5m{${mode}} > 0.1 and on (${OF_PROVIDER}) sum by (${OF_PROVIDER}) (increase(provider_requests_total[5m])) > 20`;

const records: readonly RecordingRule[] = [
  {
    record: "provider:error_ratio5m",
    expr: `(${asked(`{${AT_FAULT}}`)} or ${asked(`{${AT_FAULT_IN_SANDBOX}}`)} or ${asked("")} * 0) / ${asked("")}`,
  },
];

const calls = (outcome: string) =>
  `provider_requests_total{namespace="pay",provider="acquirer",operation="authorise",outcome="${outcome}",mode="live"}`;
/** The state of a breaker, with calls that it refuses or lets through unless there are none. */
const circuit = (operation: string, state: string, every = growing(2)) => ({
  [`provider_circuit_state{namespace="pay",provider="sandbox",operation="${operation}"}`]: state,
  [`provider_requests_total{namespace="pay",provider="sandbox",operation="${operation}",outcome="refused",mode="sandbox"}`]:
    every,
});
const AWAY = {
  series: { [calls("succeeded")]: growing(80), [calls("not_executed.unreachable")]: growing(20) },
  at: "20m",
};
/** What 105029, 105003, 105002 and 105098 come to. */
const ORDERED = inSandbox({
  series: {
    [calls("succeeded")]: growing(20),
    [calls("not_executed.throttled")]: growing(20),
    [calls("not_executed.unavailable")]: growing(20),
    [calls("not_executed.error")]: growing(20),
    [calls("unknown.garbled")]: growing(20),
    [calls("unknown.lost")]: growing(20),
  },
  at: "20m",
});
const succeededAt = (task: string) =>
  `reconciler_last_success_timestamp_seconds{namespace="pay",task="${task}"}`;
const late = (matcher: string, seconds: number) =>
  `time() - max by (namespace, task) (reconciler_last_success_timestamp_seconds{${matcher}}) > ${seconds}`;

const provider: readonly AlertRule[] = [
  {
    alert: "ProviderErrorRatioHigh",
    expr: failing(NOT_SANDBOX),
    for: "5m",
    severity: "page",
    summary: "More than a tenth of the calls to {{ $labels.provider }} come to nothing",
    description:
      "The provider does not answer, answers late, or says that it cannot; payments fail or stay PENDING.",
    firing: {
      series: {
        [calls("succeeded")]: growing(80),
        [calls("unknown.lost")]: growing(10),
        [calls("not_executed.unreachable")]: growing(10),
      },
      at: "20m",
      labels: [{ ...LIVE, provider: "acquirer" }],
    },
    quiet: { series: { [calls("succeeded")]: growing(60), [calls("failed")]: growing(40) }, at: "20m" },
    alsoQuiet: {
      "where amounts of the Sandbox order it": ORDERED,
      "where the provider of the Sandbox is away": inSandbox(AWAY),
    },
  },
  {
    alert: "SandboxProviderUnreachable",
    expr: failing('mode="sandbox"'),
    for: "5m",
    severity: "ticket",
    summary: "More than a tenth of the calls to {{ $labels.provider }}, of the Sandbox, reach nobody",
    description:
      "It cannot be connected to, or its circuit breaker is open: merchants who try things out are answered 503. No amount of theirs orders this.",
    firing: { ...inSandbox(AWAY), labels: [{ ...NS, provider: "acquirer", mode: "sandbox" }] },
    quiet: ORDERED,
    alsoQuiet: { "where it is the provider of live orders": AWAY },
  },
  {
    alert: "ProviderCircuitOpen",
    // Half open too: where the provider hangs, a trial under way lasts longer than the refusals before it.
    // One that nobody needs stays half open, long after the provider is back: nothing is refused then.
    expr:
      `max by (${OF_OPERATION}) (provider_circuit_state) > 0 and on (${OF_OPERATION}) ` +
      `sum by (${OF_OPERATION}) (increase(provider_requests_total[5m])) > 0`,
    for: "2m",
    severity: "ticket",
    summary: "{{ $labels.operation }} is not asked of {{ $labels.provider }} any more",
    description:
      "So many calls failed that the circuit breaker refuses them; it tries one every few seconds, and none has succeeded since.",
    firing: {
      series: circuit("authorise", steady(2)),
      at: "5m",
      labels: [{ ...NS, provider: "sandbox", operation: "authorise" }],
    },
    alsoFiring: {
      "where the provider hangs, and scrapes meet a trial under way more often than not": {
        series: circuit("payout", "1 1 2 1 1 1 2 1 1 2 1 1"),
        at: "5m",
        labels: [{ ...NS, provider: "sandbox", operation: "payout" }],
      },
    },
    quiet: { series: circuit("authorise", "2 1 0+0x60"), at: "5m" },
    alsoQuiet: {
      "where nobody has needed it since: a trial waits for the next call": {
        series: circuit("reverse", "2 2 2 1+0x120", "0 3 6 6+0x120"),
        at: "30m",
      },
    },
  },
];

const jobs: readonly AlertRule[] = [
  {
    alert: "LookTasksLate",
    expr: late('task=~".*[.]lookDue"', 60),
    for: "1m",
    severity: "page",
    summary: "{{ $labels.task }} has not come off for more than a minute",
    description:
      "Nobody looks at that owner's objects by the time: its processes fail at it each time, or take too long.",
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

const events: readonly AlertRule[] = [
  {
    alert: "OutboxNotDraining",
    expr: "max by (namespace, owner) (outbox_oldest_unpublished_age_seconds) > 60",
    for: "2m",
    severity: "page",
    summary: "Events of {{ $labels.owner }} do not leave",
    description:
      "The oldest event has waited in the outbox for more than a minute; nothing is lost, and merchants are not told.",
    firing: {
      series: { 'outbox_oldest_unpublished_age_seconds{namespace="pay",owner="payments"}': "0+60x60" },
      at: "10m",
      labels: [{ ...NS, owner: "payments" }],
    },
    quiet: {
      series: { 'outbox_oldest_unpublished_age_seconds{namespace="pay",owner="payments"}': steady(2) },
      at: "10m",
    },
  },
  {
    alert: "OutboxParked",
    expr: "max by (namespace, owner) (outbox_parked) > 0",
    for: "1m",
    severity: "page",
    summary: "Events of {{ $labels.owner }} are parked",
    description:
      "The notifier refused an event ten times; it and all later ones of its object wait for an operator.",
    firing: {
      series: { 'outbox_parked{namespace="pay",owner="refunds"}': steady(3) },
      at: "5m",
      labels: [{ ...NS, owner: "refunds" }],
    },
    quiet: { series: { 'outbox_parked{namespace="pay",owner="refunds"}': steady(0) }, at: "5m" },
  },
  {
    alert: "EventsRefused",
    expr: 'sum by (namespace) (increase(notifier_events_total{outcome="refused"}[15m])) > 0',
    severity: "ticket",
    summary: "The notifier refuses events",
    description:
      "What an owner handed over is not what the contract says; it is tried again and parked in the end.",
    firing: {
      series: { 'notifier_events_total{namespace="pay",outcome="refused"}': growing(1) },
      at: "30m",
      labels: [NS],
    },
    quiet: { series: { 'notifier_events_total{namespace="pay",outcome="refused"}': steady(4) }, at: "30m" },
  },
  {
    alert: "WebhookBacklogOld",
    expr: "max by (namespace) (notifier_webhook_oldest_pending_age_seconds) > 900",
    for: "5m",
    severity: "page",
    summary: "Webhooks are late by more than a quarter of an hour",
    description: "An endpoint that does answer is owed webhooks that were due long ago.",
    firing: {
      series: { 'notifier_webhook_oldest_pending_age_seconds{namespace="pay"}': steady(1_800) },
      at: "10m",
      labels: [NS],
    },
    quiet: {
      series: { 'notifier_webhook_oldest_pending_age_seconds{namespace="pay"}': steady(300) },
      at: "10m",
    },
  },
  {
    alert: "WebhooksExhausted",
    expr: "sum by (namespace) (increase(notifier_webhook_exhausted_total[1h])) > 10",
    severity: "ticket",
    summary: "Webhooks are given up",
    description: "More than ten webhooks of the last hour had been tried for 72 hours without success.",
    firing: {
      series: { 'notifier_webhook_exhausted_total{namespace="pay"}': growing(1) },
      at: "90m",
      labels: [NS],
    },
    quiet: { series: { 'notifier_webhook_exhausted_total{namespace="pay"}': steady(50) }, at: "90m" },
  },
];

export const PROVIDER_RECORDS: RuleGroup = { name: "provider-records", interval: "30s", rules: records };
export const FLOW: RuleGroup = { name: "flow", rules: [...provider, ...jobs, ...events] };
