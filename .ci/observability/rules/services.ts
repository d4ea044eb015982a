import { growing, NS, OURS, PROGRAMS, steady, type AlertRule, type RuleGroup } from "../rule.ts";
import { SPANS } from "./spans.ts";

const up = (service: string) =>
  `up{payments_platform="service",namespace="pay",pod="${service}-0",service="${service}"}`;
const upWithout = (missing: string) =>
  Object.fromEntries(
    PROGRAMS.filter((service) => service !== missing).map((service) => [up(service), steady(1)]),
  );

const elsewhere = (service: string) => up(service).replace('namespace="pay"', 'namespace="staging"');

/** The Prometheus operator names anybody's targets after their Service. */
const FOREIGN = 'up{namespace="shop",pod="a",service="api-gateway"}';
/** What `absent` makes of the selector. */
const MARK = { payments_platform: "service" };

/** The Sandbox acquirer is left out: production need not run it. */
const absent = PROGRAMS.filter((service) => service !== "sandbox-acquirer");
const ABSENT = absent
  .map(
    (service) =>
      `label_replace(group by (namespace) (up{${OURS}}) unless on (namespace) group by (namespace) (up{${OURS},service="${service}"} == 1), "service", "${service}", "", "")`,
  )
  .join(" or ");

const NATS_ERRORS = `nats_client_errors_total{${OURS}}`;
const CALLS = "moleculer_action_requests_total";
const BAD_CALLS = `${CALLS}{${OURS},outcome=~"server_error|timeout|rejected"}`;
const ALL_CALLS = `${CALLS}{${OURS}}`;
const perAction = (selector: string) => `sum by (namespace, action) (increase(${selector}[5m]))`;
const calls = (outcome: string) =>
  `${CALLS}{payments_platform="service",namespace="pay",service="payments",action="payments.create",outcome="${outcome}"}`;

const there: readonly AlertRule[] = [
  {
    alert: "PlatformAbsent",
    expr: `absent(up{${OURS}})`,
    for: "5m",
    severity: "page",
    summary: "Nothing of the platform is scraped",
    description: "Prometheus knows no target of the platform: it is gone, or its PodMonitor is.",
    firing: { series: {}, at: "20m", labels: [MARK] },
    alsoFiring: {
      "where only somebody else has a service of such a name": {
        series: { [FOREIGN]: steady(1) },
        at: "20m",
        labels: [MARK],
      },
    },
    quiet: { series: { [up("payments")]: steady(0) }, at: "20m" },
  },
  {
    alert: "InstallationAbsent",
    // While nothing at all is scraped, PlatformAbsent says so.
    expr: `group by (namespace) (last_over_time(up{${OURS}}[1d])) unless on (namespace) group by (namespace) (up{${OURS}}) and on () group (up{${OURS}})`,
    for: "5m",
    severity: "page",
    summary: "Nothing of the installation in {{ $labels.namespace }} is scraped any more",
    description:
      "Within the last day there were targets there; another installation still has some, so Prometheus itself looks.",
    firing: {
      series: { [up("payments")]: "1+0x10 _x60", [elsewhere("payments")]: steady(1) },
      at: "40m",
      labels: [NS],
    },
    quiet: { series: { ...upWithout(""), [elsewhere("payments")]: steady(0) }, at: "40m" },
    alsoQuiet: {
      "once it has been gone for a day": {
        series: { [up("payments")]: "1+0x10 _x1600", [elsewhere("payments")]: steady(1, 1_600) },
        at: "1500m",
      },
    },
  },
  {
    alert: "ServiceDown",
    expr: ABSENT,
    for: "2m",
    severity: "page",
    summary: "No {{ $labels.service }} runs",
    description: "No process of the service answers a scrape, while others of the installation are known.",
    firing: { series: upWithout("payments"), at: "10m", labels: [{ ...NS, service: "payments" }] },
    quiet: { series: upWithout("sandbox-acquirer"), at: "10m" },
    alsoQuiet: {
      "where somebody else has a service of such a name": {
        series: { ...upWithout(""), [FOREIGN]: steady(1) },
        at: "10m",
      },
    },
  },
  {
    alert: "ProcessDown",
    expr: `max by (namespace, service, pod) (up{${OURS}}) == 0`,
    for: "5m",
    severity: "ticket",
    summary: "A process of {{ $labels.service }} does not answer",
    description: "One of the service's processes has not answered a scrape for five minutes.",
    firing: {
      series: { ...upWithout("payments"), [up("payments")]: steady(0) },
      at: "20m",
      labels: [{ ...NS, service: "payments", pod: "payments-0" }],
    },
    quiet: { series: upWithout(""), at: "20m" },
  },
  {
    alert: "VersionsDiffer",
    expr: `count by (namespace) (count by (namespace, version, revision) (build_info{${OURS}})) > 1`,
    for: "1h",
    severity: "ticket",
    summary: "Several versions of the platform run beside each other",
    description: "A roll-out has not come to its end for an hour.",
    firing: {
      series: {
        'build_info{payments_platform="service",namespace="pay",service="payments",version="1.2.0",revision="a",node_version="v24"}':
          steady(1),
        'build_info{payments_platform="service",namespace="pay",service="refunds",version="1.3.0",revision="b",node_version="v24"}':
          steady(1),
      },
      at: "90m",
      labels: [NS],
    },
    quiet: {
      series: {
        'build_info{payments_platform="service",namespace="pay",service="payments",version="1.3.0",revision="b",node_version="v24"}':
          steady(1),
        'build_info{payments_platform="service",namespace="pay",service="refunds",version="1.3.0",revision="b",node_version="v24"}':
          steady(1),
      },
      at: "90m",
    },
  },
];

const needs: readonly AlertRule[] = [
  {
    alert: "DependencyUnavailable",
    expr: `min by (namespace, service, dependency) (dependency_available{${OURS}}) == 0`,
    for: "2m",
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
    alert: "DbErrors",
    // Constraints that are meant to refuse (23) and lost races (40) are everyday.
    expr: `sum by (namespace, owner, sqlstate_class) (rate(db_errors_total{${OURS},sqlstate_class!~"23|40"}[5m])) > 0.1`,
    for: "5m",
    severity: "ticket",
    summary: "Statements of {{ $labels.owner }} fail with SQLSTATE class {{ $labels.sqlstate_class }}",
    description: "The database is away, out of something, or refuses what it should take.",
    firing: {
      series: {
        'db_errors_total{payments_platform="service",namespace="pay",service="payments",pod="a",owner="payments",sqlstate_class="53"}':
          growing(30),
      },
      at: "20m",
      labels: [{ ...NS, owner: "payments", sqlstate_class: "53" }],
    },
    quiet: {
      series: {
        'db_errors_total{payments_platform="service",namespace="pay",service="payments",pod="a",owner="payments",sqlstate_class="23"}':
          growing(600),
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
    expr: `${perAction(BAD_CALLS)} / ${perAction(ALL_CALLS)} > 0.05 and ${perAction(ALL_CALLS)} > 20`,
    for: "5m",
    severity: "ticket",
    summary: "Calls of {{ $labels.action }} fail",
    description:
      "More than a twentieth of the calls between services end in an error of ours, a timeout, or find nobody.",
    firing: {
      series: { [calls("ok")]: growing(80), [calls("server_error")]: growing(20) },
      at: "20m",
      labels: [{ ...NS, action: "payments.create" }],
    },
    quiet: { series: { [calls("ok")]: growing(60), [calls("client_error")]: growing(40) }, at: "20m" },
  },
  {
    alert: "GatewaySheddingLoad",
    expr: 'sum by (namespace) (rate(gateway_rate_limited_total{scope="admission"}[5m])) > 0.1',
    for: "2m",
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
    expr: "sum by (namespace, reason) (rate(gateway_auth_failures_total[5m])) > 5",
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

export const SERVICES: RuleGroup = { name: "services", rules: [...there, ...needs, ...busy, ...SPANS] };
