import type { Metrics } from "@flowlix/runtime";

export type RefundsMetrics = ReturnType<typeof refundsMetrics>;

/** The metrics of this service; low-cardinality labels only, never an id. */
export function refundsMetrics(metrics: Metrics) {
  return {
    transitions: metrics.counter("refunds_state_transitions_total", "Status changes of refunds", [
      "from",
      "to",
      "mode",
    ]),
    amounts: metrics.counter(
      "refunds_amount_minor_units_total",
      "Amounts of refunds that ended, in minor units of their currency",
      ["currency", "state", "mode"],
    ),
    anomalies: metrics.counter("refunds_anomalies_total", "Contradictions recorded for an operator", [
      "kind",
    ]),
    looks: metrics.counter("refunds_looks_total", "Looks at refunds that were due, by result", ["result"]),
    tellings: metrics.counter(
      "refunds_tellings_total",
      "Refunds told to the owner of their payment, by whether it acknowledged",
      ["result"],
    ),
  };
}
