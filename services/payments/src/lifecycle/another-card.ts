import type { PaymentRow } from "../payment/payment.entity.ts";
import { isOrderNow, type OrderOf } from "../payment/earlier-orders.ts";
import { attemptOf } from "../payment/order.ts";
import { verdictOn, type PaymentEvent, type Verdict } from "./payment-lifecycle.ts";
import { stateOf } from "../payment/payment-view.ts";

/**
 * What a failed order means to its Payment: the end, or the form again where the merchant lets payers try another card
 * (docs/design/decisions.md#card-attempts). The next order begins only here, where the acquirer has said of the one
 * before that it failed. One that is being closed, or has ever gone on without the payer, leads back to no form.
 */
export function afterFailure(row: PaymentRow, event: PaymentEvent): PaymentEvent {
  const { card_attempts_max: max, page_url: url } = row;
  if (event.type !== "failed" || row.status !== "REQUIRES_ACTION") return event;
  if (row.expiring || row.processing_at !== null) return event;
  if (max === null || url === null || attemptOf(row) >= max) return event;
  return { type: "card_declined", code: event.code, url };
}

/**
 * What news of an order means to a Payment that may be at another card or another account by now. `asked` is the order
 * it is about. Of an order that came to nothing all news is old, unless it was charged after all: what it says must
 * never be taken for the order that came after it.
 */
export function verdictOfOrder(asked: OrderOf, now: PaymentRow, event: PaymentEvent): Verdict {
  if (isOrderNow(asked, now)) return verdictOn(stateOf(now), event);
  return event.type === "succeeded" ? "contradiction" : "same";
}
