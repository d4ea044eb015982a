import type { Unproved } from "../rule.ts";

/** Sentences of capabilities that the product does not have yet; each goes to the rules with its capability. */
export const LATER: readonly Unproved[] = [
  {
    source: "Refunds",
    sentences: [
      "Succeeded payments are refunded in full or in part; refunds are asynchronous, always in the Payment currency, and never involve a browser redirect.",
      "Refund ID: ref_ prefix (24 alphanumerics, decisions §6).",
      "A Refund uses the currency of its Payment; the request carries no currency; it is accepted only when that currency is one of the supported payment currencies.",
      "The Refund object: id, payment_id, amount, currency, merchant_reference, reason (at most 50 characters), refund_type FULL or PARTIAL, status, failure (code, message), created_at, updated_at, completed_at, livemode.",
      "FULL returns the full original amount when nothing has been refunded and no other Refund is in progress; the remaining amount after a partial Refund is PARTIAL; a failed partial Refund does not prevent a later FULL one.",
      "Refund statuses PENDING, PROCESSING, SUCCEEDED, FAILED; the 201 is PROCESSING or FAILED; a definitive rejection is 201 FAILED.",
      "No replacement refund while the outcome is uncertain; an uncertain provider Refund request is never resubmitted automatically.",
      "POST /v1/refunds: payment_id, amount, reason required, merchant_reference optional; errors amount_exceeds_refundable, payment_not_refundable, currency_not_supported (param=payment_id), actor_forbidden, merchant_not_provisioned, object_not_found.",
      "Refund identity: payment_id, amount, merchant_reference, reason; an exact retry returns its stored response even if the currency is no longer accepted.",
      "Payment amount_refunded, amount_refundable and refunds[] follow the Refunds; for SUCCEEDED amount_refundable is the amount minus amounts refunded or reserved.",
      "Decisions §4: the lists of refunds (data, has_more, limit, cursors); GET /v1/refunds requires payment_id.",
      "Decisions §6: GET /v1/refunds/{id}, GET /v1/refunds?payment_id=; 1,000 Refunds a Payment; updated_at moves with each status change.",
      "Decisions §11: refunds by refund amount. Decisions §10: a provider's 429 or 503 on a refund or payout after the insert is FAILED processor_unavailable.",
    ],
  },
  {
    source: "Events and webhooks",
    sentences: [
      "Notifications exist for Payments, Refunds and Payouts; they can be delayed or arrive out of order.",
      "Payout event snapshots contain both recipient names as strings.",
      "Decisions §9: the events' envelope as sent, endpoints, signatures, delivery and retries, URL rules, GET /v1/events and resend.",
      "Decisions §8: webhook endpoints need payments, refunds and payouts. Decisions §10: WEBHOOK_LOOPBACK, EVENT_RETENTION.",
    ],
  },
  {
    source: "Operation of a whole installation",
    sentences: [
      "Decisions §1: doc_url points at the error's anchor in the served docs, and is left out until they are served.",
      "Decisions §7: liveness, readiness and metrics are on a port that the ingress does not publish (chart).",
      "Decisions §10: charged_after_end pages (alert rules).",
      "Decisions §12: Deprecation and Sunset headers with a /v2.",
    ],
  },
];

/** Definitions, and advice to those who call: nothing of ours could be wrong. */
export const TO_READERS: readonly Unproved[] = [
  {
    source: "Specification",
    sentences: [
      "IDs are opaque: store them, derive no meaning from their characters.",
      "The Direct path needs a PCI-compliant card-data environment.",
      "Every new Direct Payment goes through server-side authentication (the acquirer's).",
      "merchant_customer_id is a stable opaque non-PII identity; never an email, phone, login, name or per-payment id.",
      "Keys are sent from the merchant server only; no fixed retention period of idempotency keys is promised.",
      "error.message is diagnostic, not for branching or showing to customers; branch on the HTTP status for unknown codes.",
      "Clients must tolerate future values of payment_method.type and new error codes.",
      "Poll while PENDING, REQUIRES_ACTION or PROCESSING; only SUCCEEDED authorizes fulfilment.",
      "Redirect the same browser again only when the latest URL differs from the one it already visited.",
      "400, 401, 403, 404, 405, 422 are corrected, not blindly retried; 429 waits; 500, 502, 503 back off with the original key.",
      "Card-data POST retries are only made while the original body remains inside the merchant's PCI boundary.",
      "An unmatched request can be rejected earlier by an edge with 404 and no envelope.",
      "Apple Pay and Google Pay support is Experimental: fields and validation can change.",
      "Existing records can have exponents other than 2 and currencies other than the accepted ones.",
    ],
  },
];
