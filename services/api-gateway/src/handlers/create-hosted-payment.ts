import {
  canonicalCurrency,
  normaliseBillingDetails,
  OPERATIONS,
  type BillingDetails,
  type HostedPaymentRequest,
} from "@flowlix/contracts";
import { keptPageUrl, type PageUrlFiller } from "@flowlix/page-links";
import type { Admission } from "../access/admission.ts";
import type { Answer } from "../http/answer.ts";
import { readJson } from "../http/read-json.ts";
import type { AuthenticatedRequest } from "../http/route.ts";
import { createOnce, type IdempotentDeps, type Started } from "../idempotency/idempotent.ts";
import type { KeyNamer } from "../idempotency/key-names.ts";
import type { Fingerprinter } from "../idempotency/request-fingerprint.ts";
import type { RequestValidator } from "../validation/validate-request.ts";
import type { PaymentsClient } from "../clients.ts";
import { paymentRefusal, type PaymentRefusalDeps } from "./payment-refusal.ts";
import { recordedPayment } from "./recorded-payment.ts";

export interface CreateHostedPaymentDeps extends IdempotentDeps, PaymentRefusalDeps {
  readonly payments: PaymentsClient;
  readonly admission: Admission;
  readonly fingerprint: Fingerprinter;
  readonly nameKey: KeyNamer;
  readonly validateHostedPayment: RequestValidator<HostedPaymentRequest>;
  /** How browsers reach the gateway; without a slash at its end. */
  readonly publicUrl: string;
  readonly pageTokens: { readonly activeKeyId: string };
  readonly fillPageUrl: PageUrlFiller;
}

const { path, idempotency } = OPERATIONS.createHostedPayment;
const { operation } = idempotency;

/**
 * POST /v1/payments/hpp (docs/design/decisions.md#hosted-request; docs/design/architecture.md#hosted-page): a Payment
 * that waits for its payer from the beginning. What is stored of the answer holds a placeholder; the token is put in on
 * its way out, in a replay too. Errors: those of the operation's contract.
 */
export async function createHostedPayment(
  deps: CreateHostedPaymentDeps,
  request: AuthenticatedRequest,
): Promise<Answer> {
  const body = deps.validateHostedPayment(readJson(request.headers["content-type"], request.body));
  const read = {
    body,
    billingDetails: normaliseBillingDetails(body.billing_details),
    currency: canonicalCurrency(body.currency),
  };
  const { caller } = request;
  const create = {
    key: deps.nameKey({ keyId: caller.keyId, operation, text: request.idempotencyKey }),
    fingerprints: deps.fingerprint(operation, identityOf(read)),
    object: "payment",
    requestId: request.requestId,
    deadline: request.deadline,
    refusal: paymentRefusal(deps, caller, read.currency),
    recorded: (objectId: string) => recordedPayment(deps, request, objectId),
  } as const;
  const answer = await deps.admission.run(path, () =>
    createOnce(deps, create, (started) => make(deps, request, read, started)),
  );
  return { ...answer, body: JSON.stringify(deps.fillPageUrl(JSON.parse(answer.body))) };
}

interface ReadRequest {
  readonly body: HostedPaymentRequest;
  readonly billingDetails: BillingDetails | null;
  readonly currency: string;
}

/**
 * Unlike a Direct Payment's, the currency counts in its canonical form (docs/design/specification.md#idempotency-3).
 */
function identityOf({ body, billingDetails, currency }: ReadRequest) {
  const identity: Record<string, unknown> = {};
  for (const field of idempotency.identity) identity[field] = body[field];
  return { ...identity, billing_details: billingDetails, currency };
}

async function make(
  deps: CreateHostedPaymentDeps,
  request: AuthenticatedRequest,
  { body, billingDetails, currency }: ReadRequest,
  { objectId, submissionDeadline }: Started,
): Promise<string> {
  const { keyId, merchantId, livemode, account } = request.caller;
  const payment = await deps.payments.createHosted(
    {
      scope: { merchant_id: merchantId, livemode, key_id: keyId },
      payment_id: objectId,
      start_before: submissionDeadline,
      amount: body.amount,
      currency,
      page_url: keptPageUrl(deps.publicUrl, objectId, deps.pageTokens.activeKeyId),
      customer_ip_address: body.customer_ip_address ?? null,
      merchant_customer_id: body.merchant_customer_id,
      return_url: body.return_url,
      merchant_reference: body.merchant_reference ?? null,
      description: body.description ?? null,
      billing_details: billingDetails,
      ...(body.statement_descriptor === undefined ? {} : { statement_descriptor: body.statement_descriptor }),
      ...(account.cardAttempts > 1 ? { card_attempts: account.cardAttempts } : {}),
    },
    { requestId: request.requestId, timeoutMs: request.deadline.remainingMs() },
  );
  return JSON.stringify(payment);
}
