import { columnsOf } from "@flowlix/persistence";
import { PayoutEntity } from "./payout.entity.ts";

/** `p.id, p.merchant_id, …` for a table aliased `p`. */
export const ROW_COLUMNS = columnsOf(PayoutEntity, "p");
