import {
  edge,
  growing,
  LIVE,
  NOT_SANDBOX,
  NS,
  steady,
  type AlertRule,
  type RecordingRule,
  type RuleGroup,
} from "../rule.ts";

export const WINDOWS = ["5m", "30m", "1h", "6h", "3d"] as const;
type Window = (typeof WINDOWS)[number];

/** Live, Sandbox and requests without a mode are evaluated apart, so that none of them hides another. */
type By = "namespace" | "namespace, mode";
const BY_MODE: By = "namespace, mode";

const CREATE = 'route="/v1/payments",method="POST"';
const sum = (selector: string, window: Window, by: By = BY_MODE) =>
  `sum by (${by}) (rate(${selector}[${window}]))`;

/** A service level objective: which share of what may be bad, and what is bad. */
interface Objective {
  readonly name: string;
  /** The error budget, as a share. */
  readonly budget: number;
  readonly badRatio: (window: Window) => string;
  /** The labels that its ratios are grouped by. */
  readonly by: By;
  /** Matchers of the series that raise alerts; all of them where empty. */
  readonly matchers: string;
}

/** Health is asked by probes, and its 503 is the true answer: that something else is away. */
const ROUTES = 'route!="/v1/health"';
const REQUESTED = `gateway_http_requests_total{${ROUTES}}`;
const FAILED = `gateway_http_requests_total{${ROUTES},code=~"5.."}`;
/** Of these in Sandbox what amounts of its requests ordered (docs/design/decisions.md#sandbox-payments). */
const ORDERED = "gateway_ordered_errors_total";
/** What failed, as `sumOf` adds up series; without any error there is no series of errors. */
const failedBy = (sumOf: (selector: string) => string): string =>
  `clamp_min((${sumOf(FAILED)} - ${sumOf(ORDERED)}) or ${sumOf(FAILED)} or ${sumOf(REQUESTED)} * 0, 0)`;

const AVAILABILITY: Objective = {
  name: "slo:gateway_availability:error_ratio",
  budget: 0.001,
  badRatio: (window) => {
    const sumOf = (selector: string) => sum(selector, window);
    return `${failedBy(sumOf)} / ${sumOf(REQUESTED)}`;
  },
  by: BY_MODE,
  matchers: "",
};

const slowShare = (metric: string, within: number, labels: string, by: By) => (window: Window) => {
  const selector = labels === "" ? "" : `{${labels}}`;
  const bucket = `${metric}_bucket{${labels === "" ? "" : `${labels},`}${edge(within)}}`;
  return `1 - ${sum(bucket, window, by)} / ${sum(`${metric}_count${selector}`, window, by)}`;
};

const LATENCY: Objective = {
  name: "slo:payment_latency:slow_ratio",
  budget: 0.01,
  badRatio: slowShare("gateway_http_request_duration_seconds", 0.5, CREATE, BY_MODE),
  by: BY_MODE,
  // In Sandbox amounts order tries and lost answers, which take longer.
  matchers: NOT_SANDBOX,
};

const FIRST_TRY: Objective = {
  name: "slo:webhook_first_try:slow_ratio",
  budget: 0.01,
  badRatio: slowShare("notifier_webhook_first_try_delay_seconds", 60, "", "namespace"),
  by: "namespace",
  matchers: "",
};

const records: readonly RecordingRule[] = [AVAILABILITY, LATENCY, FIRST_TRY].flatMap(({ name, badRatio }) =>
  WINDOWS.map((window) => ({ record: `${name}${window}`, expr: badRatio(window) })),
);

/** All windows burn: the long one says that it matters, the shorter ones that it still goes on. */
const burns = ({ name, budget, matchers }: Objective, times: number, ...windows: Window[]): string => {
  const of = matchers === "" ? "" : `{${matchers}}`;
  return `(${windows.map((window) => `${name}${window}${of} > ${times} * ${budget}`).join(" and ")})`;
};

/** Few requests make a ratio of chance. */
const enough = ({ by }: Objective, counter: string, window: Window, least: number) =>
  `and on (${by}) sum by (${by}) (increase(${counter}[${window}])) > ${least}`;

const fast = (objective: Objective, counter: string) =>
  [
    `${burns(objective, 14.4, "1h", "5m")} ${enough(objective, counter, "1h", 100)}`,
    // Half an hour burns on for half an hour after an outage, which then is over.
    `${burns(objective, 6, "6h", "30m", "5m")} ${enough(objective, counter, "6h", 100)}`,
  ].join(" or ");
const slow = (objective: Objective) => burns(objective, 1, "3d", "6h", "1h");

const LABELS = `namespace="pay",route="/v1/payments",method="POST",mode="live"`;
const answered = (code: number) => `gateway_http_requests_total{${LABELS},code="${code}"}`;
const REQUESTS = answered(201);
const ERRORS = answered(503);
const WITHIN = `gateway_http_request_duration_seconds_bucket{${LABELS},le="0.5"}`;
const COUNTED = `gateway_http_request_duration_seconds_count{${LABELS}}`;
const triedWithin = (le: string) =>
  `notifier_webhook_first_try_delay_seconds_bucket{namespace="pay",le="${le}"}`;
const TRIED = 'notifier_webhook_first_try_delay_seconds_count{namespace="pay"}';

const inMode = (mode: string, series: string) => series.replace('mode="live"', `mode="${mode}"`);

/** All of it ordered by amounts. */
const FAILING_IN_SANDBOX = {
  [inMode("sandbox", ERRORS)]: growing(5_000, 600),
  'gateway_ordered_errors_total{namespace="pay",route="/v1/payments",code="503",mode="sandbox"}': growing(
    5_000,
    600,
  ),
};
const SLOW_IN_SANDBOX = {
  [inMode("sandbox", WITHIN)]: steady(0, 600),
  [inMode("sandbox", COUNTED)]: growing(5_000, 600),
  [inMode("sandbox", REQUESTS)]: growing(5_000, 600),
};

const alerts: readonly AlertRule[] = [
  {
    alert: "GatewayAvailabilityBurnFast",
    expr: fast(AVAILABILITY, REQUESTED),
    severity: "page",
    summary: "Requests fail so often that the month's error budget is gone within two days",
    description:
      "More than 1.4 % of the requests of an hour, or 0.6 % of six hours, were answered with a 5xx; the objective is 99.9 % of thirty days.",
    // However busy the Sandbox is.
    firing: {
      series: {
        [REQUESTS]: growing(90),
        [ERRORS]: growing(10),
        [inMode("sandbox", REQUESTS)]: growing(90_000),
      },
      at: "90m",
      labels: [LIVE],
    },
    alsoFiring: {
      "where Sandbox is answered what no amount orders, and where keys cannot be looked up": {
        series: {
          [inMode("sandbox", REQUESTS)]: growing(90),
          ...FAILING_IN_SANDBOX,
          [inMode("sandbox", answered(500))]: growing(10_000),
          [inMode("none", ERRORS)]: growing(10),
        },
        at: "90m",
        labels: [
          { ...NS, mode: "none" },
          { ...NS, mode: "sandbox" },
        ],
      },
      "by six hours with a quiet last one": {
        series: { [REQUESTS]: `0+90x300 27000+1x90`, [ERRORS]: `0+10x300 3000+0.1x90` },
        at: "370m",
        labels: [LIVE],
      },
    },
    alsoQuiet: {
      "some minutes after an outage that has burned six hours": {
        series: { [REQUESTS]: `0+90x60 5400+90x90`, [ERRORS]: `0x30 0+60x30 1800x90` },
        at: "68m",
      },
      "where probes are answered that something is away": {
        series: {
          'gateway_http_requests_total{namespace="pay",route="/v1/health",method="GET",mode="none",code="503"}':
            growing(60),
        },
        at: "90m",
      },
    },
    quiet: {
      series: { [REQUESTS]: growing(9_999), [ERRORS]: growing(1), ...FAILING_IN_SANDBOX },
      at: "90m",
    },
  },
  {
    alert: "GatewayAvailabilityBurnSlow",
    expr: `${slow(AVAILABILITY)} ${enough(AVAILABILITY, REQUESTED, "3d", 1_000)}`,
    for: "1h",
    severity: "ticket",
    summary: "Requests fail more often than the objective allows",
    description:
      "More than 0.1 % of the requests of three days and of the last six hours were answered with a 5xx.",
    firing: {
      series: { [REQUESTS]: growing(995, 600), [ERRORS]: growing(5, 600) },
      at: "8h",
      labels: [LIVE],
    },
    quiet: {
      series: {
        [REQUESTS]: growing(9_999, 600),
        [ERRORS]: growing(1, 600),
        ...FAILING_IN_SANDBOX,
      },
      at: "8h",
    },
  },
  {
    alert: "PaymentLatencyBurnFast",
    expr: fast(LATENCY, `gateway_http_requests_total{${CREATE}}`),
    severity: "page",
    summary: "Payments take so long that the month's budget of slow ones is gone within two days",
    description:
      "More than 14 % of the payments of an hour, or 6 % of six hours, took longer than half a second; the objective is 99 %.",
    firing: {
      series: { [WITHIN]: growing(60), [COUNTED]: growing(100), [REQUESTS]: growing(100) },
      at: "90m",
      labels: [LIVE],
    },
    quiet: {
      series: {
        [WITHIN]: growing(97),
        [COUNTED]: growing(100),
        [REQUESTS]: growing(100),
        ...SLOW_IN_SANDBOX,
      },
      at: "90m",
    },
  },
  {
    alert: "PaymentLatencyBurnSlow",
    expr: `${slow(LATENCY)} ${enough(LATENCY, `gateway_http_requests_total{${CREATE}}`, "3d", 1_000)}`,
    for: "1h",
    severity: "ticket",
    summary: "Payments take longer than the objective allows",
    description:
      "More than 1 % of the payments of three days and of the last six hours took longer than half a second.",
    firing: {
      series: { [WITHIN]: growing(97, 600), [COUNTED]: growing(100, 600), [REQUESTS]: growing(100, 600) },
      at: "8h",
      labels: [LIVE],
    },
    quiet: {
      series: {
        [WITHIN]: growing(999, 600),
        [COUNTED]: growing(1_000, 600),
        [REQUESTS]: growing(1_000, 600),
        ...SLOW_IN_SANDBOX,
      },
      at: "8h",
    },
  },
  {
    alert: "WebhookFirstTryBurn",
    expr: `(${burns(FIRST_TRY, 6, "6h", "30m")}) ${enough(FIRST_TRY, "notifier_webhook_first_try_delay_seconds_count", "6h", 100)}`,
    for: "5m",
    severity: "ticket",
    summary: "Webhooks are first tried too late",
    description:
      "More than 6 % of the webhooks of six hours were older than a minute when they were first tried; the objective is 99 % within a minute.",
    firing: {
      series: { [triedWithin("60")]: growing(80, 400), [TRIED]: growing(100, 400) },
      at: "390m",
      labels: [NS],
    },
    alsoFiring: {
      "as Prometheus 3 writes edges": {
        series: { [triedWithin("60.0")]: growing(80, 400), [TRIED]: growing(100, 400) },
        at: "390m",
        labels: [NS],
      },
    },
    quiet: { series: { [triedWithin("60")]: growing(97, 400), [TRIED]: growing(100, 400) }, at: "390m" },
    alsoQuiet: {
      "as Prometheus 3 writes edges": {
        series: { [triedWithin("60.0")]: growing(97, 400), [TRIED]: growing(100, 400) },
        at: "390m",
      },
    },
  },
];

const grown = (selector: string) => `sum by (${BY_MODE}) (increase(${selector}[5m]))`;

/** Of many days. It is made of sums of five minutes each: every view would else read every sample. */
const days: readonly RecordingRule[] = [
  {
    record: "slo:gateway_requests:increase5m",
    expr: grown(REQUESTED),
  },
  { record: "slo:gateway_errors:increase5m", expr: failedBy(grown) },
  {
    record: "slo:gateway_availability:error_ratio30d",
    expr: "sum_over_time(slo:gateway_errors:increase5m[30d]) / sum_over_time(slo:gateway_requests:increase5m[30d])",
  },
];

/** As far apart as what they sum, so that nothing is counted twice. */
export const SLO_DAYS: RuleGroup = { name: "slo-days", interval: "5m", rules: days };
export const SLO_RECORDS: RuleGroup = { name: "slo-records", interval: "30s", rules: records };
export const SLO_ALERTS: RuleGroup = { name: "slo-alerts", rules: alerts };
