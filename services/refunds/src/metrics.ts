import type { OwnerMetrics } from "@flowlix/engine";
import { beginAtZero, type Metrics } from "@flowlix/runtime";

export type RefundsMetrics = ReturnType<typeof refundsMetrics>;

/** The metrics of this service: those that every owner has, and its own. */
export const refundsMetrics = (metrics: Metrics, ofOwner: OwnerMetrics) => ({
  ...ofOwner,
  reports: beginAtZero(
    metrics.counter(
      "refunds_tellings_total",
      "Refunds reported to the owner of their payment, by whether it acknowledged",
      ["result"],
    ),
    { result: ["acknowledged", "failed"] },
  ),
});
