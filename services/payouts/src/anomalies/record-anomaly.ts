import type { Anomaly } from "@flowlix/contracts";
import type { TransferOutcome, TransferRead } from "@flowlix/provider";
import type { PayoutsDeps } from "../deps.ts";
import type { PayoutRow } from "../payout/payout.entity.ts";

/** Records a contradiction about a Payout for an operator (architecture §2 rule 8). */
export function recordAnomaly(
  { anomalies }: Pick<PayoutsDeps, "anomalies">,
  { id, merchant_id, livemode, amount, currency }: PayoutRow,
  kind: Anomaly["kind"],
  detail: string,
): Promise<void> {
  return anomalies.record({ kind, object_id: id, merchant_id, livemode, amount, currency, detail });
}

/**
 * An answer that could be read but spoke of another reference, amount, currency or mode than ours moves
 * nothing and is an anomaly (architecture §2 rule 2).
 */
export async function noteContradiction(
  deps: Pick<PayoutsDeps, "anomalies">,
  row: PayoutRow,
  outcome: TransferOutcome | TransferRead,
): Promise<void> {
  if (outcome.kind !== "unknown" || outcome.contradicts === undefined) return;
  const detail = `the provider answered for this payout with another ${outcome.contradicts}`;
  await recordAnomaly(deps, row, "outcome_mismatch", detail);
}
