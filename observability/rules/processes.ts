import { growing, NS, OURS, steady, STILL, firingOn, type AlertRule, type RecordingRule } from "../rule.ts";

/** Calls that a process answered itself: of services over the bus, of gateways over HTTP. */
const CALLS = `moleculer_action_requests_total{${OURS},outcome=~"ok|client_error|server_error"`;
const REQUESTS = 'gateway_http_requests_total{route!="/v1/health"}';
const FAILED = 'gateway_http_requests_total{route!="/v1/health",code=~"5.."}';
const OF_PROCESS = "namespace, service, pod";
const sum = (selector: string, range: string) => `sum by (${OF_PROCESS}) (rate(${selector}[${range}]))`;
const answered = (range: string) => `${sum(`${CALLS}}`, range)} or ${sum(REQUESTS, range)}`;
/** Of a gateway without what amounts ordered: a merchant's connection is to one of them. */
const failed = (range: string) => {
  const ofGateway = sum(FAILED, range);
  return `${sum(`${CALLS},outcome="server_error"}`, range)} or clamp_min(${ofGateway} - ${sum("gateway_ordered_errors_total", range)}, 0) or ${ofGateway}`;
};

const ERRORS = "process:errors:rate5m";
const ALL = "process:answers:rate5m";
const RATIO = `${ERRORS} / ${ALL}`;
const OF_SERVICE = "namespace, service";
/** The same of all other processes of the service. */
const others = (record: string) =>
  `(sum by (${OF_SERVICE}) (${record}) - on (${OF_SERVICE}) group_right () ${record})`;

/** Apart by process, so that one which fails is seen however well the others do. */
export const PROCESS_RECORDS: readonly RecordingRule[] = [
  { record: ALL, expr: answered("5m") },
  { record: ERRORS, expr: failed("5m") },
  { record: `process:errors:rate${STILL}`, expr: failed(STILL) },
];

const call = (pod: string, outcome: string) =>
  `moleculer_action_requests_total{payments_platform="service",namespace="pay",service="payments",pod="${pod}",action="payments.create",outcome="${outcome}",mode="sandbox"}`;
const failing = (a: number, b: number) => ({
  series: {
    [call("a", "ok")]: growing(100 - a),
    [call("a", "server_error")]: growing(a),
    [call("b", "ok")]: growing(100 - b),
    [call("b", "server_error")]: growing(b),
  },
  at: "20m",
});
const start = (pod: string) =>
  `process_start_time_seconds{payments_platform="service",namespace="pay",service="payments",pod="${pod}"}`;

// An amount of the Sandbox orders errors of every process alike.
const MORE_THAN_OTHERS =
  `${RATIO} > 0.1 and ${RATIO} > 5 * (${others(ERRORS)} / ${others(ALL)}) ` +
  `and ${ALL} > 0.05 and process:errors:rate${STILL} > 0`;
const SHOWN = {
  firing: { ...failing(40, 1), labels: [{ ...NS, service: "payments", pod: "a" }] },
  quiet: failing(40, 38),
  alsoQuiet: {
    "where there is no other to compare it with": {
      series: { [call("a", "ok")]: growing(50), [call("a", "server_error")]: growing(50) },
      at: "20m",
    },
  },
};

/** Whether one process does what its service does. */
export const PROCESSES: readonly AlertRule[] = [
  {
    alert: "ProcessSuspect",
    expr: MORE_THAN_OTHERS,
    // What merchants see of it burns at once where the hour before was bad, and would be told before the cause.
    severity: "none",
    summary: "A process of {{ $labels.service }} may fail what the others do",
    description:
      "The same as of ProcessFailing, which asks for three minutes of it; what follows from it waits until that is known.",
    ...SHOWN,
  },
  {
    alert: "ProcessFailing",
    expr: MORE_THAN_OTHERS,
    // Longer than what is asked of it last: one that hung answers much at once, too late, and then is well.
    for: "3m",
    keepFiringFor: firingOn(1),
    severity: "page",
    summary: "A process of {{ $labels.service }} fails what the others do",
    description:
      "More than a tenth of what it answers are errors, and five times as many as of the service's other processes: it is this one that is ill.",
    ...SHOWN,
  },
  {
    alert: "ProcessRestarting",
    expr: `max by (${OF_PROCESS}) (changes(process_start_time_seconds{${OURS}}[15m])) > 2`,
    severity: "ticket",
    summary: "A process of {{ $labels.service }} starts again and again",
    description:
      "It was started more than twice within a quarter of an hour; what it was doing is taken up by others.",
    firing: {
      series: { [start("a")]: "1x5 2x3 3x3 4x60", [start("b")]: steady(1) },
      at: "16m",
      labels: [{ ...NS, service: "payments", pod: "a" }],
    },
    quiet: { series: { [start("a")]: "1x5 2x60" }, at: "16m" },
  },
];
