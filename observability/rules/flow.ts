import {
  growing,
  inSandbox,
  AFTER_CAUSE,
  BESIDE_LIVE,
  edge,
  LIVE,
  NS,
  steady,
  STILL,
  thatWake,
  type AlertRule,
  type RecordingRule,
  type RuleGroup,
} from "../rule.ts";

const OF_PROVIDER = "namespace, provider, mode";
const OF_OPERATION = "namespace, provider, operation";
const perProvider = (metric: string, range = "5m") => `sum by (${OF_PROVIDER}) (rate(${metric}[${range}]))`;
/** Enough calls for a share of them. */
const ENOUGH = `and on (${OF_PROVIDER}) sum by (${OF_PROVIDER}) (increase(provider_requests_total[5m])) > 20`;
const GOES_ON = `and on (${OF_PROVIDER}) ${perProvider("provider_faults_total", STILL)} > 0`;
/** Once its breaker is open hardly a call is made, and it is certain without. */
const OPEN = `and on (namespace, provider) max by (namespace, provider) (provider_circuit_state) > 0`;
const failsTooOften = (ratio: string) => `(${ratio} > 0.1 ${ENOUGH} or ${ratio} > 0.1 ${OPEN}) ${GOES_ON}`;
const failing = (matcher: string) => `provider:error_ratio5m{${matcher}}`;
/** How long a call of its slowest twentieth takes at least: p95, exactly, since it is an edge. */
const SLOW_S = 2;
const QUICK = `provider_request_duration_seconds_bucket{operation!="statement",${edge(SLOW_S)}}`;
const TIMED = 'provider_request_duration_seconds_count{operation!="statement"}';
const slowRatio = (range: string) => `1 - ${perProvider(QUICK, range)} / ${perProvider(TIMED, range)}`;

const records: readonly RecordingRule[] = [
  {
    record: "provider:error_ratio5m",
    expr: `${perProvider("provider_faults_total")} / ${perProvider("provider_requests_total")}`,
  },
  { record: "provider:slow_ratio5m", expr: slowRatio("5m") },
  { record: `provider:slow_ratio${STILL}`, expr: slowRatio(STILL) },
];

const calls = (outcome: string) =>
  `provider_requests_total{namespace="pay",provider="acquirer",operation="authorise",outcome="${outcome}",mode="live"}`;
const FAULTS = 'provider_faults_total{namespace="pay",provider="acquirer",operation="authorise",mode="live"}';
const QUICK_CALLS = calls("succeeded")
  .replace("requests_total", "request_duration_seconds_bucket")
  .replace('outcome="succeeded"', 'le="2"');
const ALL_CALLS = QUICK_CALLS.replace("_bucket", "_count").replace(',le="2"', "");
/** An acquirer for live orders that is well. */
const BESIDE = {
  'provider_faults_total{namespace="pay",provider="bank",operation="authorise",mode="live"}': steady(0),
};
const SLOW = {
  series: {
    [QUICK_CALLS]: growing(80),
    [ALL_CALLS]: growing(100),
    [calls("succeeded")]: growing(100),
    [FAULTS]: steady(0),
  },
  at: "20m",
};
/** The state of a breaker, with calls that it refuses or lets through unless there are none. */
const circuit = (operation: string, state: string, every = growing(2)) => ({
  [`provider_circuit_state{namespace="pay",provider="sandbox",operation="${operation}"}`]: state,
  [`provider_requests_total{namespace="pay",provider="sandbox",operation="${operation}",outcome="refused",mode="sandbox"}`]:
    every,
});
const AWAY = {
  series: {
    [calls("succeeded")]: growing(80),
    [calls("not_executed.unreachable")]: growing(20),
    [FAULTS]: growing(20),
  },
  at: "20m",
};
const AWAY_IN_SANDBOX = inSandbox(AWAY);
/** What 105029, 105003, 105002 and 105098 come to: none of it is a fault. */
const ORDERED = inSandbox({
  series: {
    [FAULTS]: steady(0),
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
    expr: failsTooOften(thatWake(failing)),
    for: "1m",
    keepFiringFor: AFTER_CAUSE,
    severity: "page",
    summary: "More than a tenth of the calls to {{ $labels.provider }} come to nothing",
    description:
      "The provider does not answer, answers late, or says that it cannot; payments fail or stay PENDING.",
    firing: {
      series: {
        [calls("succeeded")]: growing(80),
        [calls("unknown.lost")]: growing(10),
        [calls("not_executed.unreachable")]: growing(10),
        [FAULTS]: growing(20),
      },
      at: "20m",
      labels: [{ ...LIVE, provider: "acquirer" }],
    },
    alsoFiring: {
      "where hardly a call is made any more, since the breaker is open": {
        series: {
          [calls("not_executed.unreachable")]: "0+1x60",
          [FAULTS]: "0+1x60",
          'provider_circuit_state{namespace="pay",provider="acquirer",operation="authorise"}': steady(2),
        },
        at: "20m",
        labels: [{ ...LIVE, provider: "acquirer" }],
      },
      "in an installation of the Sandbox alone": {
        ...AWAY_IN_SANDBOX,
        labels: [{ ...NS, mode: "sandbox", provider: "acquirer" }],
      },
    },
    quiet: {
      series: { [calls("succeeded")]: growing(60), [calls("failed")]: growing(40), [FAULTS]: steady(0) },
      at: "20m",
    },
    alsoQuiet: {
      "where amounts of the Sandbox order it": ORDERED,
      "where the provider of the Sandbox is away beside a live one": {
        series: { ...AWAY_IN_SANDBOX.series, ...BESIDE },
        at: "20m",
      },
    },
  },
  {
    alert: "SandboxProviderFailing",
    expr: `${failsTooOften(failing('mode="sandbox"'))} ${BESIDE_LIVE}`,
    for: "1m",
    keepFiringFor: AFTER_CAUSE,
    severity: "ticket",
    summary: "More than a tenth of the calls to {{ $labels.provider }}, of the Sandbox, come to nothing",
    description:
      "Merchants who try things out are answered 503 or 502, or their payments stay PENDING. No amount of theirs orders this, and live payments are not concerned.",
    firing: {
      series: { ...AWAY_IN_SANDBOX.series, ...BESIDE },
      at: "20m",
      labels: [{ ...NS, provider: "acquirer", mode: "sandbox" }],
    },
    quiet: { series: { ...ORDERED.series, ...BESIDE }, at: "20m" },
    alsoQuiet: {
      "where it is the provider of live orders": AWAY,
      "where there is no other, and somebody is woken": AWAY_IN_SANDBOX,
    },
  },
  {
    alert: "ProviderSlow",
    expr:
      `${thatWake((matcher) => `provider:slow_ratio5m{${matcher}}`)} > 0.05 ${ENOUGH} ` +
      `and on (${OF_PROVIDER}) provider:slow_ratio${STILL} > 0.05`,
    for: "5m",
    keepFiringFor: AFTER_CAUSE,
    severity: "page",
    summary: "A twentieth of the calls to {{ $labels.provider }} take longer than two seconds",
    description:
      "The provider answers, and late: payments take as long, and beyond ten seconds of a call nobody waits for its answer.",
    firing: { ...SLOW, labels: [{ ...LIVE, provider: "acquirer" }] },
    alsoFiring: {
      "in an installation of the Sandbox alone": {
        ...inSandbox(SLOW),
        labels: [{ ...NS, mode: "sandbox", provider: "acquirer" }],
      },
    },
    quiet: {
      series: { ...SLOW.series, [QUICK_CALLS]: growing(97) },
      at: "20m",
    },
    alsoQuiet: {
      "in Sandbox beside live orders": { series: { ...inSandbox(SLOW).series, ...BESIDE }, at: "20m" },
    },
  },
  {
    alert: "ProviderCircuitOpen",
    // Half open too: where the provider hangs, a trial under way lasts longer than the refusals before it.
    // One that nobody needs stays half open, long after the provider is back: nothing is refused then.
    expr:
      `max by (${OF_OPERATION}) (provider_circuit_state) > 0 and on (${OF_OPERATION}) ` +
      `sum by (${OF_OPERATION}) (increase(provider_requests_total[5m])) > 0`,
    for: "5m",
    severity: "ticket",
    summary: "{{ $labels.operation }} is not asked of {{ $labels.provider }} any more",
    description:
      "So many calls failed that the circuit breaker refuses them; it tries one every few seconds, and none has succeeded since.",
    firing: {
      series: circuit("authorise", steady(2)),
      at: "10m",
      labels: [{ ...NS, provider: "sandbox", operation: "authorise" }],
    },
    alsoFiring: {
      "where the provider hangs, and scrapes meet a trial under way more often than not": {
        series: circuit("payout", "1 1 2 1 1 1 2 1 1 2 1 1"),
        at: "10m",
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
    keepFiringFor: AFTER_CAUSE,
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
    keepFiringFor: "2m",
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
    // What is refused for good is parked, and told by OutboxParked, before this.
    for: "10m",
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

const PER_NAMESPACE = "sum by (namespace)";
const TRIES = "notifier_webhook_deliveries_total";
const tries = (selector: string, range: string) => `${PER_NAMESPACE} (rate(${TRIES}${selector}[${range}]))`;
const SUCCEEDED = '{outcome="succeeded"}';
const succeededShare = (range: string) => `${tries(SUCCEEDED, range)} / ${tries("", range)}`;
const merchants = (reached: boolean) =>
  `${PER_NAMESPACE} (max by (namespace, mode) (notifier_merchants{reached="${reached}"}))`;
const tried = (outcome: string, codeClass: string) =>
  `${TRIES}{namespace="pay",outcome="${outcome}",code_class="${codeClass}"}`;
const counted = (reached: boolean) => `notifier_merchants{namespace="pay",mode="live",reached="${reached}"}`;
const nobodyReached = (unreached: number, reached: number) => ({
  series: {
    [tried("succeeded", "2xx")]: steady(100),
    [tried("failed", "timeout")]: growing(30),
    [counted(false)]: steady(unreached),
    [counted(true)]: steady(reached),
  },
  at: "30m",
});
const UNREACHED = 'notifier_merchant_unreached_seconds{namespace="pay",mode="live"}';
const LOST_MERCHANT = { series: { [UNREACHED]: "0+60x120" }, at: "60m" };

const webhooks: readonly AlertRule[] = [
  {
    alert: "WebhooksFailing",
    // Of one merchant alone a ticket tells; where few are owed anything, one may be all of them.
    expr:
      `${succeededShare("10m")} < 0.1 and ${PER_NAMESPACE} (increase(${TRIES}[10m])) > 20 ` +
      `and ${succeededShare(STILL)} < 0.1 and (${merchants(false)} > 2 or ${merchants(false)} > ${merchants(true)})`,
    for: "5m",
    keepFiringFor: AFTER_CAUSE,
    severity: "page",
    summary: "Hardly a webhook reaches anybody",
    description:
      "Fewer than a tenth of the tries of the last ten minutes succeeded, of several merchants or of all: it is ours, such as our way out. Merchants do not learn of their payments.",
    firing: { ...nobodyReached(5, 8), labels: [NS] },
    alsoFiring: { "where the only merchant is not reached": { ...nobodyReached(1, 0), labels: [NS] } },
    quiet: { series: { ...nobodyReached(5, 8).series, [tried("succeeded", "2xx")]: growing(30) }, at: "30m" },
    alsoQuiet: { "where it is one merchant of several": nobodyReached(1, 8) },
  },
  {
    alert: "MerchantUnreached",
    expr: `max by (namespace, mode) ${thatWake((matcher) => `notifier_merchant_unreached_seconds{${matcher}}`)} > 1800`,
    for: "5m",
    severity: "ticket",
    summary: "No webhook has reached a merchant for half an hour",
    description:
      "Every endpoint of a merchant that is owed something fails; others are reached. It does not learn of its payments.",
    firing: { ...LOST_MERCHANT, labels: [LIVE] },
    alsoFiring: {
      "in an installation of the Sandbox alone": {
        ...inSandbox(LOST_MERCHANT),
        labels: [{ ...NS, mode: "sandbox" }],
      },
    },
    quiet: { series: { [UNREACHED]: "0 60 120 0+0x60" }, at: "60m" },
    alsoQuiet: {
      "of an endpoint for trying things out, beside live orders": {
        series: { ...inSandbox(LOST_MERCHANT).series, ...BESIDE },
        at: "60m",
      },
    },
  },
];

export const PROVIDER_RECORDS: RuleGroup = { name: "provider-records", interval: "30s", rules: records };
export const FLOW: RuleGroup = { name: "flow", rules: [...provider, ...jobs, ...events, ...webhooks] };
