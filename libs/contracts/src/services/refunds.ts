import { Type } from "typebox";
import { Anomaly, AuditEntry } from "../administration.ts";
import { AnomalyId, PaymentId, RefundId } from "../ids.ts";
import { Amount, MerchantReference } from "../money.ts";
import { Refund, RefundList, RefundListRequest } from "../refund.ts";
import { DatabaseMillis, nullable } from "../schema.ts";
import { Actor, KeyScope, Scope } from "../scope.ts";
import { defineService } from "../service-contract.ts";
import { acceptCallbackAction } from "./accept-callback.ts";
import { clockedAction } from "./clocked.ts";
import { haveEndedAction } from "./have-ended.ts";
import { healthAction } from "./health.ts";
import { journalActions } from "./journal-actions.ts";
import { listOpenAction } from "./list-open.ts";
import { verifyEndsAction } from "./verify-ends.ts";

/** Raised by every move of a Refund: of two views the one of the higher version is the later. */
export const RefundVersion = Type.Integer({ minimum: 0 });

/** Where a Refund stands among those of its Payment: the order in which their money was reserved. */
export const RefundPosition = Type.Integer({ minimum: 1 });

export const refundsContract = defineService("refunds", {
  /**
   * Makes a Refund under the given id, or goes on with the one that exists (architecture §6, Refund). The
   * Payment's owner reserves the money first. A rejection by the provider is a Refund, not an error.
   * Errors: object_not_found, payment_not_refundable, currency_not_supported (`payment_id`),
   * amount_exceeds_refundable, service_unavailable, internal_error; each with what is left of the key.
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
  get: { params: Type.Object({ scope: Scope, refund_id: RefundId }), result: Refund },
  /**
   * A page of a Payment's Refunds, newest first; empty for a Payment that has none or does not exist.
   * Errors: invalid_search_criteria for a cursor that is no Refund of this Payment.
   */
  list: { params: RefundListRequest, result: RefundList },
  /**
   * Asked by the Payment's owner about a reservation that nothing was applied to: the Refund that exists,
   * or a tombstone under its id, so that none ever will (architecture §6, Refund). Repeating it is harmless.
   */
  void: {
    params: Type.Object({ scope: Scope, refund: Refund, position: RefundPosition }),
    result: Type.Union([
      Type.Object({ kind: Type.Unsafe<"voided">({ const: "voided" }) }),
      Type.Object({
        kind: Type.Unsafe<"exists">({ const: "exists" }),
        refund: Refund,
        version: RefundVersion,
      }),
    ]),
  },
  acceptCallback: acceptCallbackAction,
  /** Claims what is due, reads the provider, applies; repeated by a clock (architecture §6, Look). */
  lookDue: {
    params: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 500 }) }),
    result: Type.Object({ looked: Type.Integer(), changed: Type.Integer(), failed: Type.Integer() }),
  },
  /** Tells the owner of Payments again what it has not acknowledged (architecture §6, Refund). */
  tellPayments: clockedAction,
  /** Matches callbacks that came early; those that match nothing for a day become anomalies. */
  sweepCallbacks: clockedAction,
  haveEnded: haveEndedAction,
  verifyEnds: verifyEndsAction,
  listOpen: listOpenAction,
  listAnomalies: {
    params: Type.Object({ open_only: Type.Boolean(), limit: Type.Integer({ minimum: 1, maximum: 1000 }) }),
    result: Type.Object({ anomalies: Type.Array(Anomaly) }),
  },
  /** Ends an anomaly with an operator's words. Errors: object_not_found, object_state_conflict. */
  noteAnomaly: {
    params: Type.Object({
      anomaly_id: AnomalyId,
      actor: Actor,
      note: Type.String({ minLength: 1, maxLength: 2000 }),
    }),
    result: Anomaly,
  },
  listAudit: {
    params: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 1000 }) }),
    result: Type.Object({ entries: Type.Array(AuditEntry) }),
  },
  ...journalActions,
  health: healthAction,
});
