import {
  deadlineIn,
  isFinallyAbsent,
  type AbsentFinality,
  type Provider,
  type ReadOutcome,
} from "@flowlix/provider";
import { databaseTime, type DatabaseTime } from "@flowlix/persistence";
import { isUnread, SYNCS_AT_END_MAX, unclosedInMs, unreadEndInMs, type SyncResult } from "@flowlix/engine";
import { TIME_LADDER } from "@flowlix/runtime";
import { keepAcquirerId } from "../lifecycle/keep-acquirer-id.ts";
import { noteContradiction } from "../lifecycle/contradiction.ts";
import type { PaymentsDeps } from "../deps.ts";
import { awaitsCardAfterRefusals, awaitsFirstCard, expireUnsubmitted } from "../hosted/expire-unsubmitted.ts";
import { giveBackLapsed, isToBeGivenBack } from "../hosted/give-back-lapsed.ts";
import { closingInMs, syncInMs, nextSyncInMs, NOT_QUITE_MS } from "./sync-schedule.ts";
import { movePayment } from "../lifecycle/move-payment.ts";
import type { SeenPayment } from "../payment/payments-store.ts";
import type { ClosingCause, DuePayment } from "./sync-store.ts";
import { earlierOrdersOf } from "../payment/earlier-orders.ts";
import { askedOrderOf, attemptOf, submittedBetween } from "../payment/order.ts";
import { isTerminal } from "../lifecycle/payment-lifecycle.ts";
import type { PaymentRow } from "../payment/payment.entity.ts";
import { isDecided, recordRead } from "./record-read.ts";
import { verifyEarlier } from "./verify-earlier.ts";

/** A status sync reads, and may close; after a declined card it reads the orders before first. */
const callDeadlineMs = (due: PaymentRow): number => TIME_LADDER.syncMs / (attemptOf(due) > 1 ? 3 : 2);

/** A job, or a payer who waits, and after how many milliseconds the jobs were to sync the Payment. */
export type SyncedBy = { readonly who: "job" } | { readonly who: "payer"; readonly jobsInMs: number };

/**
 * Syncs one claimed Payment: reads its provider and applies what it says; closes what nobody is
 * working on any more or what the payer did not complete in time (docs/design/architecture.md#status-sync and #expiry). A
 * failed read changes only the time of the next status sync. No payer is made to wait for the first account of the
 * Payment, which the jobs read, and none puts off when they do.
 */
export async function syncPayment(
  deps: PaymentsDeps,
  due: DuePayment,
  claimedAt: number,
  by: SyncedBy,
): Promise<SyncResult> {
  const time = databaseTime(due.now_ms, claimedAt);
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
 * Syncs the order of the Payment's card of now. `againInMs`: when its earlier orders are to be read again; `reading`: its
 * own read, where that is under way.
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
  const isKnown = outcome.kind !== "absent" && outcome.kind !== "unknown";
  if (isKnown && due.absent_at !== null) await deps.syncs.noteAbsence(due.id, due.version, false);
  const absence = outcome.kind === "absent" ? absenceOf(due, provider.absentIsFinal.order) : "closable";
  if (absence === "first" && (cause !== null || isGivenBack))
    await deps.syncs.noteAbsence(due.id, due.version, true);
  if (cause !== null && absence === "final") return endAbsent(deps, due, cause);
  const isOver = absence === "closable" || absence === "final";
  // An acquirer that closes nothing for ever may still cancel once the payer's time is over, and says what came of it.
  // What was just sent, and of which nobody has heard yet, is not cancelled: it may have been charged.
  if (cause !== null && (isOver || cause === "time over")) return close(deps, provider, due, cause);
  if (isGivenBack && isOver && (await giveBackLapsed(deps, due))) return "changed";
  return recordOrReschedule(deps, due, due, outcome, time);
}

/**
 * "given up": the submission is over, and nothing was authorised on a Direct Payment's order, or its challenge
 * leads elsewhere, or its closing is to go on. "time over": the payer's time is over. Neither ends the Payment before its order is closed at
 * the provider (docs/design/architecture.md#rule-5). This is a first guess: the database decides when the closing
 * is claimed.
 */
function closingCause(due: DuePayment, outcome: ReadOutcome, time: DatabaseTime): ClosingCause | null {
  const submissionOver = due.submit_until === null || due.submit_until.getTime() <= time.nowMs();
  if (submissionOver && (isPointless(due, outcome) || isStillToClose(due, outcome))) return "given up";
  if (due.status !== "REQUIRES_ACTION" || due.action_expires_at === null) return null;
  const timeOver = !isPastChallenge(outcome) && due.action_expires_at.getTime() <= time.nowMs();
  return timeOver ? "time over" : null;
}

function isPointless(due: DuePayment, outcome: ReadOutcome): boolean {
  switch (due.status) {
    case "PENDING":
      return outcome.kind === "registered" || outcome.kind === "absent" || hasInvalidRedirect(outcome);
    case "REQUIRES_ACTION":
      // If no card is in doubt, the payer has the form, or a challenge whose URL was the provider's own.
      return due.submission !== null && hasInvalidRedirect(outcome);
    case "PROCESSING":
      return hasInvalidRedirect(outcome);
    default:
      return false;
  }
}

/** Its closing was begun, and the acquirer has not said yet what comes of it: it is asked again. */
const isStillToClose = ({ expiring }: DuePayment, outcome: ReadOutcome): boolean =>
  expiring && outcome.kind === "in_progress" && outcome.stage === "received";

/** A challenge at a place that is not the provider's own: nobody is sent there, so it can never be passed. */
const hasInvalidRedirect = (outcome: ReadOutcome): boolean =>
  outcome.kind === "unknown" && outcome.contradicts === "redirect_url";

/** The payer did act, and the provider has gone on: there is nothing left to expire. */
const isPastChallenge = (outcome: ReadOutcome): boolean =>
  outcome.kind === "succeeded" ||
  outcome.kind === "failed" ||
  outcome.kind === "undone" ||
  (outcome.kind === "in_progress" && outcome.stage === "processing");

/** What it means that the acquirer does not know the order, by what its adapter declares. */
const absenceOf = (due: DuePayment, finality: AbsentFinality) =>
  isFinallyAbsent({
    finality,
    submittedBetween: submittedBetween(due).submittedBetween,
    askedAtMs: due.now_ms,
    absentAtMs: due.absent_at?.getTime() ?? null,
  });

/** Nothing can be closed there, and nothing that was sent can still arrive: it ends as what was closed does. */
async function endAbsent(deps: PaymentsDeps, due: DuePayment, cause: ClosingCause): Promise<SyncResult> {
  const claimed = await deps.syncs.claimClosing(due.id, due.version, cause);
  if (claimed === null) {
    await deps.syncs.reschedule(due, NOT_QUITE_MS);
    return "unchanged";
  }
  return recordOrReschedule(deps, due, claimed, { kind: "closed" }, databaseTime(claimed.now_ms));
}

async function close(
  deps: PaymentsDeps,
  provider: Provider,
  due: DuePayment,
  cause: ClosingCause,
): Promise<SyncResult> {
  const claimed = await deps.syncs.claimClosing(due.id, due.version, cause);
  if (claimed === null) {
    // Somebody moved it and set its own next status sync, or by the database's clock its time is not quite over.
    await deps.syncs.reschedule(due, NOT_QUITE_MS);
    return "unchanged";
  }
  return closeClaimed(deps, provider, due, claimed);
}

/**
 * The payer has paid by the order of an earlier card, which had failed: no other one may begin, and what the last one
 * has begun is to come to nothing. Null where a card is being sent just now, or somebody moved the row.
 */
async function closePaid(deps: PaymentsDeps, due: DuePayment): Promise<SyncResult | null> {
  const claimed = await deps.syncs.claimClosing(due.id, due.version, "given up");
  if (claimed === null) return null;
  if (!awaitsFirstCard(claimed)) return closeClaimed(deps, deps.acquirers.of(due), due, claimed);
  const event = { type: "failed", code: "processor_error" } as const;
  const ended = await movePayment(
    deps,
    { row: claimed, event, submission: null },
    databaseTime(claimed.now_ms),
  );
  return ended === null ? "unchanged" : "changed";
}

async function closeClaimed(
  deps: PaymentsDeps,
  provider: Provider,
  due: DuePayment,
  claimed: SeenPayment,
): Promise<SyncResult> {
  // Where the payer's time was the cause, it is over by this reading of the clock.
  const time = databaseTime(claimed.now_ms);
  const outcome = await provider.close(askedOrderOf(claimed), deadlineIn(callDeadlineMs(claimed)), "");
  await noteContradiction(deps, claimed, outcome);
  // An order that still asks for a challenge was not closed. Only a confirmed closing ends a Payment.
  const confirmed: ReadOutcome =
    outcome.kind === "action_required" ? { kind: "unknown", cause: "garbled" } : outcome;
  return recordOrReschedule(deps, due, claimed, confirmed, time);
}

/** Applies what was read to the row as last seen, or sets the next status sync where nothing was decided. */
async function recordOrReschedule(
  deps: PaymentsDeps,
  due: DuePayment,
  row: PaymentRow,
  outcome: ReadOutcome,
  time: DatabaseTime,
): Promise<SyncResult> {
  if (
    isDecided(outcome) &&
    !(outcome.kind === "closed" && row.status === "REQUIRES_ACTION" && !row.expiring)
  ) {
    if (await recordRead(deps, row, outcome, time)) return "changed";
  }
  const soonMs = nextSyncInMs(row, due.look_count, time.nowMs());
  // A callback has it read at once. What cannot be asked now is no such answer.
  const isUnclosed = row.expiring && outcome.kind !== "unknown";
  const inMs = isUnclosed ? await unclosedInMs(deps, due, "payment", closingInMs(due, soonMs)) : soonMs;
  await deps.syncs.reschedule(due, inMs);
  return outcome.kind === "unknown" ? "failed" : "unchanged";
}

/**
 * An ended Payment is due because a callback or a statement contradicted its end, or because its first account is to be
 * asked once more (docs/decisions/0105-a-second-account.md): the read finds out. An answer about something else is one: its
 * exception stands, and the provider is asked again when it contradicts the end again.
 * `earlierInMs`: when its earlier orders are to be read again, in the same statement, so that no crash forgets it.
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
