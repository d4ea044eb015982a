import { columnsOf } from "@flowlix/persistence";
import { REFUNDS_OF_PAYMENT } from "../refunds/reservation.ts";
import { DECLINED_CARDS } from "./declined-cards.ts";
import { PaymentEntity } from "./payment.entity.ts";

/** `p.id, p.merchant_id, …` for a table aliased `p`, without its Refunds. */
export const OWN_COLUMNS = columnsOf(PaymentEntity, "p");

/** The same with its Refunds and the cards that were declined. */
export const ROW_COLUMNS = `${OWN_COLUMNS}, ${REFUNDS_OF_PAYMENT} as refunds, ${DECLINED_CARDS} as declined_cards`;

/**
 * Whether no earlier order of the Payment `p` is known to have been charged, as SQL: one that was to have come to
 * nothing, and was charged all the same, lets no other begin.
 */
export const EARLIER_FAILED = `(p.card_attempt is null or not exists (
  select from payments.anomalies as a where a.object_id = p.id and a.kind = 'charged_after_end'))`;
