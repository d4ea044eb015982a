import { OPERATIONS, type RefundRequest } from "@flowlix/contracts";
import { isDomainError } from "@flowlix/runtime";
import type { Admission } from "../access/admission.ts";
import type { Answer } from "../http/answer.ts";
import { readJson } from "../http/read-json.ts";
import type { AuthenticatedRequest } from "../http/route.ts";
import { createOnce, type IdempotentDeps, type Started } from "../idempotency/idempotent.ts";
import type { KeyNamer } from "../idempotency/key-names.ts";
import type { Fingerprinter } from "../idempotency/request-fingerprint.ts";
import type { RequestValidator } from "../validation/validate-request.ts";
import { refundProvisioningRefusal, type ProvisioningDeps } from "./provisioning.ts";
import type { RefundsClient } from "../clients.ts";

export interface CreateRefundDeps extends IdempotentDeps, ProvisioningDeps {
  readonly refunds: RefundsClient;
  readonly admission: Admission;
  readonly fingerprint: Fingerprinter;
  readonly nameKey: KeyNamer;
  readonly validateRefund: RequestValidator<RefundRequest>;
}

const { path, idempotency } = OPERATIONS.createRefund;
const { operation } = idempotency;

/**
 * POST /v1/refunds (docs/design/specification.md#create-refund; docs/design/architecture.md#refund). A rejection is a
 * Refund and not an error. What depends on the Payment, its currency included, its owner decides: behind the key, so
 * that a replay comes first. Errors: those of the operation's contract.
 */
export async function createRefund(deps: CreateRefundDeps, request: AuthenticatedRequest): Promise<Answer> {
  const body = deps.validateRefund(readJson(request.headers["content-type"], request.body));
  const { caller } = request;
  const create = {
    key: deps.nameKey({ keyId: caller.keyId, operation, text: request.idempotencyKey }),
    fingerprints: deps.fingerprint(operation, identityOf(body)),
    object: "refund",
    requestId: request.requestId,
    deadline: request.deadline,
    refusal: refundProvisioningRefusal(deps, caller),
    recorded: (objectId: string) => recordedRefund(deps, request, body, objectId),
  } as const;
  return deps.admission.run(path, () =>
    createOnce(deps, create, (started) => submit(deps, request, body, started)),
  );
}

/** Everything of a Refund, as it was sent (docs/design/specification.md#idempotency-3). */
function identityOf(body: RefundRequest) {
  const identity: Record<string, unknown> = {};
  for (const field of idempotency.identity) identity[field] = body[field];
  return identity;
}

async function submit(
  { refunds }: CreateRefundDeps,
  { caller, requestId, deadline }: AuthenticatedRequest,
  body: RefundRequest,
  { objectId, submissionDeadline }: Started,
): Promise<string> {
  const { keyId, merchantId, livemode } = caller;
  const refund = await refunds.create(
    {
      scope: { merchant_id: merchantId, livemode, key_id: keyId },
      refund_id: objectId,
      start_before: submissionDeadline,
      payment_id: body.payment_id,
      amount: body.amount,
      reason: body.reason,
      merchant_reference: body.merchant_reference ?? null,
    },
    { requestId, timeoutMs: deadline.remainingMs() },
  );
  return JSON.stringify(refund);
}

/** A submission deadline in the past: the owner answers what is recorded and starts nothing. */
const NOTHING_STARTS = 0;

/**
 * The JSON text of the Refund recorded under an id of the caller's, null where there is none. It is told by
 * its owner's create, which never says PENDING (docs/design/decisions.md#refund): a submission that was broken off is
 * looked up. Errors: service_unavailable while another attempt is at work.
 */
async function recordedRefund(
  deps: CreateRefundDeps,
  request: AuthenticatedRequest,
  body: RefundRequest,
  refundId: string,
): Promise<string | null> {
  const { caller, requestId, deadline } = request;
  const scope = { merchant_id: caller.merchantId, livemode: caller.livemode };
  try {
    const call = { requestId, timeoutMs: deadline.remainingMs() };
    await deps.refunds.get({ scope, refund_id: refundId }, call);
  } catch (error) {
    if (isDomainError(error) && error.type === "object_not_found") return null;
    throw error;
  }
  return submit(deps, request, body, { objectId: refundId, submissionDeadline: NOTHING_STARTS });
}
