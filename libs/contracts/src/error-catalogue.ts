/**
 * Every error code of the API with its HTTP status (docs/design/specification.md#error-codes; for `limit_exceeded`
 * docs/design/decisions.md#webhook-endpoints). In the order in which a request is checked: of two faults the
 * earlier one is reported (docs/design/decisions.md#first-fault).
 */
export const ERROR_CATALOGUE = {
  resource_not_found: { status: 404, retry: "never", message: "No such route." },
  method_not_allowed: { status: 405, retry: "never", message: "This method is not supported here." },
  invalid_api_key: {
    status: 401,
    retry: "never",
    message: "The API key is missing, malformed, expired or revoked.",
  },
  rate_limit_exceeded: { status: 429, retry: "later", message: "Too many requests." },
  actor_forbidden: { status: 403, retry: "never", message: "This API key may not do this." },
  parameter_missing: { status: 400, retry: "never", message: "A required header is missing." },
  request_body_invalid: {
    status: 400,
    retry: "never",
    message: "The body could not be read as this operation's request.",
  },
  parameter_invalid: {
    status: 400,
    retry: "never",
    message: "A parameter has an invalid type, format or range.",
  },
  invalid_request: { status: 400, retry: "never", message: "A path or query value is invalid." },
  invalid_search_criteria: {
    status: 400,
    retry: "never",
    message: "The search criteria contradict each other or do not exist.",
  },
  idempotency_key_reused: {
    status: 409,
    retry: "never",
    message: "This idempotency key was used for another request. A request that was changed needs a new key.",
  },
  idempotency_key_in_use: {
    status: 409,
    retry: "later",
    message:
      "The first request with this idempotency key is still being processed. Send the same request again in a few seconds.",
  },
  payment_acceptance_unavailable: {
    status: 403,
    retry: "never",
    message: "This merchant cannot currently accept payments: its account has them switched off.",
  },
  payout_submission_unavailable: {
    status: 403,
    retry: "never",
    message: "This merchant cannot currently submit payouts: its account has them switched off.",
  },
  merchant_not_provisioned: {
    status: 422,
    retry: "never",
    message: "This merchant is not ready for the operation: its account in this mode has no acquirer yet.",
  },
  currency_not_supported: {
    status: 422,
    retry: "never",
    message: "This currency is not accepted for the operation.",
  },
  invalid_card: {
    status: 422,
    retry: "never",
    message: "The destination card number is not one: its check digit or its length is wrong.",
  },
  unsupported_card: {
    status: 422,
    retry: "never",
    message: "The destination card is not eligible for payouts, which go to Visa and Mastercard cards.",
  },
  payment_not_refundable: {
    status: 422,
    retry: "never",
    message: "Only a succeeded payment can be refunded.",
  },
  amount_exceeds_refundable: {
    status: 422,
    retry: "never",
    message: "The amount exceeds what can still be refunded.",
  },
  limit_exceeded: {
    status: 422,
    retry: "never",
    message: "There are as many of these as there may be: delete one first.",
  },
  object_not_found: {
    status: 404,
    retry: "never",
    message:
      "This merchant has no such object in this mode: the id is mistyped, of the other mode, or of another merchant.",
  },
  object_state_conflict: {
    status: 409,
    retry: "later",
    message: "The object changed while its result was being recorded.",
  },
  processing_error: {
    status: 502,
    retry: "later",
    message: "The provider's response could not be validated.",
  },
  service_unavailable: {
    status: 503,
    retry: "later",
    message:
      "The service is temporarily unavailable. Send the same request again as Retry-After says, a create with the same idempotency key.",
  },
  internal_error: { status: 500, retry: "later", message: "Something unexpected happened." },
} as const satisfies Record<string, { status: number; retry: "never" | "later"; message: string }>;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;

/**
 * Where the documentation tells of an error, below the public address; `doc_url` leads there
 * (docs/design/decisions.md#errors).
 */
export const errorDocPath = (code: ErrorCode): string => `/docs/errors#${code}`;

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERROR_CATALOGUE, text);

/**
 * What a failed create leaves of its idempotency key (docs/design/decisions.md#what-a-key-keeps):
 * `release`, nothing was made under the id and nothing can be any more; `hold`, an object may exist and the key keeps
 * its body. Absent: nobody knows, the record stays open until its time runs out.
 */
export const KEY_DISPOSITIONS = ["release", "hold"] as const;
export type KeyDisposition = (typeof KEY_DISPOSITIONS)[number];
