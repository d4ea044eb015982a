import type { ReadOutcome } from "@flowlix/provider";
import type { DatabaseTime } from "@flowlix/persistence";
import { unclosedInMs, type SyncResult } from "@flowlix/engine";
import type { PaymentsDeps } from "../deps.ts";
import type { PaymentRow } from "../payment/payment.entity.ts";
import { isDecided, recordRead } from "./record-read.ts";
import { closingInMs, nextSyncInMs } from "./sync-schedule.ts";
import type { DuePayment } from "./sync-store.ts";

/** Applies what was read to the row as last seen, or sets the next status sync where nothing was decided. */
export async function recordOrReschedule(
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
  await deps.syncs.reschedule(due, await againInMs(deps, row, outcome, time));
  return outcome.kind === "unknown" ? "failed" : "unchanged";
}

/**
 * After how many milliseconds what decided nothing is asked again. Its callback has it read at once. A closing that was
 * not confirmed is asked for slower and slower, and seldom at last where nobody will ever say that the order is not
 * there (docs/design/architecture.md#closing). What cannot be asked now, or is absent until that is final, ends by
 * itself.
 */
async function againInMs(
  deps: PaymentsDeps,
  row: PaymentRow,
  { kind }: ReadOutcome,
  time: DatabaseTime,
): Promise<number | null> {
  const soonMs = nextSyncInMs(row, row.look_count, time.nowMs());
  if (!row.expiring || kind === "unknown") return soonMs;
  if (kind !== "absent") return closingInMs(row, soonMs);
  const isNeverSaid = deps.acquirers.of(row).absentIsFinal.order === "never";
  return isNeverSaid ? unclosedInMs(deps, row, "payment", closingInMs(row, soonMs)) : soonMs;
}
