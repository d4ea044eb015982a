import { beginAtZero, type Metrics } from "@flowlix/runtime";

/** Seconds. An event waits here while its endpoint is held back, so that the last ones are long. */
const FIRST_TRY_BUCKETS = [0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 900, 3_600];

/** What a try that failed may end with; the rare ones begin with their first. */
const FAILED_CLASSES = [
  "3xx",
  "4xx",
  "5xx",
  "timeout",
  "host_unknown",
  "connection_refused",
  "connection_closed",
  "tls_failed",
  "connection_failed",
];

export type NotifierMetrics = ReturnType<typeof notifierMetrics>;

/** The metrics of this service; low-cardinality labels only, never an id. */
export function notifierMetrics(metrics: Metrics) {
  const events = metrics.counter("notifier_events_total", "Events that owners told, by what came of them", [
    "outcome",
  ]);
  beginAtZero(events, { outcome: ["stored", "known", "refused"] });
  const deliveries = metrics.counter(
    "notifier_webhook_deliveries_total",
    "Tries of webhooks, by outcome and by the class of the answer or why there was none",
    ["outcome", "code_class"],
  );
  beginAtZero(deliveries, { outcome: ["succeeded"], code_class: ["2xx"] });
  beginAtZero(deliveries, { outcome: ["failed"], code_class: FAILED_CLASSES });
  return {
    events,
    deliveries,
    duration: metrics.histogram(
      "notifier_webhook_delivery_duration_seconds",
      "Duration of a try until its answer began",
    ),
    firstTryDelay: metrics.histogram(
      "notifier_webhook_first_try_delay_seconds",
      "Age of a webhook when it was first tried",
      [],
      FIRST_TRY_BUCKETS,
    ),
    exhausted: metrics.counter("notifier_webhook_exhausted_total", "Webhooks given up after 72 hours"),
    disabled: beginAtZero(
      metrics.counter("notifier_endpoints_disabled_total", "Endpoints disabled, by why", ["reason"]),
      { reason: ["gone", "merchant", "operator"] },
    ),
    recordDuration: metrics.histogram(
      "notifier_record_duration_seconds",
      "Duration of the commits that record tries",
    ),
  };
}
