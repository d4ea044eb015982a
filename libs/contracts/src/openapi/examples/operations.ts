import type { OPERATIONS } from "../../operations.ts";
import { SUCCEEDED_EVENT } from "./events.ts";
import { PAYMENTS, PAYOUTS, REFUNDS } from "./objects.ts";
import {
  DIRECT_PAYMENTS,
  ENDPOINT,
  ENDPOINT_UPDATE,
  HOSTED_PAYMENT,
  PAYOUT,
  PAYOUT_IN_FULL,
  REFUND,
} from "./requests.ts";
import { DELIVERY, ENDPOINT_ID, WEBHOOK_ENDPOINT, WITH_SECRET } from "./webhooks.ts";

/** Values by what they show. */
type Examples = Readonly<Record<string, object>>;

interface OperationText {
  /** What the summary does not say. */
  readonly description: string;
  readonly requests?: Examples;
  readonly answers: Examples;
}

const IDEMPOTENT =
  "A repeat with the same `Idempotency-Key` and body answers the same object and creates nothing. Any answer of 201 is an " +
  "object, also one that failed: read its `status`.";
const PAGES =
  "Newest first. For the next page send the last id as `starting_after` while `has_more` is true.";

const pageOf = (object: object) => ({ data: [object], has_more: false });

/** What the document says of each operation besides its contract; one without is a fault of types. */
export const OPERATION_TEXTS: Readonly<Record<keyof typeof OPERATIONS, OperationText>> = {
  createPayment: {
    description: `You collect card or wallet data and send it from your server. Where \`status\` is REQUIRES_ACTION, send the payer's browser to \`next_action.redirect_url\`. ${IDEMPOTENT}`,
    requests: DIRECT_PAYMENTS,
    answers: {
      succeeded: PAYMENTS.SUCCEEDED,
      requiresAction: PAYMENTS.REQUIRES_ACTION,
      failed: PAYMENTS.FAILED,
    },
  },
  createHostedPayment: {
    description: `The payer enters the card on a page of the platform: send the browser to \`next_action.redirect_url\`. ${IDEMPOTENT}`,
    requests: { hosted: HOSTED_PAYMENT },
    answers: { hosted: PAYMENTS.hosted },
  },
  getPayment: {
    description:
      "Its `status` is the authoritative result; that a payer reached `return_url` proves nothing.",
    answers: { succeeded: PAYMENTS.SUCCEEDED, refunded: PAYMENTS.refunded, expired: PAYMENTS.EXPIRED },
  },
  listPayments: { description: PAGES, answers: { page: pageOf(PAYMENTS.SUCCEEDED) } },
  createRefund: {
    description: `Gives money of a succeeded Payment back, in the Payment's currency. ${IDEMPOTENT}`,
    requests: { partial: REFUND },
    answers: { processing: REFUNDS.PROCESSING, failed: REFUNDS.FAILED },
  },
  getRefund: {
    description: "Its `status` is the authoritative result.",
    answers: { succeeded: REFUNDS.SUCCEEDED },
  },
  listRefunds: { description: PAGES, answers: { page: pageOf(REFUNDS.SUCCEEDED) } },
  createPayout: {
    description: `Sends money to a Visa or Mastercard card. ${IDEMPOTENT}`,
    requests: { payout: PAYOUT, inFull: PAYOUT_IN_FULL },
    answers: { pending: PAYOUTS.PENDING, failed: PAYOUTS.FAILED },
  },
  getPayout: {
    description: "Its `status` is the authoritative result.",
    answers: { succeeded: PAYOUTS.SUCCEEDED, failed: PAYOUTS.FAILED },
  },
  listPayouts: { description: PAGES, answers: { page: { ...pageOf(PAYOUTS.SUCCEEDED), total_count: 1 } } },
  listEvents: { description: PAGES, answers: { page: pageOf(SUCCEEDED_EVENT) } },
  getEvent: {
    description: "The object in it is as it was then; its own GET tells how it is now.",
    answers: { paymentSucceeded: SUCCEEDED_EVENT },
  },
  resendEvent: {
    description: "It keeps its id and gets new deliveries. The body may be left out.",
    requests: { nothing: {} },
    answers: { resent: { ...SUCCEEDED_EVENT, deliveries: 1 } },
  },
  createWebhookEndpoint: {
    description: "Keep `secret` of the answer: deliveries are signed with it, and no other answer shows it.",
    requests: { everyEvent: ENDPOINT },
    answers: { created: WITH_SECRET },
  },
  listWebhookEndpoints: { description: PAGES, answers: { page: pageOf(WEBHOOK_ENDPOINT) } },
  getWebhookEndpoint: { description: "Without its secret.", answers: { enabled: WEBHOOK_ENDPOINT } },
  updateWebhookEndpoint: {
    description: "What is left out stays.",
    requests: { events: ENDPOINT_UPDATE },
    answers: { changed: { ...WEBHOOK_ENDPOINT, ...ENDPOINT_UPDATE } },
  },
  deleteWebhookEndpoint: {
    description: "What was still to be delivered to it is not sent any more.",
    answers: { deleted: { id: ENDPOINT_ID, deleted: true } },
  },
  rollWebhookSecret: {
    description:
      "Until the overlap is over, deliveries carry the signatures of both secrets. The body may be left out.",
    requests: { anHour: { overlap_seconds: 3600 } },
    answers: { rolled: WITH_SECRET },
  },
  endWebhookSecretOverlap: {
    description: "For an old secret that somebody else may know. The body may be left out.",
    requests: { nothing: {} },
    answers: { ended: WEBHOOK_ENDPOINT },
  },
  listWebhookDeliveries: { description: PAGES, answers: { page: pageOf(DELIVERY) } },
  health: {
    description: "For your own monitoring; it asks for no key.",
    answers: { ok: { status: "ok" }, degraded: { status: "degraded" } },
  },
};
