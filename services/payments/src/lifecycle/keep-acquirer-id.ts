import { acquirerIdOf, type Outcome, type ReadOutcome } from "@flowlix/provider";
import type { PaymentsDeps } from "../deps.ts";
import { attemptOf } from "../payment/order.ts";
import type { PaymentRow } from "../payment/payment.entity.ts";

/**
 * Keeps the acquirer's own id where an answer told one that no move will keep, as the first one told. Another one than
 * that is an exception, recorded once, and stays one: our reference decides whose an answer is
 * (docs/decisions/0097-an-adapter-declares-what-it-is-like.md). An answer about something else tells nothing.
 */
export async function keepAcquirerId(
  deps: Pick<PaymentsDeps, "store" | "exceptions">,
  row: PaymentRow,
  outcome: Outcome | ReadOutcome,
): Promise<void> {
  const told = outcome.kind === "unknown" ? null : acquirerIdOf(outcome);
  if (told === null || told === row.acquirer_id) return;
  if (row.acquirer_id === null) return deps.store.keepAcquirerId(row.id, attemptOf(row), told);
  const detail = "the provider names this payment by another id of its own than before";
  await deps.exceptions.recordOnce({
    kind: "outcome_mismatch",
    object_id: row.id,
    merchant_id: row.merchant_id,
    livemode: row.livemode,
    amount: row.amount,
    currency: row.currency,
    detail,
  });
}
