import { checkInstrument } from "@flowlix/cards";
import type { Payment } from "@flowlix/contracts";
import { deadlineIn } from "@flowlix/provider";
import { DomainError } from "@flowlix/runtime";
import { databaseTime } from "@flowlix/persistence";
import { keepAcquirerId } from "../lifecycle/keep-acquirer-id.ts";
import { noteContradiction } from "../lifecycle/contradiction.ts";
import type { Attempt } from "./attempt.ts";
import type { PaymentsDeps } from "../deps.ts";
import { askedOrderOf } from "../payment/order.ts";
import { viewOf } from "../payment/payment-view.ts";
import { isDecided } from "../status-sync/record-read.ts";
import { refuseAnotherPayment } from "./refuse-another-payment.ts";
import { submitPayment } from "./submit-payment.ts";
import { reportFact, reportRecorded } from "./report-recorded.ts";
import type { SeenPayment } from "../payment/payments-store.ts";

/**
 * A request that finds its id (docs/design/architecture.md#a-request-that-finds-its-id). It answers what is decided or
 * under way. A submission whose time ran out is read at the provider: if nothing was authorised on its order, that
 * order is authorised again, with this request's card. Errors: internal_error for an id that meets another request;
 * service_unavailable; as `reportFact`.
 */
export async function resumePayment(deps: PaymentsDeps, attempt: Attempt): Promise<Payment> {
  const readAt = performance.now();
  const row = await deps.store.read(attempt.request.payment_id);
  // No row and yet none could be made: the time to start is over. Nobody can start under this attempt
  // any more; the key's record decides who may try again.
  if (row === null) throw new DomainError("service_unavailable", { retryAfterS: 1 });
  await refuseAnotherPayment(deps, row, "DIRECT", attempt.request);
  const time = databaseTime(row.now_ms, { askedAt: readAt });
  if (row.submission === attempt.submission) {
    return submitPayment(deps, attempt, { row, time, resumed: false, registered: false });
  }
  if (row.status !== "PENDING" || row.expiring || submissionIsLive(row)) return viewOf(row);

  const deadline = deadlineIn(deps.settings.ownerDeadlineMs - (performance.now() - attempt.startedAt));
  const provider = deps.acquirers.of(row);
  const outcome = await provider.read(askedOrderOf(row), deadline, attempt.requestId);
  await noteContradiction(deps, row, outcome);
  await keepAcquirerId(deps, row, outcome);
  if (isDecided(outcome))
    return (await reportFact(deps, { row, time }, outcome)) ?? reportRecorded(deps, row.id);
  if (outcome.kind === "unknown" || provider.isOpen()) return reportRecorded(deps, row.id);
  // What was sent may be on its way to an acquirer that closes nothing, where a second one would be another charge.
  if (outcome.kind === "absent" && provider.absentIsFinal.order !== "by_close")
    return reportRecorded(deps, row.id);
  return takeOver(deps, attempt, row, outcome.kind === "registered");
}

async function takeOver(
  deps: PaymentsDeps,
  attempt: Attempt,
  row: SeenPayment,
  registered: boolean,
): Promise<Payment> {
  // Our own checks end nothing here: what an earlier attempt sent may still arrive, so the status sync closes
  // the order first (docs/design/architecture.md#rule-5).
  if (checkInstrument(attempt.instrument.reveal(), row.now_ms) !== null) return reportRecorded(deps, row.id);
  const readAt = performance.now();
  const taken = await deps.store.takeSubmission(row.id, row.version, {
    submission: attempt.submission,
    start_before: attempt.request.start_before,
    payment_method_type: attempt.request.payment_method.type,
    card: attempt.request.payment_method.card,
  });
  const mine = taken ?? (await deps.store.read(row.id));
  if (mine?.submission !== attempt.submission) return reportRecorded(deps, row.id);
  const time = databaseTime(mine.now_ms, { askedAt: readAt });
  return submitPayment(deps, attempt, { row: mine, time, resumed: true, registered });
}

const submissionIsLive = (row: SeenPayment): boolean =>
  row.submit_until !== null && row.submit_until.getTime() > row.now_ms;
