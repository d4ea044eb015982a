import { ANOMALY_KINDS } from "@flowlix/contracts";
import { beginAtZero, modeOf, type Metrics } from "@flowlix/runtime";
import type { OwnerName } from "./owner-name.ts";

export type OwnerMetrics = ReturnType<typeof ownerMetrics>;

/** The metrics that every owner has, their names beginning with its own; low-cardinality labels only, never an id. */
export function ownerMetrics(metrics: Metrics, owner: OwnerName) {
  return {
    transitions: metrics.counter(`${owner}_state_transitions_total`, `Status changes of ${owner}`, [
      "from",
      "to",
      "mode",
    ]),
    amounts: metrics.counter(
      `${owner}_amount_minor_units_total`,
      `Amounts of ${owner} that ended, in minor units of their currency`,
      ["currency", "state", "mode"],
    ),
    exceptions: beginAtZero(
      metrics.counter(`${owner}_anomalies_total`, "Contradictions recorded for an operator", ["kind"]),
      { kind: ANOMALY_KINDS },
    ),
    syncs: beginAtZero(
      metrics.counter(`${owner}_looks_total`, `Status syncs of ${owner} that were due, by result`, [
        "result",
      ]),
      { result: ["changed", "unchanged", "failed"] },
    ),
  };
}

interface Moved {
  readonly status: string;
  readonly livemode: boolean;
  readonly amount: number;
  readonly currency: string;
}

/** Counts a recorded move, and the amount of an object that ended with it. */
export function countMove(
  { transitions, amounts }: Pick<OwnerMetrics, "transitions" | "amounts">,
  from: Moved,
  to: Moved,
  hasEnded: boolean,
): void {
  const mode = modeOf(to.livemode);
  transitions.inc({ from: from.status, to: to.status, mode });
  if (from.status !== to.status && hasEnded)
    amounts.inc({ currency: to.currency, state: to.status, mode }, to.amount);
}
