import type { Refund } from "@flowlix/contracts";
import type { DatabaseTime } from "@flowlix/persistence";
import { deadlineIn } from "@flowlix/provider";
import { DomainError } from "@flowlix/runtime";
import { applyEvent } from "../lifecycle/apply-event.ts";
import { isTerminal } from "../lifecycle/refund-lifecycle.ts";
import type { Attempt } from "./create-refund.ts";
import type { RefundsDeps } from "../deps.ts";
import { orderOf } from "../refund/order.ts";
import { noteContradiction, recordAnomaly } from "../anomalies/record-anomaly.ts";
import type { RefundRow } from "../refund/refund.entity.ts";
import type { SeenRefund } from "../refund/refunds-store.ts";
import { acceptedView } from "../refund/refund-view.ts";
import { isDecided, settleRead } from "../look/settle-read.ts";
import { submitRefund } from "./submit-refund.ts";
import { tellPayment } from "../telling/tell-payment.ts";

/** A row as read, with the database's time as of before the reading. */
export interface Seen {
  readonly row: SeenRefund;
  readonly time: DatabaseTime;
}

/**
 * A request that finds its id (architecture §6): what is recorded is told as a create may tell it, once the
 * Payment's owner has been told. A submission whose time ran out is looked up and never submitted again.
 * Errors: internal_error for an id that meets another request; service_unavailable where a tombstone is
 * under the id, with the key free for a new one, and while another attempt is at work.
 */
export async function resumeRefund(deps: RefundsDeps, attempt: Attempt, seen: Seen): Promise<Refund> {
  const { row } = seen;
  if (row.status === "VOIDED") {
    throw new DomainError("service_unavailable", { key: "release", retryAfterS: 1 });
  }
  await refuseAnotherRequest(deps, row, attempt);
  // Its own insert, whose answer was lost.
  if (row.submission === attempt.submission) return submitRefund(deps, attempt, seen);
  const current = row.status === "PENDING" ? await lookUp(deps, attempt, seen) : row;
  await tellPayment(deps, current, attempt.requestId);
  return acceptedView(current);
}

async function lookUp(deps: RefundsDeps, attempt: Attempt, { row, time }: Seen): Promise<RefundRow> {
  const isLive = row.submit_until !== null && row.submit_until.getTime() > row.now_ms;
  if (isLive) throw new DomainError("service_unavailable", { retryAfterS: 1 });
  const deadline = deadlineIn(deps.settings.ownerDeadlineMs - (performance.now() - attempt.startedAt));
  const provider = deps.providerFor(row.livemode);
  const outcome = await provider?.refunds.read(orderOf(row), deadline, attempt.requestId);
  if (outcome !== undefined) {
    await noteContradiction(deps, row, outcome);
    if (outcome.kind === "succeeded") return leaveToLook(deps, row, time);
    if (isDecided(outcome)) return settleRead(deps, row, outcome, time);
  }
  // Decisions §6: a create answers an uncertain submission as PROCESSING. The look closes what is absent.
  return applyEvent(deps, row, { type: "submitted", inDoubt: true }, time);
}

/** A create answers PROCESSING: that the money was returned shows with the look, which is due at once. */
async function leaveToLook(deps: RefundsDeps, row: SeenRefund, time: DatabaseTime): Promise<RefundRow> {
  const recorded = await applyEvent(deps, row, { type: "submitted", inDoubt: false }, time, 0);
  deps.lookSoon();
  // Ended meanwhile: whether that agrees with what was just read is judged as ever.
  return isTerminal(recorded.status) ? settleRead(deps, recorded, { kind: "succeeded" }, time) : recorded;
}

/** An id that meets another scope, Payment or amount is an anomaly and never an answer (architecture §2 rule 1). */
async function refuseAnotherRequest(
  deps: RefundsDeps,
  row: RefundRow,
  { request: { scope, payment_id, amount } }: Attempt,
): Promise<void> {
  const same =
    row.merchant_id === scope.merchant_id &&
    row.livemode === scope.livemode &&
    row.payment_id === payment_id &&
    row.amount === amount;
  if (same) return;
  const detail = "a request named this refund's id with another scope, payment or amount";
  await recordAnomaly(deps, row, "request_mismatch", detail);
  throw new DomainError("internal_error");
}
