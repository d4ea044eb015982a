import type { DatabaseTime } from "@flowlix/persistence";
import { transferFactOf, type DecidedTransfer } from "@flowlix/engine";
import { applyEvent } from "./apply-event.ts";
import type { RefundsDeps } from "../deps.ts";
import type { RefundRow } from "../refund/refund.entity.ts";

/** Applies what the provider said of a Refund; answers the row as it then is. */
export const recordFact = (
  deps: Pick<RefundsDeps, "store" | "exceptions" | "metrics">,
  row: RefundRow,
  outcome: DecidedTransfer,
  time: DatabaseTime,
): Promise<RefundRow> => applyEvent(deps, row, transferFactOf(outcome), time);
