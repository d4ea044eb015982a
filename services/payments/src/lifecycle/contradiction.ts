import type { NewAnomaly } from "@flowlix/persistence";
import type { Outcome, ReadOutcome } from "@flowlix/provider";
import type { PaymentsDeps } from "../deps.ts";
import type { PaymentRow } from "../payment/payment.entity.ts";
import { isTerminal } from "./payment-lifecycle.ts";

/**
 * An answer that could be read but spoke of another reference, amount, currency or mode than ours
 * moves nothing and is an anomaly (architecture §2 rule 2). Of an ended Payment it is told once: no look can
 * bring it to another end, so whoever ended the anomaly has done all there is to do.
 */
export async function noteContradiction(
  deps: Pick<PaymentsDeps, "anomalies">,
  row: PaymentRow,
  outcome: Outcome | ReadOutcome,
): Promise<void> {
  if (outcome.kind !== "unknown" || outcome.contradicts === undefined) return;
  const ended = isTerminal(row.status);
  const anomaly: NewAnomaly = {
    kind: "outcome_mismatch",
    object_id: row.id,
    merchant_id: row.merchant_id,
    livemode: row.livemode,
    amount: row.amount,
    currency: row.currency,
    detail: `the provider answered for this payment${ended ? ", which had ended," : ""} with another ${outcome.contradicts}`,
  };
  await (ended ? deps.anomalies.recordOnce(anomaly) : deps.anomalies.record(anomaly));
}
