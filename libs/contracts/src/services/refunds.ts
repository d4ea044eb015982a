import { Type } from "typebox";
import { AcquirerAccountId, PaymentId, RefundId } from "../ids.ts";
import { Amount, MerchantReference } from "../money.ts";
import { CardAttempts } from "../payment.ts";
import { Refund, RefundList, RefundListRequest } from "../refund.ts";
import { DatabaseMillis, nullable } from "../schema.ts";
import { KeyScope, Scope } from "../scope.ts";
import { defineService } from "../service-contract.ts";
import { ownerActions } from "./owner-actions.ts";
import { ProviderName } from "./provider-name.ts";

/** Every move of a Refund raises it: of two views the one with the higher version is the later one. */
export const RefundVersion = Type.Integer({ minimum: 0 });

/** The place of a Refund among those of its Payment, in the order in which their money was reserved. */
export const RefundPosition = Type.Integer({ minimum: 1 });

/**
 * The position of the reservation before it in the same Payment; 0 where there is none. Positions in between, if any,
 * came to nothing. A process of the release before does not send it.
 */
export const PreviousPosition = Type.Optional(Type.Integer({ minimum: 0 }));

/**
 * The acquirer of the Payment, to which its Refunds go as well. A process of the release before does not send it, and
 * had only the one of Sandbox.
 */
export const ProviderOfPayment = Type.Optional(ProviderName);

/** The account of the Payment at its acquirer; absent where it is the installation's own. */
export const AccountOfPayment = Type.Optional(AcquirerAccountId);

/**
 * Acquirers whose circuit breaker of refunds is open in the process that asks, and for how long. The Payment's owner
 * alone knows where the Payment went, and the owner of Refunds alone whether that one can be called.
 */
export const RefusingAcquirers = Type.Array(
  Type.Object({
    provider: ProviderName,
    provider_account: AccountOfPayment,
    retry_after_s: Type.Integer({ minimum: 1 }),
  }),
);

/**
 * Which order of the Payment was charged, where it was not the first one. A process of the release before does not send
 * it, and had only one order.
 */
export const ChargeAttempt = Type.Optional(CardAttempts);

/**
 * The acquirer's own id of the charge. Absent where it reported none, and from a process of the release before.
 */
export const ChargeAcquirerId = Type.Optional(Type.String({ minLength: 1, maxLength: 128 }));

/** When the charge was submitted, in Unix milliseconds; absent as the above. */
export const ChargeSubmitted = Type.Optional(Type.Integer({ minimum: 0 }));

export const refundsContract = defineService("refunds", {
  /**
   * Makes a Refund under the given id, or goes on with the one that exists (docs/design/architecture.md#refund). The
   * Payment's owner reserves the money first. A rejection by the provider is a Refund, not an error. Errors:
   * object_not_found, payment_not_refundable, currency_not_supported (`payment_id`), amount_exceeds_refundable,
   * service_unavailable, internal_error; each with what is left of the key.
   */
  create: {
    params: Type.Object({
      scope: KeyScope,
      refund_id: RefundId,
      start_before: DatabaseMillis,
      payment_id: PaymentId,
      amount: Amount,
      reason: Type.String(),
      merchant_reference: nullable(MerchantReference),
    }),
    result: Refund,
  },
  /** The Refund as recorded; never asks the provider. Errors: object_not_found. */
  get: {
    repeatable: true,
    params: Type.Object({ scope: Scope, refund_id: RefundId }),
    result: Refund,
  },
  /**
   * A page of a Payment's Refunds, newest first; empty for a Payment that has none or does not exist.
   * Errors: invalid_search_criteria for a cursor that is no Refund of this Payment.
   */
  list: { repeatable: true, params: RefundListRequest, result: RefundList },
  /**
   * Asked by the Payment's owner about a reservation that nothing was applied to: the Refund that exists,
   * or a row under its id that prevents it for good (docs/design/architecture.md#reservation-sweep). Repeating it
   * is harmless.
   */
  void: {
    callers: ["payments"],
    params: Type.Object({
      scope: Scope,
      refund: Refund,
      position: RefundPosition,
      previous_position: PreviousPosition,
      provider: ProviderOfPayment,
      provider_account: AccountOfPayment,
      charge_attempt: ChargeAttempt,
      charge_acquirer_id: ChargeAcquirerId,
      charge_submitted_ms: ChargeSubmitted,
    }),
    result: Type.Union([
      Type.Object({ kind: Type.Unsafe<"voided">({ const: "voided" }) }),
      Type.Object({
        kind: Type.Unsafe<"exists">({ const: "exists" }),
        refund: Refund,
        version: RefundVersion,
      }),
    ]),
  },
  ...ownerActions,
});
