import { databaseTime, type DatabaseTime } from "@flowlix/persistence";
import { deadlineIn, isFinallyAbsent, type AbsentFinality, type TransferRead } from "@flowlix/provider";
import {
  isDecidedTransfer,
  isUnread,
  keepReportedId,
  neverFoundInMs,
  SYNCS_AT_END_MAX,
  type SyncResult,
  recordOnce,
  unreadEndInMs,
} from "@flowlix/engine";
import { TIME_LADDER } from "@flowlix/runtime";
import type { RefundsDeps } from "../deps.ts";
import { neverFoundSoonMs, syncInMs } from "./sync-schedule.ts";
import type { DueRefund } from "./sync-store.ts";
import { askedOrderOf } from "../refund/order.ts";
import { noteContradiction } from "../exceptions/record-contradiction.ts";
import { isTerminal } from "../lifecycle/refund-lifecycle.ts";
import { recordFact } from "../lifecycle/record-fact.ts";
import { reportToPayment } from "../reporting/report-to-payment.ts";

/**
 * Syncs one claimed Refund: reads its provider and applies what it says; closes what was sent and never
 * arrived (docs/design/architecture.md#status-sync). A failed read changes only the time of the next status sync.
 */
export async function syncRefund(deps: RefundsDeps, due: DueRefund, claimedAt: number): Promise<SyncResult> {
  const provider = deps.acquirers.of(due);
  const time = databaseTime(due.now_ms, { answeredAt: claimedAt });
  const deadline = deadlineIn(TIME_LADDER.syncMs);
  const read = await provider.refunds.read(askedOrderOf(due), deadline, "", due.look_hung);
  await noteContradiction(deps, due, read);
  await keepReportedId(deps, "refund", due, read, (acquirerId) =>
    deps.syncs.keepAcquirerId(due.id, acquirerId),
  );
  if (isTerminal(due.status)) return verifyEnd(deps, due, read, time);
  if (isAcknowledgedAbsent(due, read)) await noteForgotten(deps, due, provider.refunds.absentIsFinal);
  if (!mustBeClosed(due, read)) {
    const isKnown = read.kind !== "absent" && read.kind !== "unknown";
    if (isKnown && due.absent_at !== null) await deps.syncs.noteAbsence(due.id, due.version, false);
    return recordOrReschedule(deps, due, read, time);
  }
  const absence = absenceOf(due, provider.refunds.absentIsFinal);
  if (absence === "first") await deps.syncs.noteAbsence(due.id, due.version, true);
  if (absence === "never") return askSlowlyAgain(deps, due);
  // Nothing can be closed there. Once nothing that was sent can arrive any more, it ends as what was closed does.
  if (absence !== "closable")
    return recordOrReschedule(deps, due, absence === "final" ? { kind: "closed" } : read, time);
  const closed = await provider.refunds.close(askedOrderOf(due), deadline, "");
  await noteContradiction(deps, due, closed);
  return recordOrReschedule(deps, due, closed, time);
}

/** What it means that the acquirer does not know the Refund, by what its adapter declares. */
const absenceOf = (due: DueRefund, finality: AbsentFinality) =>
  isFinallyAbsent({
    finality,
    submittedBetween: askedOrderOf(due).submittedBetween,
    askedAtMs: due.now_ms,
    absentAtMs: due.absent_at?.getTime() ?? null,
  });

/** By the database's clock at the claim: from then on nothing of the submission can be under way. */
const submissionIsOver = ({ submit_until, now_ms }: DueRefund): boolean =>
  submit_until === null || submit_until.getTime() <= now_ms;

/**
 * Sent, perhaps, and not known to the provider: what may still arrive is shut out before the Refund is
 * given up, and never while its submission may be under way (docs/design/architecture.md#rule-5). What the provider
 * once said it has is not guessed about.
 */
const mustBeClosed = (due: DueRefund, read: TransferRead): boolean =>
  read.kind === "absent" && submissionIsOver(due) && (due.status === "PENDING" || due.in_doubt);

/**
 * Its callback has it read at once. Without one nothing ends it here, so a human has to ask
 * (docs/design/architecture.md#closing).
 */
async function askSlowlyAgain(deps: RefundsDeps, due: DueRefund): Promise<SyncResult> {
  await deps.syncs.reschedule(due, await neverFoundInMs(deps, due, "refund", neverFoundSoonMs(due)));
  return "unchanged";
}

const isAcknowledgedAbsent = (due: DueRefund, read: TransferRead): boolean =>
  read.kind === "absent" && due.status === "PROCESSING" && !due.in_doubt;

/**
 * The provider had acknowledged it. That it is absent contradicts that only where it proves something: where nothing
 * can be read, or not yet, it says nothing. Closing does not say what became of it, so a human has to ask, once. Each
 * status sync reads the same; after the human has noted the answer, nothing is left to do.
 */
async function noteForgotten(deps: RefundsDeps, due: DueRefund, finality: AbsentFinality): Promise<void> {
  const absence = absenceOf(due, finality);
  if (absence === "first") await deps.syncs.noteAbsence(due.id, due.version, true);
  if (absence !== "closable" && absence !== "final") return;
  const detail = "the provider does not know this refund any more, which it had acknowledged";
  await recordOnce(deps, due, "outcome_mismatch", detail);
}

/** Applies what was said, or sets the next status sync where nothing was decided. */
async function recordOrReschedule(
  deps: RefundsDeps,
  due: DueRefund,
  outcome: TransferRead,
  time: DatabaseTime,
): Promise<SyncResult> {
  const early = outcome.kind === "closed" && !submissionIsOver(due);
  if (isDecidedTransfer(outcome) && !early) {
    const settled = await recordFact(deps, due, outcome, time);
    if (settled.version !== due.version) {
      await reportToPayment(deps, settled, "");
      return "changed";
    }
    await deps.syncs.reschedule(due, syncInMs(settled, due.look_count));
    return "unchanged";
  }
  await deps.syncs.reschedule(due, syncInMs(due, due.look_count));
  return outcome.kind === "unknown" ? "failed" : "unchanged";
}

/**
 * An ended Refund is due only because a callback or a statement contradicted its end. The read decides. An answer
 * about something else stays an exception; the provider is asked again at the next contradiction.
 */
async function verifyEnd(
  deps: RefundsDeps,
  due: DueRefund,
  read: TransferRead,
  time: DatabaseTime,
): Promise<SyncResult> {
  const isUnknown = isUnread(read);
  // It may execute after all without a callback, so it is read again. Of a VOIDED Refund being worked on is an
  // exception by itself.
  const mayFollow = due.status !== "VOIDED" && due.look_count < SYNCS_AT_END_MAX;
  const isWorkedOn = read.kind === "in_progress" && mayFollow;
  if (isUnknown || isWorkedOn) {
    const soonMs = syncInMs({ status: "PROCESSING", in_doubt: false }, due.look_count);
    await deps.syncs.reschedule(due, isUnknown ? await unreadEndInMs(deps, due, "refund", soonMs) : soonMs);
    return isUnknown ? "failed" : "unchanged";
  }
  // Closed agrees with an end without an execution, and contradicts that it SUCCEEDED.
  if (isDecidedTransfer(read)) await recordFact(deps, due, read, time);
  await deps.syncs.reschedule(due, null);
  return "unchanged";
}
