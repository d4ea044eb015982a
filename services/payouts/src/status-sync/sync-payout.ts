import { databaseTime } from "@flowlix/persistence";
import { deadlineIn, type TransferRead } from "@flowlix/provider";
import {
  isDecidedTransfer,
  isUnread,
  neverFoundInMs,
  SYNCS_AT_END_MAX,
  type SyncResult,
  unreadEndInMs,
} from "@flowlix/engine";
import { TIME_LADDER } from "@flowlix/runtime";
import type { PayoutsDeps } from "../deps.ts";
import { neverFoundSoonMs, syncInMs } from "./sync-schedule.ts";
import type { DuePayout } from "./sync-store.ts";
import { isTerminal } from "../lifecycle/payout-lifecycle.ts";
import { isNeverFound, readOrClose } from "./read-or-close.ts";
import { recordFact } from "../lifecycle/record-fact.ts";

/**
 * Syncs one claimed Payout: reads its provider and applies what it says; closes what the provider does
 * not know (docs/design/architecture.md#status-sync). A failed read changes only the time of the next status sync.
 */
export async function syncPayout(deps: PayoutsDeps, due: DuePayout, claimedAt: number): Promise<SyncResult> {
  const outcome = await readOrClose(deps, due, deadlineIn(TIME_LADDER.syncMs), "");
  if (isTerminal(due.status)) return verifyEnd(deps, due, outcome, claimedAt);
  if (isDecidedTransfer(outcome)) {
    const settled = await recordFact(deps, due, outcome, databaseTime(due.now_ms, { answeredAt: claimedAt }));
    if (settled.version !== due.version) return "changed";
  }
  // Received is not a lost answer: a Payout on which the provider works is synced as if it were PROCESSING.
  const schedule = outcome.kind === "in_progress" ? "PROCESSING" : due.status;
  const inMs = isNeverFound(deps, due, outcome)
    ? await neverFoundInMs(deps, due, "payout", neverFoundSoonMs(due))
    : syncInMs(schedule, due.look_count);
  await deps.syncs.reschedule(due, inMs);
  return outcome.kind === "unknown" ? "failed" : "unchanged";
}

/**
 * An ended Payout is due only because a callback or a statement contradicted its end: the read finds out. An answer
 * about something else is one: its exception stands, and the provider is asked again when it contradicts the end again.
 */
async function verifyEnd(
  deps: PayoutsDeps,
  due: DuePayout,
  outcome: TransferRead,
  claimedAt: number,
): Promise<SyncResult> {
  const isUnknown = isUnread(outcome);
  // It may execute after all, and no callback may report that.
  const isWorkedOn = outcome.kind === "in_progress" && due.look_count < SYNCS_AT_END_MAX;
  if (isUnknown || isWorkedOn) {
    const soonMs = syncInMs("PROCESSING", due.look_count);
    await deps.syncs.reschedule(due, isUnknown ? await unreadEndInMs(deps, due, "payout", soonMs) : soonMs);
    return isUnknown ? "failed" : "unchanged";
  }
  // Closed agrees with an end without an execution, and contradicts that it SUCCEEDED.
  if (isDecidedTransfer(outcome))
    await recordFact(deps, due, outcome, databaseTime(due.now_ms, { answeredAt: claimedAt }));
  await deps.syncs.reschedule(due, null);
  return "unchanged";
}
