import {
  canonicalCurrency,
  ERROR_CATALOGUE,
  normaliseBillingDetails,
  OPERATIONS,
  ORDERED_ERRORS,
  ENCRYPTED_FOR,
  type BillingDetails,
  type DirectPaymentRequest,
} from "@flowlix/contracts";
import { summaryOf, type Encryptor } from "@flowlix/cards";
import { isDomainError } from "@flowlix/runtime";
import type { Admission } from "../access/admission.ts";
import { isSimulated } from "../access/api-caller.ts";
import type { Answer } from "../http/answer.ts";
import { readJson } from "../http/read-json.ts";
import type { AuthenticatedRequest } from "../http/route.ts";
import { createOnce, type IdempotentDeps, type Started } from "../idempotency/idempotent.ts";
import type { KeyNamer } from "../idempotency/key-names.ts";
import type { Fingerprinter } from "../idempotency/request-fingerprint.ts";
import type { RequestValidator } from "../validation/validate-request.ts";
import { warnOfFamiliarCard } from "./familiar-cards.ts";
import { instrumentOf, methodIdentityOf } from "./instrument-of.ts";
import { paymentRefusal, type PaymentRefusalDeps } from "./payment-refusal.ts";
import { recordedPayment } from "./recorded-payment.ts";
import type { PaymentsClient } from "../clients.ts";

export interface CreatePaymentDeps extends IdempotentDeps, PaymentRefusalDeps {
  readonly payments: PaymentsClient;
  readonly admission: Admission;
  readonly fingerprint: Fingerprinter;
  readonly nameKey: KeyNamer;
  readonly encryptor: Encryptor;
  readonly validatePayment: RequestValidator<DirectPaymentRequest>;
  /** Called where an amount of the Sandbox ordered the error that is answered. */
  readonly onErrorOrdered: (route: string, status: number) => void;
}

const { path, idempotency } = OPERATIONS.createPayment;
const { operation } = idempotency;

/**
 * POST /v1/payments (docs/design/specification.md#create-payment; docs/design/architecture.md#create-payment). A
 * decline is a Payment and not an error. Errors: those of the operation's contract.
 */
export async function createPayment(deps: CreatePaymentDeps, request: AuthenticatedRequest): Promise<Answer> {
  const body = deps.validatePayment(readJson(request.headers["content-type"], request.body));
  const billingDetails = normaliseBillingDetails(body.billing_details);
  const currency = canonicalCurrency(body.currency);
  const { caller } = request;
  const create = {
    key: deps.nameKey({ keyId: caller.keyId, operation, text: request.idempotencyKey }),
    fingerprints: deps.fingerprint(operation, identityOf(body, billingDetails)),
    object: "payment",
    requestId: request.requestId,
    deadline: request.deadline,
    refusal: paymentRefusal(deps, caller, currency),
    recorded: (objectId: string) => recordedPayment(deps, request, objectId),
  } as const;
  const answer = await deps.admission.run(path, () =>
    createOnce(deps, create, (started) => submit(deps, request, { body, billingDetails, currency }, started)),
  );
  return isSimulated(caller) ? warnOfFamiliarCard(answer, body) : answer;
}

interface ReadPayment {
  readonly body: DirectPaymentRequest;
  readonly billingDetails: BillingDetails | null;
  readonly currency: string;
}

/**
 * The currency as it was submitted, the method's own identity, nothing of card or wallet and nothing of the browser
 * (docs/design/specification.md#idempotency-3, #idempotency-5 and #idempotency-6).
 */
function identityOf(body: DirectPaymentRequest, billingDetails: BillingDetails | null) {
  const identity: Record<string, unknown> = { payment_method: methodIdentityOf(body.payment_method_data) };
  for (const field of idempotency.identity) identity[field] = body[field];
  identity["billing_details"] = billingDetails;
  return identity;
}

async function submit(
  deps: CreatePaymentDeps,
  request: AuthenticatedRequest,
  { body, billingDetails, currency }: ReadPayment,
  { objectId, submissionDeadline }: Started,
): Promise<string> {
  const { keyId, merchantId, merchantName, livemode } = request.caller;
  const instrument = instrumentOf(body);
  const created = deps.payments.create(
    {
      scope: { merchant_id: merchantId, livemode, key_id: keyId },
      payment_id: objectId,
      start_before: submissionDeadline,
      amount: body.amount,
      currency,
      payment_method: { type: instrument.kind, card: summaryOf(instrument.card) },
      sealed_instrument: deps.encryptor.encrypt(instrument, {
        operation: ENCRYPTED_FOR.create,
        object_id: objectId,
        merchant_id: merchantId,
        livemode,
        amount: body.amount,
        currency,
        start_before: submissionDeadline,
      }),
      customer_ip_address: body.customer_ip_address,
      merchant_name: merchantName,
      merchant_customer_id: body.merchant_customer_id,
      return_url: body.return_url,
      merchant_reference: body.merchant_reference ?? null,
      description: body.description ?? null,
      billing_details: billingDetails,
      ...(body.statement_descriptor === undefined ? {} : { statement_descriptor: body.statement_descriptor }),
    },
    { requestId: request.requestId, timeoutMs: request.deadline.remainingMs() },
  );
  const payment = await created.catch((error: unknown) => {
    if (!livemode && isDomainError(error) && ORDERED_ERRORS.get(body.amount) === error.type)
      deps.onErrorOrdered(path, ERROR_CATALOGUE[error.type].status);
    throw error;
  });
  return JSON.stringify(payment);
}
