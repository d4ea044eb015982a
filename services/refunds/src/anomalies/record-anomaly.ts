import type { Anomaly } from "@flowlix/contracts";
import type { TransferOutcome, TransferRead } from "@flowlix/provider";
import type { RefundsDeps } from "../deps.ts";
import type { RefundRow } from "../refund/refund.entity.ts";

/** Records a contradiction about a Refund for an operator (architecture §2 rule 8). */
export function recordAnomaly(
  { anomalies }: Pick<RefundsDeps, "anomalies">,
  { id, merchant_id, livemode, amount, currency }: RefundRow,
  kind: Anomaly["kind"],
  detail: string,
): Promise<void> {
  return anomalies.record({ kind, object_id: id, merchant_id, livemode, amount, currency, detail });
}

/**
 * An answer that could be read but spoke of another reference, charge, amount, currency or mode than ours
 * moves nothing and is an anomaly (architecture §2 rule 2).
 */
export async function noteContradiction(
  deps: Pick<RefundsDeps, "anomalies">,
  row: RefundRow,
  outcome: TransferOutcome | TransferRead,
): Promise<void> {
  if (outcome.kind !== "unknown" || outcome.contradicts === undefined) return;
  const detail = `the provider answered for this refund with another ${outcome.contradicts}`;
  await recordAnomaly(deps, row, "outcome_mismatch", detail);
}
