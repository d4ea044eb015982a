import { columnsOf } from "@flowlix/persistence";
import { REFUNDS_OF_PAYMENT } from "../refunds/reservation.ts";
import { PaymentEntity } from "./payment.entity.ts";

/** `p.id, p.merchant_id, …` for a table aliased `p`, without its Refunds. */
export const OWN_COLUMNS = columnsOf(PaymentEntity, "p");

/** The same with its Refunds. */
export const ROW_COLUMNS = `${OWN_COLUMNS}, ${REFUNDS_OF_PAYMENT} as refunds`;
