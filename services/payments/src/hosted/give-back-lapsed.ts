import type { ReadOutcome } from "@flowlix/provider";
import type { DatabaseTime } from "@flowlix/persistence";
import type { PaymentsDeps } from "../deps.ts";
import { syncInMs } from "../status-sync/sync-schedule.ts";
import type { PaymentRow } from "../payment/payment.entity.ts";

/**
 * A submission on the hosted page that is over, with nothing authorised on its order. Its process died, or never
 * heard what came of it. Until its claim has ended the same answer proves nothing
 * (docs/design/architecture.md#rule-5).
 */
export function isToBeGivenBack(row: PaymentRow, outcome: ReadOutcome, time: DatabaseTime): boolean {
  if (row.status !== "REQUIRES_ACTION" || row.next_action_reason !== "hosted_payment_page") return false;
  if (row.submit_until === null || row.submit_until.getTime() > time.nowMs()) return false;
  return outcome.kind === "registered" || outcome.kind === "absent";
}

/**
 * The form returns to the payer. What the lapsed submission sent may still arrive; the order is charged
 * at most once all the same, with whichever card comes first. False where somebody was faster.
 */
export async function giveBackLapsed(deps: PaymentsDeps, row: PaymentRow): Promise<boolean> {
  if (row.submission === null) return false;
  return deps.hosted.giveBack(row.id, row.submission, syncInMs(row.status, 0, null) ?? 0, "lapsed");
}
