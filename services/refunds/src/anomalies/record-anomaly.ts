import type { Anomaly } from "@flowlix/contracts";
import type { NewAnomaly } from "@flowlix/persistence";
import type { TransferOutcome, TransferRead } from "@flowlix/provider";
import type { RefundsDeps } from "../deps.ts";
import { isTerminal } from "../lifecycle/refund-lifecycle.ts";
import type { RefundRow } from "../refund/refund.entity.ts";

/** Records a contradiction about a Refund for an operator (architecture §2 rule 8). */
export function recordAnomaly(
  { anomalies }: Pick<RefundsDeps, "anomalies">,
  row: RefundRow,
  kind: Anomaly["kind"],
  detail: string,
): Promise<void> {
  return anomalies.record(anomalyOf(row, kind, detail));
}

const anomalyOf = (
  { id, merchant_id, livemode, amount, currency }: RefundRow,
  kind: Anomaly["kind"],
  detail: string,
): NewAnomaly => ({ kind, object_id: id, merchant_id, livemode, amount, currency, detail });

/**
 * An answer that could be read but spoke of another reference, charge, amount, currency or mode than ours
 * moves nothing and is an anomaly (architecture §2 rule 2). Of an ended Refund it is told once: no look can bring
 * it to another end, so whoever ended the anomaly has done all there is to do.
 */
export async function noteContradiction(
  deps: Pick<RefundsDeps, "anomalies">,
  row: RefundRow,
  outcome: TransferOutcome | TransferRead,
): Promise<void> {
  if (outcome.kind !== "unknown" || outcome.contradicts === undefined) return;
  const ended = isTerminal(row.status);
  const detail = `the provider answered for this refund${ended ? ", which had ended," : ""} with another ${outcome.contradicts}`;
  const anomaly = anomalyOf(row, "outcome_mismatch", detail);
  await (ended ? deps.anomalies.recordOnce(anomaly) : deps.anomalies.record(anomaly));
}
