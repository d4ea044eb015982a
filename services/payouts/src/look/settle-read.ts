import type { DatabaseTime } from "@flowlix/persistence";
import type { TransferRead } from "@flowlix/provider";
import { applyEvent } from "../lifecycle/apply-event.ts";
import type { PayoutsDeps } from "../deps.ts";
import { eventOf, type ExplicitOutcome } from "../lifecycle/outcome-event.ts";
import type { PayoutRow } from "../payout/payout.entity.ts";

/** What a read can tell that settles a Payout: an outcome, or the reference's confirmed closing. */
export type DecidedRead = ExplicitOutcome | Extract<TransferRead, { kind: "closed" }>;

export const isDecided = (outcome: TransferRead): outcome is DecidedRead =>
  outcome.kind !== "unknown" && outcome.kind !== "absent";

/**
 * Applies what a provider's read said to a Payout and answers the row as it then is. A closed reference was
 * never paid and never will be: it ends what was waiting for it.
 */
export async function settleRead(
  deps: Pick<PayoutsDeps, "store" | "anomalies" | "metrics">,
  row: PayoutRow,
  outcome: DecidedRead,
  time: DatabaseTime,
): Promise<PayoutRow> {
  const event =
    outcome.kind === "closed" ? ({ type: "failed", code: "processor_error" } as const) : eventOf(outcome);
  if (event === null) return row;
  const applied = await applyEvent(deps, row, event, time);
  if (applied.kind === "recorded") return applied.row;
  return (await deps.store.read(row.id)) ?? row;
}
