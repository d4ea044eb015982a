import { columnsOf } from "@flowlix/persistence";
import { RefundEntity } from "./refund.entity.ts";

/** `r.id, r.merchant_id, …` for a table aliased `r`. */
export const ROW_COLUMNS = columnsOf(RefundEntity, "r");
