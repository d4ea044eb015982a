import { firingOn, NS, OURS, steady, type AlertRule } from "../rule.ts";

const of = (metric: string) =>
  `${metric}{payments_platform="service",namespace="pay",service="payments",pod="a"}`;
const beside = (metric: string) => of(metric).replace('pod="a"', 'pod="b"');
const labels = [{ ...NS, service: "payments", pod: "a" }];

/** Less than any time that a scrape is given, and more than a refused connection takes. */
const WAITED_SECONDS = 3;

const worst = (metric: string) => `max by (namespace, service, pod) (${metric}{${OURS}})`;

/** Of the group `services`: processes that are there and answer nobody (docs/design/operations.md#hung-processes). */
export const HUNG: readonly AlertRule[] = [
  {
    alert: "ProcessHung",
    // Who is gone refuses at once; who hangs lets the scrape wait until its time is over.
    expr: `${worst("up")} == 0 and ${worst("scrape_duration_seconds")} > ${WAITED_SECONDS}`,
    for: "1m",
    keepFiringFor: firingOn(2),
    severity: "page",
    summary: "A process of {{ $labels.service }} hangs, and nobody has restarted it",
    description:
      "Scrapes of the process wait in vain. It should be restarted within 15 s; what it had under way is answered by nobody.",
    firing: {
      series: {
        [of("up")]: "1+0x3 0+0x60",
        [of("scrape_duration_seconds")]: "0.01+0x3 10+0x60",
        [beside("up")]: steady(1),
        [beside("scrape_duration_seconds")]: steady(0.01),
      },
      at: "10m",
      labels,
    },
    quiet: { series: { [of("up")]: steady(0), [of("scrape_duration_seconds")]: steady(0.001) }, at: "10m" },
    alsoQuiet: {
      "where it was restarted": {
        series: { [of("up")]: "1 1 0 1+0x60", [of("scrape_duration_seconds")]: "0.01 0.01 10 0.01+0x60" },
        at: "10m",
      },
      "where a scrape is only slow": {
        series: { [of("up")]: steady(1), [of("scrape_duration_seconds")]: steady(6) },
        at: "10m",
      },
    },
  },
];
