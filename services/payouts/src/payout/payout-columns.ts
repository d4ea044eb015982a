import { PayoutEntity } from "./payout.entity.ts";

/** `p.id, p.merchant_id, …` for a table aliased `p`. */
export const ROW_COLUMNS = Object.keys(PayoutEntity.options.columns)
  .map((column) => `p.${column}`)
  .join(", ");

/** The database's time in whole milliseconds. */
export const NOW_MS = "floor(extract(epoch from platform.clock()) * 1000)::bigint";
