import { randomUUID } from "node:crypto";
import type { Params, paymentsContract, Refund, Result } from "@flowlix/contracts";
import { databaseTime } from "@flowlix/persistence";
import { DomainError, isTransportError } from "@flowlix/runtime";
import type { RefundsDeps } from "../deps.ts";
import { providerOfPayment } from "../refund/provider-of-payment.ts";
import { resumeRefund, type Seen } from "./resume-refund.ts";
import { submitRefund } from "./submit-refund.ts";
import type { CreateRefund, Attempt } from "./attempt.ts";

type Reserved = Result<typeof paymentsContract, "reserveRefund">;
type ReserveRefund = Params<typeof paymentsContract, "reserveRefund">;
const RETRY_AFTER_S = 5;

/**
 * Makes a Refund, or goes on with the one that exists under this id. The Payment's owner reserves the
 * money. Only the attempt that inserts the row submits, once; a rejection is a result, not an error. Safe to
 * repeat: every step is keyed by the id (docs/design/architecture.md#refund). Errors: as the contract's `create` lists
 * them, with what is left of the idempotency key.
 */
export async function createRefund(
  deps: RefundsDeps,
  request: CreateRefund,
  requestId: string,
): Promise<Refund> {
  const attempt = { request, requestId, submission: randomUUID(), startedAt: performance.now() };
  const existing = await seen(deps, request.refund_id);
  if (existing !== null) return resumeRefund(deps, attempt, existing);
  const reserved = await reserve(deps, attempt);
  return insertAndSubmit(deps, attempt, reserved);
}

/** Which acquirer the Refund goes to is the Payment's to say, so its owner is given all that refuse now. */
const refusing = ({ acquirers }: RefundsDeps): NonNullable<ReserveRefund["refusing"]> =>
  acquirers.inUse().flatMap(({ provider, provider_account, port: { refunds } }) =>
    refunds.isOpen()
      ? [
          {
            provider,
            ...(provider_account === null ? {} : { provider_account }),
            retry_after_s: refunds.retryAfterS(),
          },
        ]
      : [],
  );

async function reserve(deps: RefundsDeps, { request, requestId, startedAt }: Attempt): Promise<Reserved> {
  const { scope, refund_id, start_before, payment_id, amount, reason, merchant_reference } = request;
  const { merchant_id, livemode } = scope;
  const timeoutMs = deps.settings.ownerDeadlineMs - (performance.now() - startedAt);
  try {
    return await deps.payments.reserveRefund(
      {
        scope: { merchant_id, livemode },
        refund_id,
        start_before,
        payment_id,
        amount,
        reason,
        merchant_reference,
        refusing: refusing(deps),
      },
      { requestId, timeoutMs },
    );
  } catch (error) {
    if (!isTransportError(error)) throw error;
    // No Refund exists, so nothing was submitted. Never sent: free the key. Perhaps reserved: keep it; the same request
    // finds its reservation, or the sweep returns the money.
    const key = error.mayHaveRun ? {} : ({ key: "release" } as const);
    throw new DomainError("service_unavailable", { ...key, retryAfterS: RETRY_AFTER_S, cause: error });
  }
}

async function insertAndSubmit(deps: RefundsDeps, attempt: Attempt, reserved: Reserved): Promise<Refund> {
  const { request, submission } = attempt;
  const { merchant_id, livemode } = request.scope;
  // Throws before there is a Refund that could be sent nowhere.
  const provider_account = reserved.provider_account ?? null;
  const { name: provider } = deps.acquirers.of({ provider: providerOfPayment(reserved), provider_account });
  const askedAt = performance.now();
  const inserted = await deps.store.insert({
    scope: { merchant_id, livemode },
    ...reserved,
    provider,
    provider_account,
    submission,
    start_before: request.start_before,
  });
  if (inserted !== null) {
    return submitRefund(deps, attempt, { row: inserted, time: databaseTime(inserted.now_ms, { askedAt }) });
  }
  const there = await seen(deps, request.refund_id);
  // No row, and none could be made: the submission deadline is over, or the reservation is older than 60 s
  // (`INSERT_WITHIN_MS`). The key's record decides who may try again.
  if (there === null) throw new DomainError("service_unavailable", { retryAfterS: 1 });
  return resumeRefund(deps, attempt, there);
}

/** Its time counts from before the read. So the database's time is never taken for earlier than it is. */
async function seen({ store }: Pick<RefundsDeps, "store">, id: string): Promise<Seen | null> {
  const readAt = performance.now();
  const row = await store.read(id);
  return row === null ? null : { row, time: databaseTime(row.now_ms, { askedAt: readAt }) };
}
