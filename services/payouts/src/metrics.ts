import type { OwnerMetrics } from "@flowlix/engine";
import type { Metrics } from "@flowlix/runtime";

export type PayoutsMetrics = ReturnType<typeof payoutsMetrics>;

/** The metrics of this service: those that every owner has, and its own. */
export const payoutsMetrics = (metrics: Metrics, ofOwner: OwnerMetrics) => ({
  ...ofOwner,
  folded: metrics.counter("payouts_total_deltas_folded_total", "Changes of totals that were folded", []),
});
