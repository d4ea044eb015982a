import { OURS } from "../rule.ts";
import { max, N, outBy, quantiles, rate, NOTHING_YET, type Dashboard } from "./dashboard.ts";

/** The worst of the chosen installations; live, Sandbox and requests without a mode apart, as in alerts. */
const worst = (record: string) => `max by (mode) (${record}{${N}})`;
const FAILED_SHARE = worst("slo:gateway_availability:error_ratio30d");

export const PLATFORM: Dashboard = {
  uid: "payments-platform",
  title: "Payments / Platform",
  description: "Whether merchants are served, and whether money is where it should be.",
  rows: [
    {
      title: "Objectives",
      panels: [
        {
          title: "Availability, 30 days",
          empty: NOTHING_YET,
          description:
            "Share of requests that were not answered with a 5xx, of thirty days or of as many as Prometheus keeps. What amounts of the Sandbox order is left out, and /v1/health. The objective is 99.9 %.",
          type: "stat",
          unit: "percentunit",
          width: 3,
          queries: [{ expr: `1 - ${FAILED_SHARE}`, legend: "{{mode}}" }],
          runbooks: ["GatewayAvailabilityBurnSlow"],
        },
        {
          title: "Error budget that is left",
          empty: NOTHING_YET,
          description: "Of the 0.1 % of those days. At 0 it is used up; by how much availability shows.",
          type: "stat",
          unit: "percentunit",
          width: 3,
          queries: [{ expr: `clamp_min(1 - ${FAILED_SHARE} / 0.001, 0)`, legend: "{{mode}}" }],
          runbooks: ["GatewayAvailabilityBurnFast"],
        },
        {
          title: "Burn rate, 1 h",
          description: "How many times faster than allowed the budget is used. 14.4 for an hour pages.",
          type: "stat",
          unit: "short",
          width: 3,
          warns: [1, 14.4],
          queries: [
            { expr: `${worst("slo:gateway_availability:error_ratio1h")} / 0.001`, legend: "{{mode}}" },
          ],
          runbooks: ["GatewayAvailabilityBurnFast"],
        },
        {
          title: "Burn rate, 6 h",
          description: "The same over six hours. 6 pages.",
          type: "stat",
          unit: "short",
          width: 3,
          warns: [1, 6],
          queries: [
            { expr: `${worst("slo:gateway_availability:error_ratio6h")} / 0.001`, legend: "{{mode}}" },
          ],
          runbooks: ["GatewayAvailabilityBurnFast"],
        },
        {
          title: "What burns",
          description:
            "Share of requests that failed, of payments that were slow, of webhooks that were tried late.",
          unit: "percentunit",
          width: 6,
          queries: [
            { expr: worst("slo:gateway_availability:error_ratio5m"), legend: "failed requests {{mode}}" },
            { expr: worst("slo:payment_latency:slow_ratio5m"), legend: "payments over 0.5 s {{mode}}" },
            { expr: `max(slo:webhook_first_try:slow_ratio5m{${N}})`, legend: "webhooks over 60 s" },
          ],
          runbooks: ["PaymentLatencyBurnFast", "WebhookFirstTryBurn"],
        },
        {
          title: "Alerts that fire",
          empty: NOTHING_YET,
          description: "What Prometheus has found. Each has a runbook under its name.",
          type: "table",
          unit: "none",
          width: 6,
          queries: [
            { expr: `sum by (alertname, severity, service, owner) (ALERTS{alertstate="firing",${N}})` },
          ],
        },
      ],
    },
    {
      title: "Traffic",
      panels: [
        {
          title: "Requests by answer",
          description: "What the gateway answered, by HTTP status.",
          unit: "reqps",
          stacked: true,
          queries: [{ expr: rate("gateway_http_requests_total", "code"), legend: "{{code}}" }],
        },
        {
          title: "Time to an answer",
          empty: NOTHING_YET,
          description: "Of all requests. The objective of POST /v1/payments is 99 % within half a second.",
          unit: "s",
          warns: [0.5, 1],
          queries: quantiles("gateway_http_request_duration_seconds"),
          runbooks: ["PaymentLatencyBurnFast"],
        },
        {
          title: "Payments that ended",
          empty: NOTHING_YET,
          description: "By how they ended and by mode, a second.",
          unit: "ops",
          stacked: true,
          queries: [
            {
              expr: rate("payments_state_transitions_total", "to, mode", 'to=~"SUCCEEDED|FAILED|EXPIRED"'),
              legend: "{{to}}, {{mode}}",
            },
          ],
          runbooks: ["FailureRatioHigh"],
        },
        {
          title: "Volume that succeeded",
          empty: NOTHING_YET,
          description: "Minor units a second by currency and mode; not to be added up across currencies.",
          unit: "short",
          queries: [
            {
              expr: rate("payments_amount_minor_units_total", "currency, mode", 'state="SUCCEEDED"'),
              legend: "{{currency}}, {{mode}}",
            },
          ],
        },
        {
          title: "Processes",
          description: "How many processes of each service answer Prometheus.",
          unit: "short",
          queries: [{ expr: `sum by (service) (up{${N},${OURS}})`, legend: "{{service}}" }],
          runbooks: ["ServiceDown", "ProcessDown", "ProcessHung"],
        },
      ],
    },
    {
      title: "Truth",
      panels: [
        {
          title: "Journal out by",
          description:
            "Minor units by which journal and objects differ, by owner. Must be 0; without a value the owner's database does not answer.",
          type: "stat",
          unit: "short",
          warns: [1, 1],
          width: 3,
          queries: [{ expr: outBy("owner"), legend: "{{owner}}" }],
          runbooks: ["LedgerImbalance"],
        },
        {
          title: "Differences with the provider",
          description: "Lines of statements and books that differ and that nobody resolved.",
          type: "stat",
          unit: "short",
          warns: [1, 1],
          width: 3,
          queries: [{ expr: `sum(max by (namespace, kind) (reconciler_mismatches_open{${N}}))` }],
          runbooks: ["ReconciliationMismatchOpen"],
        },
        {
          title: "Exceptions that are open",
          description: "Contradictions that await an operator.",
          type: "stat",
          unit: "short",
          warns: [1, 1],
          width: 3,
          queries: [{ expr: `sum(owner:anomalies_open:max{${N}})` }],
          runbooks: ["AnomaliesOpen"],
        },
        {
          title: "Oldest event that waits",
          description: "Age of the oldest row in an outbox. Over a minute pages.",
          type: "stat",
          unit: "s",
          warns: [10, 60],
          width: 3,
          queries: [{ expr: max("outbox_oldest_unpublished_age_seconds") }],
          runbooks: ["OutboxNotDraining"],
        },
      ],
    },
  ],
};
