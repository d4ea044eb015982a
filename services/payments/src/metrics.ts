import type { Metrics } from "@flowlix/runtime";

export type PaymentsMetrics = ReturnType<typeof paymentsMetrics>;

/** The metrics of this service; low-cardinality labels only, never an id. */
export function paymentsMetrics(metrics: Metrics) {
  return {
    transitions: metrics.counter("payments_state_transitions_total", "Status changes of payments", [
      "from",
      "to",
    ]),
    amounts: metrics.counter(
      "payments_amount_minor_units_total",
      "Amounts of payments that ended, in minor units of their currency",
      ["currency", "state"],
    ),
    anomalies: metrics.counter("payments_anomalies_total", "Contradictions recorded for an operator", [
      "kind",
    ]),
    providerRequests: metrics.counter(
      "provider_requests_total",
      "Calls to a provider, by what came of them",
      ["provider", "operation", "outcome"],
    ),
    providerDuration: metrics.histogram(
      "provider_request_duration_seconds",
      "Duration of calls to a provider",
      ["provider", "operation"],
    ),
    hostedSubmits: metrics.counter(
      "payments_hosted_submits_total",
      "Cards submitted on the hosted page, by what became of the submit",
      ["result"],
    ),
    looks: metrics.counter("payments_looks_total", "Looks at payments that were due, by result", ["result"]),
  };
}
