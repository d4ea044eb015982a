import { applyFact, recordException, recordOnce, recordUndone, type Applied } from "@flowlix/engine";
import { paymentsJournal } from "../journal/journal-tables.ts";
import type { DatabaseTime } from "@flowlix/persistence";
import type { PaymentsDeps } from "../deps.ts";
import type { PaymentRow } from "../payment/payment.entity.ts";
import { isOrderNow, orderNow, type OrderOf } from "../payment/earlier-orders.ts";
import { movePayment } from "./move-payment.ts";
import { eventOf, type OrderFact } from "./order-fact.ts";
import { afterFailure, verdictOfOrder } from "./another-card.ts";
import type { PaymentEvent } from "./payment-lifecycle.ts";

/**
 * Records what the provider said of a Payment's order (`applyFact`), and an exception for an order that has lost its
 * Payment. `row` is the row as last seen, `asked` which order it was, where it is not the row's own.
 */
export const applyEvent = (
  deps: Pick<PaymentsDeps, "store" | "exceptions" | "metrics">,
  row: PaymentRow,
  fact: OrderFact,
  time: DatabaseTime,
  asked: OrderOf = orderNow(row),
): Promise<Applied<PaymentRow>> =>
  applyFact<PaymentRow, PaymentEvent>(
    {
      eventOf: (current) => afterFailure(current, eventOf(fact, current, time)),
      verdictOn: (current, event) => verdictOfOrder(asked, current, event),
      move: (current, event) => {
        const { acquirerId } = fact;
        return movePayment(deps, { row: current, event, submission: null, acquirerId }, time);
      },
      recordContradiction: (current, event) => recordContradiction(deps, current, event, asked),
      read: ({ id }) => deps.store.read(id),
      recordGone: (current, event) => recordGone(deps, current, event, asked),
    },
    row,
  );

const isCharge = (event: PaymentEvent): boolean => event.type === "succeeded";

function recordContradiction(
  deps: Pick<PaymentsDeps, "exceptions">,
  row: PaymentRow,
  event: PaymentEvent,
  asked: OrderOf,
): Promise<void> {
  if (event.type === "undone")
    return recordUndone(deps, row, { noun: "payment", kind: paymentsJournal.undone });
  const said = event.type === "failed" ? `failed (${event.code})` : event.type;
  const detail = `the provider reports "${said}" of ${namedIn(row, asked)}`;
  const kind = isCharge(event) ? "charged_after_end" : "outcome_mismatch";
  // While its Payment is open an earlier order is read by every status sync.
  const record = isOrderNow(asked, row) ? recordException : recordOnce;
  return record(deps, row, kind, detail, elsewhere(row, asked));
}

/** The account of an order's money, if not the Payment's own. */
const elsewhere = (row: PaymentRow, { provider_account: account }: OrderOf): string | null =>
  account === row.provider_account ? null : account;

/** Of an earlier order everybody knows that it came to nothing, whatever the Payment is now. */
export function namedIn(row: PaymentRow, asked: OrderOf): string {
  const { attempt, provider_account: account } = asked;
  if (isOrderNow(asked, row)) return `a payment that is recorded as ${row.status}`;
  // Of what went to another account the row says why.
  return account === row.provider_account
    ? `the order of card ${attempt}, which had failed`
    : `the order at account ${account}, which had executed nothing of it`;
}

/** An order that is not charged and never will be needs no Payment; of any other an operator hears. */
async function recordGone(
  deps: Pick<PaymentsDeps, "exceptions">,
  row: PaymentRow,
  event: PaymentEvent,
  asked: OrderOf,
): Promise<void> {
  if (event.type === "failed" || event.type === "action_expired" || event.type === "undone") return;
  const detail = `the provider reports "${event.type}" of an order whose payment is gone`;
  const kind = isCharge(event) ? "charged_after_end" : "unknown_reference";
  await recordException(deps, row, kind, detail, elsewhere(row, asked));
}
