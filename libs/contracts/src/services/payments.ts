import { Type } from "typebox";
import { Actor, KeyScope, Scope } from "../scope.ts";
import { ExceptionRecord } from "../administration.ts";
import { BillingDetails } from "../billing-details.ts";
import { ExceptionId, PaymentId, RefundId } from "../ids.ts";
import { Amount, Currency, MerchantReference } from "../money.ts";
import { PaymentList, PaymentListRequest } from "../payment-list.ts";
import { INTEGRATION_TYPES, Payment, PAYMENT_STATUSES, StatementDescriptor } from "../payment.ts";
import { PaymentMethod } from "../payment-method.ts";
import { Refund } from "../refund.ts";
import { DatabaseMillis, nullable, oneOf } from "../schema.ts";
import { defineService } from "../service-contract.ts";
import { ownerActions } from "./owner-actions.ts";
import { hostedPageActions, MerchantNameForPayers } from "./hosted-page-actions.ts";
import {
  ChargeAcquirerId,
  AccountOfPayment,
  ChargeAttempt,
  ChargeSubmitted,
  PreviousPosition,
  ProviderOfPayment,
  RefundPosition,
  RefusingAcquirers,
  RefundVersion,
} from "./refunds.ts";
import { EncryptedInstrument } from "./encrypted-instrument.ts";

const Sha256 = Type.String({ pattern: "^[0-9a-f]{64}$" });

/** What an acquirer wants of the query that the payer came back with; absent where there is nothing of it. */
const ReturnedParameters = Type.Record(
  Type.String({ maxLength: 64 }),
  Type.String({ minLength: 1, maxLength: 4096 }),
);

export const paymentsContract = defineService("payments", {
  /**
   * Makes a Direct Payment under the given id, or goes on with the one that exists
   * (docs/design/architecture.md#create-payment and #a-request-that-finds-its-id). Errors: rate_limit_exceeded,
   * service_unavailable, processing_error, object_state_conflict, object_not_found, internal_error; each carries what
   * is left of the idempotency key.
   */
  create: {
    params: Type.Object({
      scope: KeyScope,
      payment_id: PaymentId,
      start_before: DatabaseMillis,
      amount: Amount,
      currency: Currency,
      payment_method: PaymentMethod,
      sealed_instrument: EncryptedInstrument,
      customer_ip_address: Type.String({ maxLength: 45 }),
      merchant_name: Type.Optional(MerchantNameForPayers),
      merchant_customer_id: Type.String(),
      return_url: Type.String({ maxLength: 2048 }),
      merchant_reference: nullable(MerchantReference),
      description: nullable(Type.String()),
      billing_details: nullable(BillingDetails),
      statement_descriptor: Type.Optional(StatementDescriptor),
    }),
    result: Payment,
  },
  /** The Payment as recorded; never asks the provider. Errors: object_not_found. */
  get: {
    repeatable: true,
    params: Type.Object({ scope: Scope, payment_id: PaymentId }),
    result: Payment,
  },
  /**
   * A page of the merchant's Payments, newest first (docs/design/decisions.md#list-answers). Errors:
   * invalid_search_criteria for a cursor that is no Payment of the merchant's mode; service_unavailable where the page
   * takes longer to find than a read may.
   */
  list: { repeatable: true, params: PaymentListRequest, result: PaymentList },
  /**
   * The payer's browser came back. It proves nothing: what an acquirer leaves to us to finish
   * is finished with what the browser brought, at most once, a status sync follows, then the owner says where the
   * browser goes. The token itself never travels, its hash does. Errors: object_not_found.
   */
  completeAuthentication: {
    params: Type.Object({
      payment_id: PaymentId,
      token_sha256: Sha256,
      returned: Type.Optional(ReturnedParameters),
    }),
    result: Type.Object({
      payment_id: PaymentId,
      status: oneOf(PAYMENT_STATUSES),
      return_url: Type.String(),
      /** A hosted Payment's payer goes on to its page, not to the merchant. */
      integration_type: Type.Optional(oneOf(INTEGRATION_TYPES)),
      /** The payer gave the bank no answer: the challenge is another one now than before they came back. */
      challenge_left: Type.Optional(Type.Boolean()),
    }),
  },
  ...hostedPageActions,
  /**
   * Takes the money of a Refund out of what can still be refunded, once per refund id; a reservation that exists is
   * answered first, before any rule (docs/design/architecture.md#refund). Answers the Refund as the Payment shows it
   * from now on, with currency, type and time of acceptance, its place among the Payment's, and the Payment's acquirer.
   * Errors: object_not_found, currency_not_supported, payment_not_refundable (`payment_id`), amount_exceeds_refundable
   * (`amount`), service_unavailable after `start_before` and where the Payment's acquirer is one of `refusing`,
   * internal_error for an id that meets another request.
   */
  reserveRefund: {
    callers: ["refunds"],
    params: Type.Object({
      scope: Scope,
      refund_id: RefundId,
      start_before: DatabaseMillis,
      payment_id: PaymentId,
      amount: Amount,
      reason: Type.String(),
      merchant_reference: nullable(MerchantReference),
      refusing: Type.Optional(RefusingAcquirers),
    }),
    result: Type.Object({
      refund: Refund,
      position: RefundPosition,
      previous_position: PreviousPosition,
      provider: ProviderOfPayment,
      provider_account: AccountOfPayment,
      charge_attempt: ChargeAttempt,
      charge_acquirer_id: ChargeAcquirerId,
      charge_submitted_ms: ChargeSubmitted,
    }),
  },
  /**
   * Takes over a Refund as its owner recorded it. What it does to the money follows from the status: PENDING and
   * PROCESSING keep the reservation, SUCCEEDED turns reserved into refunded, FAILED releases it. An older version than
   * the one taken over changes nothing. `background`: no request waits for it, so that it gives way to those that one
   * waits for. Errors: object_not_found where nothing is reserved for it and object_state_conflict where something else
   * is, both for good; service_unavailable.
   */
  applyRefund: {
    callers: ["refunds"],
    params: Type.Object({
      refund: Refund,
      version: RefundVersion,
      background: Type.Optional(Type.Boolean()),
    }),
    result: Type.Object({ applied: Type.Boolean() }),
  },
  /**
   * Gives a charge that must not stand back at the provider, once. Errors: object_not_found, object_state_conflict,
   * service_unavailable.
   */
  reverseAnomaly: { params: Type.Object({ anomaly_id: ExceptionId, actor: Actor }), result: ExceptionRecord },
  ...ownerActions,
});
