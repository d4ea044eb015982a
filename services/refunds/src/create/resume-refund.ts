import type { Refund } from "@flowlix/contracts";
import type { DatabaseTime } from "@flowlix/persistence";
import { deadlineIn } from "@flowlix/provider";
import { DomainError } from "@flowlix/runtime";
import { endAttempt } from "../lifecycle/end-attempt.ts";
import { attemptDeadline, providerShareMs } from "./attempt-times.ts";
import type { Attempt } from "./attempt.ts";
import type { RefundsDeps } from "../deps.ts";
import { leaveToSync } from "./leave-to-sync.ts";
import { askedOrderOf } from "../refund/order.ts";
import { isDecidedTransfer, refuseAnotherRequest } from "@flowlix/engine";
import { noteContradiction } from "../exceptions/record-contradiction.ts";
import type { RefundRow } from "../refund/refund.entity.ts";
import type { SeenRefund } from "../refund/refunds-store.ts";
import { acceptedView } from "../refund/refund-view.ts";
import { recordFact } from "../lifecycle/record-fact.ts";
import { submitRefund } from "./submit-refund.ts";
import { requireShown } from "../reporting/await-payment.ts";

/** A row as read, with the database's time as of before the reading. */
export interface Seen {
  readonly row: SeenRefund;
  readonly time: DatabaseTime;
}

const ANOTHER_REQUEST = "a request named this refund's id with another scope, payment or amount";

/**
 * A request that finds its id (docs/design/architecture.md#a-request-that-finds-its-id). It answers what is recorded,
 * as a create may, once the Payment's owner has it. A submission whose time ran out is synced and never submitted
 * again. Errors: internal_error for an id that meets another request; service_unavailable where a row prevents the
 * creation, with the key free for a new one, while another attempt is at work, and where the Payment's owner does not
 * answer in time (`requireShown`).
 */
export async function resumeRefund(deps: RefundsDeps, attempt: Attempt, seen: Seen): Promise<Refund> {
  const { row } = seen;
  if (row.status === "VOIDED") {
    throw new DomainError("service_unavailable", { key: "release", retryAfterS: 1 });
  }
  const { scope, payment_id, amount } = attempt.request;
  await refuseAnotherRequest(deps, row, { scope, asked: { payment_id, amount }, detail: ANOTHER_REQUEST });
  // Our own insert: Postgres committed it, and its reply was lost.
  if (row.submission === attempt.submission) return submitRefund(deps, attempt, seen);
  const current = row.status === "PENDING" ? await lookUp(deps, attempt, seen) : row;
  const { requestId } = attempt;
  await requireShown(deps, current, { requestId, deadline: attemptDeadline(deps, attempt) });
  return acceptedView(current);
}

async function lookUp(deps: RefundsDeps, attempt: Attempt, seen: Seen): Promise<RefundRow> {
  const { row, time } = seen;
  const isLive = row.submit_until !== null && row.submit_until.getTime() > row.now_ms;
  if (isLive) throw new DomainError("service_unavailable", { retryAfterS: 1 });
  const deadline = deadlineIn(providerShareMs(deps, attempt));
  const provider = deps.acquirers.of(row);
  const outcome = await provider.refunds.read(askedOrderOf(row), deadline, attempt.requestId);
  await noteContradiction(deps, row, outcome);
  if (outcome.kind === "succeeded") return leaveToSync(deps, seen, outcome);
  if (isDecidedTransfer(outcome)) return recordFact(deps, row, outcome, time);
  // A create answers an uncertain submission as PROCESSING (docs/design/decisions.md#refund). The status sync closes
  // what is absent.
  return endAttempt(deps, seen, { type: "unanswered" });
}
