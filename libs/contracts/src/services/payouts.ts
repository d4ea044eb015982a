import { Type } from "typebox";
import { PayoutId } from "../ids.ts";
import { Amount, Currency, MerchantReference } from "../money.ts";
import { PayoutList, PayoutListRequest } from "../payout-list.ts";
import { Payout } from "../payout.ts";
import { DatabaseMillis, nullable } from "../schema.ts";
import { KeyScope, Scope } from "../scope.ts";
import { defineService } from "../service-contract.ts";
import { ownerActions } from "./owner-actions.ts";

export const payoutsContract = defineService("payouts", {
  /**
   * Makes a Payout under the given id, or goes on with the one that exists: what may have been submitted
   * is only read, never submitted again (docs/design/architecture.md#payout). Errors: service_unavailable,
   * object_state_conflict, object_not_found, internal_error; each carries what is left of the idempotency key.
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
      /**
       * The card, the recipient's address and the sender, encrypted for the operation `payouts.create`, readable at the
       * provider port only. Every text at its longest, escaped, encrypted and in base64, takes two thirds of it.
       */
      sealed_instrument: Type.String({ maxLength: 24_576 }),
      /** Canonical text. */
      initiator_ip_address: Type.String({ maxLength: 45 }),
      recipient: Payout.properties.recipient,
    }),
    result: Payout,
  },
  /** The Payout as recorded; never asks the provider. Errors: object_not_found. */
  get: {
    repeatable: true,
    params: Type.Object({ scope: Scope, payout_id: PayoutId }),
    result: Payout,
  },
  /**
   * A page of the merchant's Payouts, newest first, with the number of all that match
   * (docs/design/decisions.md#list-answers). Errors: invalid_search_criteria for a cursor that is no Payout of the
   * merchant's mode; service_unavailable where the page takes longer to find than a list may.
   */
  list: { repeatable: true, params: PayoutListRequest, result: PayoutList },
  ...ownerActions,
});
