import type { DecidedTransfer } from "@flowlix/engine";
import type { DatabaseTime } from "@flowlix/persistence";
import { applyEvent } from "./apply-event.ts";
import type { PayoutsDeps } from "../deps.ts";
import { factOf } from "./fact-of.ts";
import { asRecorded } from "../payout/as-recorded.ts";
import type { PayoutRow } from "../payout/payout.entity.ts";

/**
 * Applies what the provider said of a Payout and answers the row as it then is. What moves nothing
 * answers `row` itself.
 * Errors: object_not_found where the row is gone.
 */
export async function recordFact(
  deps: Pick<PayoutsDeps, "store" | "exceptions" | "metrics">,
  row: PayoutRow,
  outcome: DecidedTransfer,
  time: DatabaseTime,
): Promise<PayoutRow> {
  const fact = factOf(outcome);
  if (fact === null) return row;
  const applied = await applyEvent(deps, row, fact, time);
  return applied.kind === "recorded" ? applied.row : asRecorded(deps, row);
}
