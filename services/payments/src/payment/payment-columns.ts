import { PaymentEntity } from "./payment.entity.ts";
import { REFUNDS_OF_PAYMENT } from "../refunds/reservation.ts";

/** `p.id, p.merchant_id, …` for a table aliased `p`, with its Refunds. */
export const ROW_COLUMNS = [
  ...Object.keys(PaymentEntity.options.columns).map((column) => `p.${column}`),
  `${REFUNDS_OF_PAYMENT} as refunds`,
].join(", ");

/** The database's time in whole milliseconds. */
export const NOW_MS = "floor(extract(epoch from platform.clock()) * 1000)::bigint";
