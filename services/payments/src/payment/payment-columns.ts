import { PaymentEntity } from "./payment.entity.ts";
import { REFUNDS_OF_PAYMENT } from "../refunds/reservation.ts";

/** `p.id, p.merchant_id, …` for a table aliased `p`, without its Refunds. */
export const OWN_COLUMNS = Object.keys(PaymentEntity.options.columns)
  .map((column) => `p.${column}`)
  .join(", ");

/** The same with its Refunds. */
export const ROW_COLUMNS = `${OWN_COLUMNS}, ${REFUNDS_OF_PAYMENT} as refunds`;

/** The database's time in whole milliseconds. */
export const NOW_MS = "floor(extract(epoch from platform.clock()) * 1000)::bigint";
