import type { Unproved } from "../rule.ts";

/** Sentences of capabilities that the product does not have yet; each goes to the rules with its capability. */
export const LATER: readonly Unproved[] = [
  {
    source: "Operation of a whole installation",
    sentences: [
      "doc_url points at the error's anchor in the served docs, and is left out until they are served (docs/design/decisions.md#errors).",
      "Liveness, readiness and metrics are on a port that the ingress does not publish (docs/design/decisions.md#health).",
      "charged_after_end pages somebody (docs/design/decisions.md#charged-after-end).",
      "A breaking change means a /v2, with Deprecation and Sunset headers (docs/design/decisions.md#versions).",
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
      "The parent Payment (for Refunds) or the Payout is the source of truth for reconciliation, not an event.",
      "Existing records can have exponents other than 2 and currencies other than the accepted ones.",
    ],
  },
];
