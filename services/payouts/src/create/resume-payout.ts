import type { Payout } from "@flowlix/contracts";
import { isDecidedTransfer } from "@flowlix/engine";
import { databaseTime } from "@flowlix/persistence";
import { deadlineIn } from "@flowlix/provider";
import { DomainError } from "@flowlix/runtime";
import type { Attempt } from "./attempt.ts";
import type { PayoutsDeps } from "../deps.ts";
import { asRecorded } from "../payout/as-recorded.ts";
import { viewOf } from "../payout/payout-view.ts";
import { readOrClose, submissionIsLive } from "../status-sync/read-or-close.ts";
import { refuseAnotherPayout } from "./refuse-another-payout.ts";
import { recordFact } from "../lifecycle/record-fact.ts";
import { submitPayout } from "./submit-payout.ts";

/**
 * A request that finds its id (docs/design/architecture.md#a-request-that-finds-its-id). It answers what is decided or
 * under way. A submission whose time ran out is read at the provider, closed if the provider does not know it, and
 * never submitted again. Errors: internal_error for an id that meets another request; service_unavailable;
 * object_not_found where the row is gone by the time of the answer.
 */
export async function resumePayout(deps: PayoutsDeps, attempt: Attempt): Promise<Payout> {
  const readAt = performance.now();
  const row = await deps.store.read(attempt.request.payout_id);
  // No row and yet none could be made: the time to start is over. Nobody can start under this attempt any
  // more; the key's record decides who may try again.
  if (row === null) throw new DomainError("service_unavailable", { retryAfterS: 1 });
  await refuseAnotherPayout(deps, row, attempt.request);
  const time = databaseTime(row.now_ms, { askedAt: readAt });
  // Our own insert, whose answer was lost.
  if (row.submission === attempt.submission) return submitPayout(deps, attempt, { row, time });
  if (row.status !== "PENDING" || submissionIsLive(row)) return viewOf(row);
  const deadline = deadlineIn(deps.settings.ownerDeadlineMs - (performance.now() - attempt.startedAt));
  const outcome = await readOrClose(deps, row, deadline, attempt.requestId);
  const settled = isDecidedTransfer(outcome) ? await recordFact(deps, row, outcome, time) : row;
  // Nothing was moved here, and others may have moved it while the provider was asked.
  return viewOf(settled === row ? await asRecorded(deps, row) : settled);
}
