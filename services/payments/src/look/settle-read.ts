import type { ReadOutcome } from "@flowlix/provider";
import type { DatabaseTime } from "@flowlix/persistence";
import { applyEvent } from "../lifecycle/apply-event.ts";
import type { PaymentsDeps } from "../deps.ts";
import { eventOf, type ExplicitOutcome } from "../lifecycle/outcome-event.ts";
import type { PaymentEvent } from "../lifecycle/payment-lifecycle.ts";
import type { PaymentRow } from "../payment/payment.entity.ts";

/** What a read can tell that settles a Payment: an outcome, or the order's confirmed closing. */
export type DecidedRead = ExplicitOutcome | Extract<ReadOutcome, { kind: "closed" }>;

export function isDecided(outcome: ReadOutcome): outcome is DecidedRead {
  return outcome.kind !== "unknown" && outcome.kind !== "absent" && outcome.kind !== "registered";
}

/**
 * Applies what a provider's read said to a Payment and answers the row as it then is. A closed order
 * was never charged and never will be: it ends what was waiting for it.
 */
export async function settleRead(
  deps: Pick<PaymentsDeps, "store" | "anomalies" | "metrics" | "settings">,
  row: PaymentRow,
  outcome: DecidedRead,
  time: DatabaseTime,
): Promise<PaymentRow> {
  const event =
    outcome.kind === "closed"
      ? endOf(row, time)
      : eventOf(outcome, time.nowMs(), deps.settings.threeDSecureExpiryMs);
  if (event === null) return row;
  const applied = await applyEvent(deps, row, event, time);
  if (applied.kind === "recorded") return applied.row;
  return (await deps.store.read(row.id)) ?? row;
}

/** What the closing of its order makes of a Payment: the customer's time ran out, or it was given up. */
function endOf(row: PaymentRow, time: DatabaseTime): PaymentEvent {
  const timeIsOver = row.action_expires_at !== null && row.action_expires_at.getTime() <= time.nowMs();
  return row.status === "REQUIRES_ACTION" && timeIsOver
    ? { type: "action_expired" }
    : { type: "failed", code: "processor_error" };
}
