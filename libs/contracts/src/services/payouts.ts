import { Type } from "typebox";
import { Anomaly, AuditEntry } from "../administration.ts";
import { AnomalyId, PayoutId } from "../ids.ts";
import { Amount, Currency, MerchantReference } from "../money.ts";
import { PayoutList, PayoutListRequest } from "../payout-list.ts";
import { Payout } from "../payout.ts";
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

export const payoutsContract = defineService("payouts", {
  /**
   * Makes a Payout under the given id, or goes on with the one that exists: what may have been submitted
   * is only read, never submitted again (architecture §6, Payout).
   * Errors: service_unavailable, object_state_conflict, object_not_found, internal_error; each carries
   * what is left of the idempotency key.
   */
  create: {
    params: Type.Object({
      scope: KeyScope,
      payout_id: PayoutId,
      start_before: DatabaseMillis,
      amount: Amount,
      currency: Currency,
      merchant_reference: nullable(MerchantReference),
      destination: Payout.properties.destination,
      /** The card number, sealed for the operation `payouts.create`, readable at the provider seam only. */
      sealed_instrument: Type.String({ maxLength: 8_192 }),
      /** Canonical text. */
      initiator_ip_address: Type.String({ maxLength: 45 }),
      recipient: Payout.properties.recipient,
    }),
    result: Payout,
  },
  /** The Payout as recorded; never asks the provider. Errors: object_not_found. */
  get: { params: Type.Object({ scope: Scope, payout_id: PayoutId }), result: Payout },
  /**
   * A page of the merchant's Payouts, newest first, with the number of all that match (decisions §4).
   * Errors: invalid_search_criteria for a cursor that is no Payout of the merchant's mode;
   * service_unavailable where the page takes longer to find than a list may.
   */
  list: { params: PayoutListRequest, result: PayoutList },
  acceptCallback: acceptCallbackAction,
  /** Claims what is due, reads the provider, applies; repeated by a clock (architecture §6, Look). */
  lookDue: {
    params: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 500 }) }),
    result: Type.Object({ looked: Type.Integer(), changed: Type.Integer(), failed: Type.Integer() }),
  },
  /** Folds the changes of lists' totals into the totals. */
  foldTotals: clockedAction,
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
