import {
  firingOn,
  growing,
  inSandbox,
  LIVE,
  NOT_SANDBOX,
  NS,
  OURS,
  steady,
  STILL,
  type AlertRule,
  type RuleGroup,
} from "../rule.ts";
import { HUNG } from "./hung.ts";
import { PRESENCE } from "./presence.ts";
import { PROCESS_RECORDS, PROCESSES } from "./processes.ts";
import { SPANS } from "./spans.ts";

const NATS_ERRORS = `nats_client_errors_total{${OURS}}`;
const CALLS = "moleculer_action_requests_total";
/** An owner's error in Sandbox may be what an amount orders; those that are not, the gateway answers with 500. */
const BAD_CALLS = [
  `${CALLS}{${OURS},outcome=~"server_error|timeout|rejected",${NOT_SANDBOX}}`,
  `${CALLS}{${OURS},outcome=~"timeout|rejected",mode="sandbox"}`,
];
const ALL_CALLS = `${CALLS}{${OURS}}`;
const perAction = (selector: string, range = "5m") =>
  `sum by (namespace, action, mode) (increase(${selector}[${range}]))`;
const badCalls = (range: string) => BAD_CALLS.map((selector) => perAction(selector, range)).join(" or ");
const calls = (outcome: string) =>
  `${CALLS}{payments_platform="service",namespace="pay",service="payments",action="payments.create",outcome="${outcome}",mode="live"}`;
const callsEnding = (outcome: string) => ({
  series: { [calls("ok")]: growing(80), [calls(outcome)]: growing(20) },
  at: "20m",
});

const dbErrors = (range: string) =>
  `sum by (namespace, owner, sqlstate_class) (rate(db_errors_total{${OURS},sqlstate_class!~"23|40|53"}[${range}]))`;
const dbErrorsOf = (sqlstateClass: string) =>
  `db_errors_total{payments_platform="service",namespace="pay",service="payments",pod="a",owner="payments",sqlstate_class="${sqlstateClass}"}`;
const shed = (range: string) =>
  `sum by (namespace) (rate(gateway_rate_limited_total{scope="admission"}[${range}]))`;
const refusedKeys = (range: string) =>
  `sum by (namespace, reason) (rate(gateway_auth_failures_total[${range}]))`;

const needs: readonly AlertRule[] = [
  {
    alert: "DependencyUnavailable",
    expr: `min by (namespace, service, dependency) (dependency_available{${OURS}}) == 0`,
    for: "2m",
    keepFiringFor: firingOn(4),
    severity: "page",
    summary: "{{ $labels.service }} is without its {{ $labels.dependency }}",
    description: "A process needs it to serve and is not ready while it does not answer.",
    firing: {
      series: {
        'dependency_available{payments_platform="service",namespace="pay",service="payments",pod="a",dependency="postgres"}':
          steady(0),
      },
      at: "10m",
      labels: [{ ...NS, service: "payments", dependency: "postgres" }],
    },
    quiet: {
      series: {
        'dependency_available{payments_platform="service",namespace="pay",service="payments",pod="a",dependency="postgres"}':
          "1 0 1+0x60",
      },
      at: "10m",
    },
  },
  {
    alert: "NatsClientDisconnected",
    expr: `min by (namespace, service, pod) (nats_client_connected{${OURS}}) == 0`,
    for: "1m",
    keepFiringFor: firingOn(5),
    severity: "page",
    summary: "{{ $labels.service }} has lost the bus",
    description: "The process is not connected to NATS; calls from it and to it fail at once.",
    firing: {
      series: {
        'nats_client_connected{payments_platform="service",namespace="pay",service="refunds",pod="a"}':
          steady(0),
      },
      at: "5m",
      labels: [{ ...NS, service: "refunds", pod: "a" }],
    },
    quiet: {
      series: {
        'nats_client_connected{payments_platform="service",namespace="pay",service="refunds",pod="a"}':
          "0 1+0x60",
      },
      at: "5m",
    },
  },
  {
    alert: "NatsErrors",
    // What is refused at the start was refused before the first scrape, and is no increase.
    expr: `sum by (namespace, service, kind) (increase(${NATS_ERRORS}[15m])) > 0 or sum by (namespace, service, kind) (${NATS_ERRORS} unless ${NATS_ERRORS} offset 15m) > 0`,
    severity: "ticket",
    summary: "The bus refuses something to {{ $labels.service }}: {{ $labels.kind }}",
    description:
      "NATS reported an error to a client; permissions that do not fit the version are the usual reason.",
    firing: {
      series: {
        'nats_client_errors_total{payments_platform="service",namespace="pay",service="refunds",pod="a",kind="permissions_violation"}':
          growing(1),
      },
      at: "30m",
      labels: [{ ...NS, service: "refunds", kind: "permissions_violation" }],
    },
    alsoFiring: {
      "where a process was refused once, at its start": {
        series: {
          'nats_client_errors_total{payments_platform="service",namespace="pay",service="refunds",pod="b",kind="permissions_violation"}':
            "_x20 1+0x100",
        },
        at: "30m",
        labels: [{ ...NS, service: "refunds", kind: "permissions_violation" }],
      },
    },
    quiet: {
      series: {
        'nats_client_errors_total{payments_platform="service",namespace="pay",service="refunds",pod="a",kind="permissions_violation"}':
          steady(2),
      },
      at: "30m",
    },
  },
  {
    alert: "DbPoolSaturated",
    expr: `max by (namespace, owner, pool) (db_pool_waiting_clients{${OURS}}) > 5`,
    for: "2m",
    severity: "page",
    summary: "Statements of {{ $labels.owner }} wait for a connection of the pool {{ $labels.pool }}",
    description: "More statements are under way than the pool has connections, all the time.",
    firing: {
      series: {
        'db_pool_waiting_clients{payments_platform="service",namespace="pay",service="payments",pod="a",owner="payments",pool="hot"}':
          steady(40),
      },
      at: "10m",
      labels: [{ ...NS, owner: "payments", pool: "hot" }],
    },
    quiet: {
      series: {
        'db_pool_waiting_clients{payments_platform="service",namespace="pay",service="payments",pod="a",owner="payments",pool="hot"}':
          "0 40 2+0x60",
      },
      at: "10m",
    },
  },
  {
    alert: "DbResourcesExhausted",
    expr: `sum by (namespace) (increase(db_errors_total{${OURS},sqlstate_class="53"}[${STILL}])) > 2`,
    for: "1m",
    keepFiringFor: firingOn(2),
    severity: "page",
    summary: "Postgres has no room, memory or connection left",
    description:
      "Statements fail with SQLSTATE class 53. What needs more of it, such as a new payment on a full disk, is answered with 503.",
    firing: { series: { [dbErrorsOf("53")]: growing(6) }, at: "20m", labels: [NS] },
    quiet: { series: { [dbErrorsOf("53")]: steady(6), [dbErrorsOf("08")]: growing(60) }, at: "20m" },
  },
  {
    alert: "DbErrors",
    // Constraints that are meant to refuse (23) and lost races (40) are everyday; DbResourcesExhausted tells of 53.
    expr: `${dbErrors("5m")} > 0.1 and ${dbErrors(STILL)} > 0.1`,
    for: "5m",
    severity: "ticket",
    summary: "Statements of {{ $labels.owner }} fail with SQLSTATE class {{ $labels.sqlstate_class }}",
    description: "The database is away, or refuses what it should take.",
    firing: {
      series: {
        [dbErrorsOf("42")]: growing(30),
      },
      at: "20m",
      labels: [{ ...NS, owner: "payments", sqlstate_class: "42" }],
    },
    quiet: {
      series: {
        [dbErrorsOf("23")]: growing(600),
      },
      at: "20m",
    },
  },
];

const busy: readonly AlertRule[] = [
  {
    alert: "EventLoopLagHigh",
    expr: `max by (namespace, service, pod) (nodejs_eventloop_lag_p99_seconds{${OURS}}) > 0.25`,
    for: "5m",
    severity: "ticket",
    summary: "{{ $labels.service }} is short of processor time",
    description: "The event loop of the process is late by more than a quarter of a second.",
    firing: {
      series: {
        'nodejs_eventloop_lag_p99_seconds{payments_platform="service",namespace="pay",service="payments",pod="a"}':
          "0.4+0x60",
      },
      at: "20m",
      labels: [{ ...NS, service: "payments", pod: "a" }],
    },
    quiet: {
      series: {
        'nodejs_eventloop_lag_p99_seconds{payments_platform="service",namespace="pay",service="payments",pod="a"}':
          "0.06+0x60",
      },
      at: "20m",
    },
  },
  {
    alert: "ActionErrorRatioHigh",
    expr: `(${badCalls("5m")}) / ${perAction(ALL_CALLS)} > 0.05 and ${perAction(ALL_CALLS)} > 20 and (${badCalls(STILL)}) > 0`,
    for: "5m",
    severity: "ticket",
    summary: "Calls of {{ $labels.action }} fail",
    description:
      "More than a twentieth of the calls between services end in an error of ours, a timeout, or find nobody.",
    firing: { ...callsEnding("server_error"), labels: [{ ...LIVE, action: "payments.create" }] },
    alsoFiring: {
      "where calls of the Sandbox have no answer, which no amount orders": {
        ...inSandbox(callsEnding("timeout")),
        labels: [{ ...NS, mode: "sandbox", action: "payments.create" }],
      },
    },
    quiet: { series: { [calls("ok")]: growing(60), [calls("client_error")]: growing(40) }, at: "20m" },
    alsoQuiet: { "where amounts of the Sandbox order it": inSandbox(callsEnding("server_error")) },
  },
  {
    alert: "GatewaySheddingLoad",
    expr: `${shed("5m")} > 0.1 and ${shed(STILL)} > 0`,
    for: "2m",
    keepFiringFor: firingOn(1),
    severity: "page",
    summary: "The gateway refuses requests because too many are under way",
    description:
      "Requests are answered with 503 by the gateway's own limit: owners are too slow, or too few gateways run.",
    firing: {
      series: {
        'gateway_rate_limited_total{namespace="pay",route="/v1/payments",scope="admission"}': growing(60),
      },
      at: "20m",
      labels: [NS],
    },
    quiet: {
      series: {
        'gateway_rate_limited_total{namespace="pay",route="/v1/payments",scope="key"}': growing(600),
      },
      at: "20m",
    },
  },
  {
    alert: "AuthenticationFailuresHigh",
    expr: `${refusedKeys("5m")} > 5 and ${refusedKeys(STILL)} > 5`,
    for: "10m",
    severity: "ticket",
    summary: "Many requests have no usable key: {{ $labels.reason }}",
    description:
      "More than five requests a second are refused for their key: a merchant uses an old one, or somebody tries keys.",
    firing: {
      series: { 'gateway_auth_failures_total{namespace="pay",reason="unknown"}': growing(600) },
      at: "30m",
      labels: [{ ...NS, reason: "unknown" }],
    },
    quiet: {
      series: { 'gateway_auth_failures_total{namespace="pay",reason="unknown"}': growing(60) },
      at: "30m",
    },
  },
];

export const SERVICE_RECORDS: RuleGroup = {
  name: "process-records",
  interval: "30s",
  rules: PROCESS_RECORDS,
};
export const SERVICES: RuleGroup = {
  name: "services",
  rules: [...PRESENCE, ...HUNG, ...needs, ...busy, ...PROCESSES, ...SPANS],
};
