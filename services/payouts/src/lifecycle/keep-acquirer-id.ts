import { keepToldId } from "@flowlix/engine";
import type { TransferOutcome, TransferRead } from "@flowlix/provider";
import type { PayoutsDeps } from "../deps.ts";
import type { PayoutRow } from "../payout/payout.entity.ts";

/** Keeps the acquirer's own id of a Payout (`keepToldId`). */
export const keepAcquirerId = (
  deps: Pick<PayoutsDeps, "syncs" | "exceptions">,
  row: PayoutRow,
  outcome: TransferOutcome | TransferRead,
): Promise<void> =>
  keepToldId(deps, "payout", row, outcome, (told) => deps.syncs.keepAcquirerId(row.id, told));
