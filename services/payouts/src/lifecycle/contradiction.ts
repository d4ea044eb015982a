import type { TransferOutcome, TransferRead } from "@flowlix/provider";
import type { PayoutsDeps } from "../deps.ts";
import type { PayoutRow } from "../payout/payout.entity.ts";

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
  await deps.anomalies.record({
    kind: "outcome_mismatch",
    object_id: row.id,
    merchant_id: row.merchant_id,
    livemode: row.livemode,
    amount: row.amount,
    currency: row.currency,
    detail: `the provider answered for this payout with another ${outcome.contradicts}`,
  });
}
