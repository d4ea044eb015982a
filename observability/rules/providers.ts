import {
  firingOn,
  BESIDE_LIVE,
  edge,
  growing,
  inSandbox,
  LIVE,
  NS,
  steady,
  STILL,
  thatWake,
  type AlertRule,
  type RecordingRule,
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

export const PROVIDER_RECORDING: readonly RecordingRule[] = [
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
export const BESIDE = {
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

/** Whether providers answer, and how soon. */
export const PROVIDERS: readonly AlertRule[] = [
  {
    alert: "ProviderErrorRatioHigh",
    expr: failsTooOften(thatWake(failing)),
    for: "1m",
    keepFiringFor: firingOn(3),
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
    keepFiringFor: firingOn(1),
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
    keepFiringFor: firingOn(2),
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
