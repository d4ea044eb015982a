import type { Metrics } from "@flowlix/runtime";

export type NotifierMetrics = ReturnType<typeof notifierMetrics>;

/** The metrics of this service; low-cardinality labels only, never an id. */
export function notifierMetrics(metrics: Metrics) {
  return {
    events: metrics.counter("notifier_events_total", "Events that owners told, by what came of them", [
      "outcome",
    ]),
    deliveries: metrics.counter(
      "notifier_webhook_deliveries_total",
      "Tries of webhooks, by outcome and by the class of the answer or why there was none",
      ["outcome", "code_class"],
    ),
    duration: metrics.histogram(
      "notifier_webhook_delivery_duration_seconds",
      "Duration of a try until its answer began",
    ),
    exhausted: metrics.counter("notifier_webhook_exhausted_total", "Webhooks given up after 72 hours"),
    disabled: metrics.counter("notifier_endpoints_disabled_total", "Endpoints disabled, by why", ["reason"]),
    recordDuration: metrics.histogram(
      "notifier_record_duration_seconds",
      "Duration of the commits that record tries",
    ),
  };
}
