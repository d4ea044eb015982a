import { growing, NS, OURS, steady, STILL, type AlertRule } from "../rule.ts";

const lost = (range: string) =>
  `sum by (namespace, service) (rate(trace_spans_total{${OURS},outcome=~"failed|dropped"}[${range}]))`;

/** Of the group `services`: what its processes report of traces. */
export const SPANS: readonly AlertRule[] = [
  {
    alert: "SpansLost",
    expr: `${lost("10m")} > 0 and ${lost(STILL)} > 0`,
    for: "15m",
    severity: "ticket",
    summary: "Spans of {{ $labels.service }} are lost",
    description:
      "The collector does not take them, or not as fast as they are made; nothing else is affected.",
    firing: {
      series: {
        'trace_spans_total{payments_platform="service",namespace="pay",service="payments",pod="a",outcome="failed"}':
          growing(30),
      },
      at: "40m",
      labels: [{ ...NS, service: "payments" }],
    },
    quiet: {
      series: {
        'trace_spans_total{payments_platform="service",namespace="pay",service="payments",pod="a",outcome="exported"}':
          growing(3_000),
        'trace_spans_total{payments_platform="service",namespace="pay",service="payments",pod="a",outcome="dropped"}':
          steady(7),
      },
      at: "40m",
    },
  },
];
