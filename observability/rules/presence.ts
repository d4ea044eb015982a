import { PROGRAMS } from "../programs.ts";
import { firingOn, NS, OURS, steady, type AlertRule } from "../rule.ts";

const up = (service: string) =>
  `up{payments_platform="service",namespace="pay",pod="${service}-0",service="${service}"}`;
const upWithout = (missing: string) =>
  Object.fromEntries(
    PROGRAMS.filter((service) => service !== missing).map((service) => [up(service), steady(1)]),
  );

const started = (service: string, pod: string) =>
  `process_started{payments_platform="service",namespace="pay",pod="${pod}",service="${service}"}`;
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

/** Whether there is what should be there: installations, services, processes. */
export const PRESENCE: readonly AlertRule[] = [
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
    keepFiringFor: firingOn(5),
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
    keepFiringFor: firingOn(4),
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
    alert: "ServiceNotStarted",
    expr: `max by (namespace, service) (process_started{${OURS},service!="sandbox-acquirer"}) == 0`,
    for: "2m",
    keepFiringFor: firingOn(3),
    severity: "page",
    summary: "No process of {{ $labels.service }} gets to the end of its start",
    description: "Each waits for Postgres or the bus, and serves nobody until it is there.",
    firing: {
      series: { [started("payments", "a")]: steady(0), [started("payments", "b")]: steady(0) },
      at: "10m",
      labels: [{ ...NS, service: "payments" }],
    },
    quiet: {
      series: { [started("payments", "a")]: steady(1), [started("payments", "b")]: steady(0) },
      at: "10m",
    },
    alsoQuiet: {
      "where only the Sandbox's acquirer waits": {
        series: { [started("sandbox-acquirer", "a")]: steady(0) },
        at: "10m",
      },
    },
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
