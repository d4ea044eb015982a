import type { Metrics } from "@flowlix/runtime";

export type PayoutsMetrics = ReturnType<typeof payoutsMetrics>;

/** The metrics of this service; low-cardinality labels only, never an id. */
export function payoutsMetrics(metrics: Metrics) {
  return {
    transitions: metrics.counter("payouts_state_transitions_total", "Status changes of payouts", [
      "from",
      "to",
      "mode",
    ]),
    amounts: metrics.counter(
      "payouts_amount_minor_units_total",
      "Amounts of payouts that ended, in minor units of their currency",
      ["currency", "state", "mode"],
    ),
    anomalies: metrics.counter("payouts_anomalies_total", "Contradictions recorded for an operator", [
      "kind",
    ]),
    looks: metrics.counter("payouts_looks_total", "Looks at payouts that were due, by result", ["result"]),
    folded: metrics.counter("payouts_total_deltas_folded_total", "Changes of totals that were folded", []),
  };
}
