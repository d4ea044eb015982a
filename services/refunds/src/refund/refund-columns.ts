import { RefundEntity } from "./refund.entity.ts";

/** `r.id, r.merchant_id, …` for a table aliased `r`. */
export const ROW_COLUMNS = Object.keys(RefundEntity.options.columns)
  .map((column) => `r.${column}`)
  .join(", ");

/** The database's time in whole milliseconds. */
export const NOW_MS = "floor(extract(epoch from platform.clock()) * 1000)::bigint";
