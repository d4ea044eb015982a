import { databaseTime, type DatabaseTime } from "@flowlix/persistence";
import type { AbsentFinality, ReadOutcome } from "@flowlix/provider";
import type { SyncResult } from "@flowlix/engine";
import { movePayment } from "../lifecycle/move-payment.ts";
import type { PaymentsDeps } from "../deps.ts";
import { NOT_QUITE_MS } from "../status-sync/sync-schedule.ts";
import type { DuePayment } from "../status-sync/sync-store.ts";
import type { PaymentRow } from "../payment/payment.entity.ts";

/** A hosted Payment whose card was never submitted: the provider has never heard of it. */
export const awaitsFirstCard = (row: PaymentRow): boolean =>
  row.status === "REQUIRES_ACTION" &&
  row.next_action_reason === "hosted_payment_page" &&
  row.order_sent === null;

/**
 * A hosted Payment without an executed card. Its acquirer has not heard of it, and an absence there never proves
 * anything: that no card was executed is proof enough. An acquirer that closes references closes this one.
 */
export const awaitsCardAfterRefusals = (
  row: PaymentRow,
  outcome: ReadOutcome,
  finality: AbsentFinality,
): boolean =>
  row.status === "REQUIRES_ACTION" &&
  row.next_action_reason === "hosted_payment_page" &&
  row.order_sent === false &&
  outcome.kind === "absent" &&
  finality === "never";

/**
 * A status sync of a hosted Payment that has no order: there is nothing to read and nothing to close, so it
 * expires in its time, once no submission can start any more (docs/design/architecture.md#expiry).
 */
export async function expireUnsubmitted(
  deps: PaymentsDeps,
  due: DuePayment,
  time: DatabaseTime,
): Promise<SyncResult> {
  const leftMs = (due.action_expires_at?.getTime() ?? 0) - time.nowMs();
  const claimed = leftMs > 0 ? null : await deps.syncs.claimClosing(due.id, due.version, "time over");
  if (claimed === null) {
    // Not yet; or a card came in at the last moment, and its claim has set a status sync of its own.
    await deps.syncs.reschedule(due, Math.max(Math.ceil(leftMs), NOT_QUITE_MS));
    return "unchanged";
  }
  // No fact of an order's: what this status sync alone knows, which its own claim alone makes true.
  const decided = { row: claimed, event: { type: "action_expired" }, submission: null } as const;
  const expired = await movePayment(deps, decided, databaseTime(claimed.now_ms));
  return expired === null ? "unchanged" : "changed";
}
