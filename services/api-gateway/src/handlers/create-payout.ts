import { brandOf, last4, type Encryptor, type PayoutInstrument } from "@flowlix/cards";
import {
  canonicalCurrency,
  OPERATIONS,
  ENCRYPTED_FOR,
  type PayoutAddress,
  type PayoutCardBrand,
  type PayoutRequest,
} from "@flowlix/contracts";
import type { Admission } from "../access/admission.ts";
import type { Answer } from "../http/answer.ts";
import { plainAddress } from "../http/client-address.ts";
import { readJson } from "../http/read-json.ts";
import type { AuthenticatedRequest } from "../http/route.ts";
import { createOnce, type IdempotentDeps, type Started } from "../idempotency/idempotent.ts";
import type { KeyNamer } from "../idempotency/key-names.ts";
import type { Fingerprinter } from "../idempotency/request-fingerprint.ts";
import type { RequestValidator } from "../validation/validate-request.ts";
import { isPayoutBrand, payoutRefusal, type PayoutRefusalDeps } from "./payout-refusal.ts";
import { recordedPayout } from "./recorded-payout.ts";
import type { PayoutsClient } from "../clients.ts";

export interface CreatePayoutDeps extends IdempotentDeps, PayoutRefusalDeps {
  readonly payouts: PayoutsClient;
  readonly admission: Admission;
  readonly fingerprint: Fingerprinter;
  readonly nameKey: KeyNamer;
  readonly payoutEncryptor: Encryptor<"payout_card">;
  readonly validatePayout: RequestValidator<PayoutRequest>;
}

const { path, idempotency } = OPERATIONS.createPayout;
const { operation } = idempotency;

/**
 * POST /v1/payouts (docs/design/specification.md#create-payout; docs/design/architecture.md#payout). A Payout that
 * failed is a Payout and not an error. Errors: those of the operation's contract.
 */
export async function createPayout(deps: CreatePayoutDeps, request: AuthenticatedRequest): Promise<Answer> {
  const body = canonical(deps.validatePayout(readJson(request.headers["content-type"], request.body)));
  const { caller } = request;
  const create = {
    key: deps.nameKey({ keyId: caller.keyId, operation, text: request.idempotencyKey }),
    // The card number is a part of the identity, and leaves this process in a keyed hash alone.
    fingerprints: deps.fingerprint(operation, identityOf(body)),
    object: "payout",
    requestId: request.requestId,
    deadline: request.deadline,
    refusal: payoutRefusal(deps, caller, body),
    recorded: (objectId: string) => recordedPayout(deps, request, objectId),
  } as const;
  return deps.admission.run(path, () =>
    createOnce(deps, create, (started) => submit(deps, request, body, started)),
  );
}

/** Currency, address and countries in the one way to write them (docs/design/specification.md#idempotency-3). */
function canonical(body: PayoutRequest): PayoutRequest {
  const { recipient, sender, initiator_ip_address: address } = body;
  return {
    ...body,
    currency: canonicalCurrency(body.currency),
    initiator_ip_address: plainAddress(address) ?? address,
    recipient: { ...recipient, country: recipient.country.toUpperCase(), ...withCountry(recipient.address) },
    ...(sender === undefined ? {} : { sender: { ...sender, ...withCountry(sender.address) } }),
  };
}

const withCountry = (address: PayoutAddress | undefined): { readonly address?: PayoutAddress } =>
  address === undefined ? {} : { address: { ...address, country: address.country.toUpperCase() } };

/** What only the submission needs, and nobody keeps (docs/decisions/0102-fields-that-acquirers-ask-for.md). */
function instrumentOf({ destination, recipient, sender }: PayoutRequest): PayoutInstrument {
  const { card_number: number, ...expiry } = destination;
  const { address: recipient_address } = recipient;
  return {
    kind: "payout_card",
    number,
    ...expiry,
    ...(recipient_address === undefined ? {} : { recipient_address }),
    ...(sender === undefined ? {} : { sender }),
  };
}

function identityOf(body: PayoutRequest) {
  const identity: Record<string, unknown> = {};
  for (const field of idempotency.identity) identity[field] = body[field];
  return identity;
}

async function submit(
  deps: CreatePayoutDeps,
  request: AuthenticatedRequest,
  body: PayoutRequest,
  { objectId, submissionDeadline }: Started,
): Promise<string> {
  const { keyId, merchantId, livemode } = request.caller;
  const { card_number: number } = body.destination;
  const { first_name, last_name, country } = body.recipient;
  const encrypted = deps.payoutEncryptor.encrypt(instrumentOf(body), {
    operation: ENCRYPTED_FOR.createPayout,
    object_id: objectId,
    merchant_id: merchantId,
    livemode,
    amount: body.amount,
    currency: body.currency,
    start_before: submissionDeadline,
  });
  const payout = await deps.payouts.create(
    {
      scope: { merchant_id: merchantId, livemode, key_id: keyId },
      payout_id: objectId,
      start_before: submissionDeadline,
      amount: body.amount,
      currency: body.currency,
      merchant_reference: body.merchant_reference ?? null,
      destination: { card_brand: payoutBrandOf(number), card_last4: last4(number) },
      sealed_instrument: encrypted,
      initiator_ip_address: body.initiator_ip_address,
      recipient: { first_name, last_name, country },
    },
    { requestId: request.requestId, timeoutMs: request.deadline.remainingMs() },
  );
  return JSON.stringify(payout);
}

/** Other brands were refused before anything was begun. */
function payoutBrandOf(number: string): PayoutCardBrand {
  const brand = brandOf(number);
  if (!isPayoutBrand(brand)) throw new Error("a card of no brand that payouts go to was let through");
  return brand;
}
