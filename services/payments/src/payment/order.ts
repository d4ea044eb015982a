import { orderReference, type Order, type OrderName, type OrderRef } from "@flowlix/provider";
import type { PaymentsDeps } from "../deps.ts";
import type { PaymentRow } from "./payment.entity.ts";

/** Which of its orders is a Payment's now. */
export const attemptOf = ({ card_attempt: attempt }: Pick<PaymentRow, "card_attempt">): number =>
  attempt ?? 1;

/**
 * What names a Payment's order when it is read or closed: our id is the reference, with the attempt where a card came
 * before it (docs/design/architecture.md#rule-1).
 */
export const orderRefOf = (row: PaymentRow): OrderRef => ({
  ...referenceOf(row, attemptOf(row)),
  ...(row.acquirer_id === null ? {} : { acquirerId: row.acquirer_id }),
});

const referenceOf = (row: PaymentRow, attempt: number): OrderRef => ({
  reference: orderReference({ id: row.id, attempt }),
  amount: row.amount,
  currency: row.currency,
  livemode: row.livemode,
});

/**
 * When an order of the Payment can have been sent, of whichever card: from its creation to the last submission's
 * deadline. Nothing where nobody knows that, of a row of the release before.
 */
export function submittedBetween(row: PaymentRow): Pick<OrderRef, "submittedBetween"> {
  const lastMs = (row.submit_until ?? row.submitted_until)?.getTime();
  return lastMs === undefined ? {} : { submittedBetween: { firstMs: row.created_at.getTime(), lastMs } };
}

/** The same with what reads and closings are told beside it. */
export const askedOrderOf = (row: PaymentRow): OrderRef => ({
  ...orderRefOf(row),
  ...submittedBetween(row),
  ...(row.expiring ? { closingAsked: true } : {}),
});

/** The same of an earlier order, whose own id at its acquirer is not kept. It was never asked to be closed. */
export const earlierOrderOf = (row: PaymentRow, { attempt }: Pick<OrderName, "attempt">): OrderRef => ({
  ...referenceOf(row, attempt),
  ...submittedBetween(row),
});

/** The Payment's order as it is submitted. The payer's address is known by then: the claim sees to it. */
export function orderOf(
  deps: Pick<PaymentsDeps, "returnTokens" | "settings">,
  row: PaymentRow,
  merchantName?: string,
): Order {
  if (row.customer_ip_address === null)
    throw new Error("an order is submitted for a payer whose address is known");
  const email = row.billing_details?.email ?? null;
  return {
    ...orderRefOf(row),
    return_url: `${deps.settings.publicUrl}/return/${row.id}/${deps.returnTokens.tokenFor(row.id)}`,
    customer_ip_address: row.customer_ip_address,
    merchant_customer_id: row.merchant_customer_id,
    ...(merchantName === undefined ? {} : { merchant_name: merchantName }),
    ...(email === null ? {} : { customer_email: email }),
    ...(row.statement_descriptor === null ? {} : { statement_descriptor: row.statement_descriptor }),
  };
}
