import { Type } from "typebox";
import { BillingDetails } from "../billing-details.ts";
import { PaymentId } from "../ids.ts";
import { Amount, Currency, MerchantReference } from "../money.ts";
import { FAILURE_CODES } from "../failure-codes.ts";
import { CardAttempts, Payment, StatementDescriptor } from "../payment.ts";
import { PaymentMethod } from "../payment-method.ts";
import { DatabaseMillis, nullable, oneOf } from "../schema.ts";
import { KeyScope, Scope } from "../scope.ts";
import { EncryptedInstrument } from "./encrypted-instrument.ts";

/** The merchant's name as the page shows it to payers, for the payer's bank to show it, too. */
export const MerchantNameForPayers = Type.String({ minLength: 1, maxLength: 255 });

/**
 * What the payer's page has to show.
 * `form`: a card may be submitted. `form_closed`: not before `form_closed_until_ms`, after too many
 * refused submits. `checking`: a card is in and its outcome is not known yet. `challenge`: the payer's
 * bank asks for something, at the Payment's `redirect_url`. `processing`: the provider has taken it and
 * will report the end later. `expiring`: the time is over, or so nearly that no submission may start any more;
 * `ended` follows. `ended`: SUCCEEDED, FAILED or EXPIRED.
 */
const HOSTED_PAGE_STAGES = [
  "form",
  "form_closed",
  "checking",
  "challenge",
  "processing",
  "expiring",
  "ended",
] as const;
export type HostedPageStage = (typeof HOSTED_PAGE_STAGES)[number];

/**
 * What became of one submit. `settled`: the provider decided, or asks for a challenge; the page's stage
 * says which. `checking`: it is in and its outcome is not known yet. `given_back`: known not to have been
 * executed; the form returns with a message, and where the page's `card_tried` is false nothing of it was
 * even sent. `not_taken`: nothing of it was sent, since another submission is under way or decided, or it
 * came too late; the page's stage says which. `form_closed`: nothing of it was sent, after too many
 * refused submits.
 */
const SUBMIT_RESULTS = ["settled", "checking", "given_back", "not_taken", "form_closed"] as const;
export type SubmitResult = (typeof SUBMIT_RESULTS)[number];

/**
 * The owner's side of hosted Payments (docs/design/decisions.md#hosted-page; docs/design/architecture.md#hosted-page).
 */
export const hostedPageActions = {
  /**
   * Makes a hosted Payment under the given id, REQUIRES_ACTION from the beginning, or answers the one that
   * exists. Nothing is asked of the provider.
   * Errors: service_unavailable, internal_error; each carries what is left of the idempotency key.
   */
  createHosted: {
    params: Type.Object({
      scope: KeyScope,
      payment_id: PaymentId,
      start_before: DatabaseMillis,
      amount: Amount,
      currency: Currency,
      /** The payer's page, with a placeholder in the place of its token: no owner ever holds one. */
      page_url: Type.String({ minLength: 1, maxLength: 2048 }),
      customer_ip_address: nullable(Type.String({ maxLength: 45 })),
      merchant_customer_id: Type.String(),
      return_url: Type.String({ maxLength: 2048 }),
      merchant_reference: nullable(MerchantReference),
      description: nullable(Type.String()),
      billing_details: nullable(BillingDetails),
      statement_descriptor: Type.Optional(StatementDescriptor),
      /** Cards that the payer may try, each when the one before is known to have failed; one where it is absent. */
      card_attempts: Type.Optional(CardAttempts),
    }),
    result: Payment,
  },
  /**
   * A hosted Payment as its page shows it. With `look` a status sync comes first, at most once a
   * second per Payment, where something is in doubt or a challenge runs.
   * Errors: object_not_found, of Direct Payments too.
   */
  readPage: {
    params: Type.Object({ payment_id: PaymentId, look: Type.Boolean() }),
    result: Type.Object({
      scope: Scope,
      payment: Payment,
      return_url: Type.String(),
      /** As the merchant gave it, or as the first submit did. */
      customer_ip_address: nullable(Type.String()),
      now_ms: DatabaseMillis,
      stage: oneOf(HOSTED_PAGE_STAGES),
      form_closed_until_ms: nullable(DatabaseMillis),
      /** When the customer's action expires; null where none is required any more. */
      expires_at_ms: nullable(DatabaseMillis),
      /**
       * At a form: a card was sent off before and nothing is known to have come of it. What was sent may
       * still arrive, so this is no promise that nothing was charged, only that nobody is charged twice.
       * False at a form: no order was ever sent.
       */
      card_tried: Type.Boolean(),
      /** After a declined card: why it was, which card is the next, counted from 1, and how many are left. */
      declined: Type.Optional(
        nullable(
          Type.Object({ failure_code: oneOf(FAILURE_CODES), attempt: CardAttempts, left: CardAttempts }),
        ),
      ),
    }),
  },
  /**
   * Submits a card, if nobody else does: one conditional statement claims the submission, then the
   * provider is asked. `start_before` is `now_ms` of the page's reading and the request's deadline.
   * Errors: object_not_found, internal_error for another scope, amount or currency than the Payment's.
   */
  submitPage: {
    params: Type.Object({
      scope: Scope,
      payment_id: PaymentId,
      start_before: DatabaseMillis,
      amount: Amount,
      currency: Currency,
      payment_method: PaymentMethod,
      sealed_instrument: EncryptedInstrument,
      /** The page's own view of the payer; counts where the merchant gave none. */
      customer_ip_address: Type.String({ maxLength: 45 }),
      merchant_name: Type.Optional(MerchantNameForPayers),
      /** The whole of them as they are to stand: the payer's values over the merchant's. */
      billing_details: nullable(BillingDetails),
      /** Whose form the card was given in, counted from 1; a page of the release before does not tell. */
      card_attempt: Type.Optional(CardAttempts),
    }),
    result: Type.Object({ result: oneOf(SUBMIT_RESULTS) }),
  },
  /**
   * Counts a submit that was refused before it came here, for its fields. Ten refused submits close the
   * form for ten minutes (docs/design/decisions.md#hosted-challenge). Answers until when the form is closed, null while
   * it is open. Errors: object_not_found.
   */
  refusePage: {
    params: Type.Object({ payment_id: PaymentId }),
    result: Type.Object({ form_closed_until_ms: nullable(DatabaseMillis) }),
  },
} as const;
