import { deadlineIn, type ReadOutcome } from "@flowlix/provider";
import { databaseTime, type DatabaseTime } from "@flowlix/persistence";
import { isUnread, SYNCS_AT_END_MAX, unreadEndInMs, type SyncResult } from "@flowlix/engine";
import type { PaymentsDeps } from "../deps.ts";
import { awaitsCardAfterRefusals, awaitsFirstCard, expireUnsubmitted } from "../hosted/expire-unsubmitted.ts";
import { giveBackLapsed, isToBeGivenBack } from "../hosted/give-back-lapsed.ts";
import { noteContradiction } from "../lifecycle/contradiction.ts";
import { keepAcquirerId } from "../lifecycle/keep-acquirer-id.ts";
import { isTerminal } from "../lifecycle/payment-lifecycle.ts";
import { earlierOrdersOf } from "../payment/earlier-orders.ts";
import { askedOrderOf } from "../payment/order.ts";
import { absenceIn, close, closePaid, endAbsent } from "./close-order.ts";
import { closingCause } from "./closing-cause.ts";
import { recordOrReschedule } from "./record-or-reschedule.ts";
import { isDecided, recordRead } from "./record-read.ts";
import { callDeadlineMs, syncInMs } from "./sync-schedule.ts";
import type { DuePayment } from "./sync-store.ts";
import { verifyEarlier } from "./verify-earlier.ts";

/** A job, or a payer who waits, and after how many milliseconds the jobs were to sync the Payment. */
export type SyncedBy = { readonly who: "job" } | { readonly who: "payer"; readonly jobsInMs: number };

/**
 * Syncs one claimed Payment: reads its provider and applies what it says; closes what nobody is working on any more or
 * what the payer did not complete in time (docs/design/architecture.md#status-sync and #expiry). A failed read changes
 * only the time of the next status sync. No payer is made to wait for the first account of the Payment, which the jobs
 * read, and none puts off when they do.
 */
export async function syncPayment(
  deps: PaymentsDeps,
  due: DuePayment,
  claimedAt: number,
  by: SyncedBy,
): Promise<SyncResult> {
  const time = databaseTime(due.now_ms, { answeredAt: claimedAt });
  const all = earlierOrdersOf(due);
  const orders = by.who === "job" ? all : all.filter(({ unexecuted }) => !unexecuted);
  const verifying = verifyEarlier(deps, due, orders, time, callDeadlineMs(due));
  // Two accounts are asked at once. What each says is applied one after the other all the same.
  const reading = orders.some(({ unexecuted }) => unexecuted) ? readOrder(deps, due) : null;
  void reading?.catch(() => undefined);
  const earlier = await verifying;
  const isLeft = by.who === "payer" && orders.length < all.length;
  const againInMs = isLeft ? by.jobsInMs : earlier.againInMs;
  const isPaid = earlier.isCharged && !isTerminal(due.status);
  const result =
    (isPaid ? await closePaid(deps, due) : null) ??
    (await syncOrder(deps, due, time, { againInMs, reading }));
  // A callback told of one of them, perhaps, and will not tell again.
  if (againInMs !== null) await deps.hosted.doubtAgain(due.id, againInMs);
  // What another account does not answer is no failure of this one's while the Payment is open.
  const hasFailed = earlier.isUnread && isTerminal(due.status) && result === "unchanged";
  return hasFailed ? "failed" : result;
}

/** Reads the order of the Payment's card of now. */
const readOrder = async (deps: PaymentsDeps, due: DuePayment): Promise<ReadOutcome> =>
  deps.acquirers.of(due).read(askedOrderOf(due), deadlineIn(callDeadlineMs(due)), "", due.look_hung);

/**
 * Syncs the order of the Payment's card of now. `againInMs`: when its earlier orders are to be read again; `reading`:
 * its own read, where that is under way.
 */
async function syncOrder(
  deps: PaymentsDeps,
  due: DuePayment,
  time: DatabaseTime,
  {
    againInMs,
    reading,
  }: { readonly againInMs: number | null; readonly reading: Promise<ReadOutcome> | null },
): Promise<SyncResult> {
  if (awaitsFirstCard(due)) return expireUnsubmitted(deps, due, time);
  const provider = deps.acquirers.of(due);
  const outcome = await (reading ?? readOrder(deps, due));
  await noteContradiction(deps, due, outcome);
  await keepAcquirerId(deps, due, outcome);
  if (isTerminal(due.status)) return verifyEnd(deps, due, outcome, time, againInMs);
  if (awaitsCardAfterRefusals(due, outcome, provider.absentIsFinal.order))
    return expireUnsubmitted(deps, due, time);
  const cause = closingCause(due, outcome, time);
  const isGivenBack = isToBeGivenBack(due, outcome, time);
  const absence = await absenceIn(deps, provider, due, outcome, cause !== null || isGivenBack);
  if (cause !== null && absence === "final") return endAbsent(deps, due, cause);
  const isOver = absence === "closable" || absence === "final";
  // An acquirer that closes nothing for ever may still cancel once the payer's time is over, and says what came of it.
  // An order that was just sent, and that nobody has heard of yet, is not cancelled: it may have been charged.
  if (cause !== null && (isOver || cause === "time over")) return close(deps, provider, due, cause);
  if (isGivenBack && isOver && (await giveBackLapsed(deps, due))) return "changed";
  return recordOrReschedule(deps, due, due, outcome, time);
}

/**
 * An ended Payment is due because a callback or a statement contradicted its end, or because its first account is to be
 * asked once more (docs/decisions/0105-a-second-account.md): the read finds out. An answer about something else is one:
 * its exception stands, and the provider is asked again when it contradicts the end again. `earlierInMs`: when its
 * earlier orders are to be read again, in the same statement, so that no crash forgets it.
 */
async function verifyEnd(
  deps: PaymentsDeps,
  due: DuePayment,
  outcome: ReadOutcome,
  time: DatabaseTime,
  earlierInMs: number | null,
): Promise<SyncResult> {
  const isUnknown = isUnread(outcome);
  // It may execute after all, and no callback may report that.
  const isWorkedOn = outcome.kind === "in_progress" && due.look_count < SYNCS_AT_END_MAX;
  if (isUnknown || isWorkedOn) {
    const soonMs = syncInMs("PROCESSING", due.look_count, null);
    await deps.syncs.reschedule(due, isUnknown ? await unreadEndInMs(deps, due, "payment", soonMs) : soonMs);
    return isUnknown ? "failed" : "unchanged";
  }
  // Closed agrees with an end without a charge, and contradicts that it SUCCEEDED.
  if (isDecided(outcome)) await recordRead(deps, due, outcome, time);
  await deps.syncs.reschedule(due, earlierInMs);
  return "unchanged";
}
