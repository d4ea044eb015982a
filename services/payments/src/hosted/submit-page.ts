import { randomUUID } from "node:crypto";
import { checkInstrument } from "@flowlix/cards";
import { ENCRYPTED_FOR, type Params, type paymentsContract, type SubmitResult } from "@flowlix/contracts";
import { deadlineIn } from "@flowlix/provider";
import { DomainError } from "@flowlix/runtime";
import { databaseTime } from "@flowlix/persistence";
import type { PaymentsDeps } from "../deps.ts";
import { decryptInstrument } from "@flowlix/engine";
import { attemptOf, orderOf } from "../payment/order.ts";
import type { SeenPayment } from "../payment/payments-store.ts";
import { refuseAnotherPayment } from "../create/refuse-another-payment.ts";
import { stageOf } from "./page-stage.ts";
import { recordSubmission } from "./record-submission.ts";

export type SubmitPage = Params<typeof paymentsContract, "submitPage">;

/**
 * A payer submits a card on the page. Of many who do so at once one claims the submission and asks the
 * provider; the others see "checking" (docs/design/architecture.md#hosted-page). No call to the provider outlives the
 * claim. Errors: object_not_found; internal_error for an id that meets another request, and for a card that does not
 * open.
 */
export async function submitPage(
  deps: PaymentsDeps,
  request: SubmitPage,
  requestId: string,
): Promise<{ result: SubmitResult }> {
  const result = await resultOf(deps, request, requestId);
  deps.metrics.hostedSubmits.inc({ result });
  return { result };
}

async function resultOf(deps: PaymentsDeps, request: SubmitPage, requestId: string): Promise<SubmitResult> {
  const startedAt = performance.now();
  const row = await deps.store.read(request.payment_id);
  if (row?.integration_type !== "HOSTED_PAYMENT_PAGE") throw new DomainError("object_not_found");
  await refuseAnotherPayment(deps, row, "HOSTED_PAYMENT_PAGE", request);
  if (stageOf(row) !== "form" || isOfEarlierCard(row, request)) return notTaken(row, request);
  const instrument = decryptInstrument(deps, {
    ...request,
    noun: "payment",
    operation: ENCRYPTED_FOR.submitPage,
    object_id: request.payment_id,
  });
  if (instrument === null) throw new DomainError("internal_error");
  // Our own checks never end a hosted Payment (docs/design/decisions.md#hosted-form).
  if (checkInstrument(instrument.reveal(), row.now_ms) !== null) {
    await deps.hosted.refuse(row.id);
    return "given_back";
  }
  const provider = deps.acquirers.of(row);
  // Nothing was claimed, and the payer is not to blame for it.
  if (provider.isOpen()) return "given_back";

  const claimed = await claimSubmission(deps, request);
  if ("refused" in claimed) return claimed.refused;
  const { row: mine, until, time } = claimed;
  const ownShare = deps.settings.ownerDeadlineMs - (performance.now() - startedAt);
  const deadline = deadlineIn(Math.min(until - time.nowMs(), ownShare));
  // A first submission needs a row for which nothing can have been executed, and that is still the one that was read.
  const isFirst = row.order_sent !== true && mine.version === row.version + 1;
  const order = {
    ...orderOf(deps, mine, request.merchant_name),
    ...(isFirst && row.order_sent === false ? { again: String(mine.version) } : {}),
  };
  const outcome = await provider.submit(order, () => instrument.reveal(), deadline, requestId, !isFirst);
  return recordSubmission(deps, { ...claimed, isFirst }, outcome);
}

async function claimSubmission(deps: PaymentsDeps, request: SubmitPage) {
  const submission = randomUUID();
  const readAt = performance.now();
  const { start_before, payment_method, customer_ip_address, billing_details } = request;
  const claimed = await deps.hosted.claim(request.payment_id, {
    submission,
    start_before,
    payment_method,
    customer_ip_address,
    billing_details,
    card_attempt: request.card_attempt ?? null,
  });
  const row = claimed ?? (await deps.store.read(request.payment_id));
  if (row === null) throw new DomainError("object_not_found");
  // A row with our own claim is our own work whose answer was lost.
  if (row.submission !== submission || row.submit_until === null)
    return { refused: notTaken(row, request) } as const;
  return {
    row,
    submission,
    until: row.submit_until.getTime(),
    time: databaseTime(row.now_ms, { askedAt: readAt }),
  } as const;
}

/** Given in the form of a card that was declined since: sent twice, or left open in another tab. */
const isOfEarlierCard = (row: SeenPayment, { card_attempt: attempt }: SubmitPage): boolean =>
  attempt !== undefined && attempt !== attemptOf(row);

function notTaken(row: SeenPayment, request: SubmitPage): SubmitResult {
  // The form that follows says what became of its card.
  if (isOfEarlierCard(row, request)) return "settled";
  return stageOf(row) === "form_closed" ? "form_closed" : "not_taken";
}
