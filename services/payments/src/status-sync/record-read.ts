import type { ReadOutcome } from "@flowlix/provider";
import type { DatabaseTime } from "@flowlix/persistence";
import { applyEvent } from "../lifecycle/apply-event.ts";
import type { PaymentsDeps } from "../deps.ts";
import { factOf, type ExplicitRead } from "../lifecycle/order-fact.ts";
import type { PaymentRow } from "../payment/payment.entity.ts";

/** Whether a read says what ends a Payment: an outcome, or the order's confirmed closing. */
export function isDecided(outcome: ReadOutcome): outcome is ExplicitRead {
  return outcome.kind !== "unknown" && outcome.kind !== "absent" && outcome.kind !== "registered";
}

/** Applies what a provider's read said to a Payment. Answers whether the row is another one than it was, or gone. */
export async function recordRead(
  deps: Pick<PaymentsDeps, "store" | "exceptions" | "metrics" | "settings">,
  row: PaymentRow,
  outcome: ExplicitRead,
  time: DatabaseTime,
): Promise<boolean> {
  const fact = factOf(outcome, time.nowMs(), deps.settings.threeDSecureExpiryMs);
  if (fact === null) return false;
  const applied = await applyEvent(deps, row, fact, time);
  return applied.kind !== "recorded" || applied.row.version !== row.version;
}
