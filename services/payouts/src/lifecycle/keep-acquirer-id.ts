import { keepReportedId } from "@flowlix/engine";
import type { TransferOutcome, TransferRead } from "@flowlix/provider";
import type { PayoutsDeps } from "../deps.ts";
import type { PayoutRow } from "../payout/payout.entity.ts";

/** Keeps the acquirer's own id of a Payout (`keepReportedId`). */
export const keepAcquirerId = (
  deps: Pick<PayoutsDeps, "syncs" | "exceptions">,
  row: PayoutRow,
  outcome: TransferOutcome | TransferRead,
): Promise<void> =>
  keepReportedId(deps, "payout", row, outcome, (acquirerId) => deps.syncs.keepAcquirerId(row.id, acquirerId));
