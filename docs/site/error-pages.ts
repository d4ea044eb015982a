import type { ErrorCode } from "../../libs/contracts/src/index.ts";

/** What a merchant's developer reads about a code, in Markdown: what causes it, and what to do. */
export interface ErrorPage {
  readonly causes: readonly string[];
  readonly cure: string;
}

/** A code without its page does not compile, and is built into nothing (docs/design/specification.md#error-codes). */
export const ERROR_PAGES: Readonly<Record<ErrorCode, ErrorPage>> = {
  resource_not_found: {
    causes: [
      "The path is none of this API: a missing `/v1`, a misspelt name, a slash at the end, or an empty id in the middle (`/v1/payments//`).",
    ],
    cure: '`message` names the path that was probably meant. All paths are in the [API reference](/docs/reference){target="_self"}. Where an *object* is not there the code is `object_not_found`.',
  },
  method_not_allowed: {
    causes: [
      "The path exists, and takes other methods: such as a `GET` of `/v1/payments/hpp`, which only takes `POST`.",
    ],
    cure: "The `Allow` header lists the methods.",
  },
  invalid_api_key: {
    causes: [
      "There is no `Authorization` header, or it is not `Bearer`, a space, and the key. HTTP Basic and `X-API-Key` are not taken.",
      "The key has a character too many or too few, often a line break or quotes from the environment.",
      "The key is the placeholder of these pages, `api_test_sk_YOUR_KEY`: the variable was exported as it stands here.",
      "The key has expired, was revoked, or the overlap after a roll is over. Whether a key ever existed is told to nobody.",
    ],
    cure: "Send `Authorization: Bearer $FLOWLIX_KEY`. `make start` prints a Sandbox key; elsewhere ask your operator for one, and for a new one where yours has ended.",
  },
  rate_limit_exceeded: {
    causes: [
      "Your key's quota is used up (`X-RateLimit-Remaining` is 0): 100 requests a second with bursts of 200, unless your operator sets something else.",
      "Too many creates are being worked on at once, or the acquirer takes no more just now.",
    ],
    cure: "Wait as `Retry-After` says, then send the same request, a create with the same key: nothing was made. Ask less often by [webhooks](/webhooks) instead of polling.",
  },
  actor_forbidden: {
    causes: [
      "The key is good and lacks the permission. `message` names what is needed and what the key has.",
    ],
    cure: "Use a key with the permission, or ask your operator for one.",
  },
  parameter_missing: {
    causes: ["A create came without the `Idempotency-Key` header, or with an empty one."],
    cure: "Make a key for each object that you want made, store it, and send it: [idempotency](/idempotency).",
  },
  request_body_invalid: {
    causes: [
      "The body is no JSON object, is empty, or has more than 64 KiB. `message` says the line and the column.",
      "The body is not in UTF-8: `message` names the encoding where it can be told, such as UTF-16.",
      "A field stands twice in one object. `param` names it, and `message` says where the second one stands.",
      "`Content-Type` is not `application/json`: forms (`curl -d` without the header) are not taken.",
      "A required field is missing or null, or there is a field that does not exist. `message` names the one that was probably meant.",
    ],
    cure: "Correct what `param` names; `errors` lists all of it. The key is free for the corrected body.",
  },
  parameter_invalid: {
    causes: [
      'A field or a header has the wrong type, format or range: `"49.99"` instead of `4999`, `12` as a text, an address that is no HTTPS URL.',
      "A number would be whole by rounding alone, as `4999.0000000000001`: send a whole number.",
      "A percent escape in the path or the query is cut off.",
    ],
    cure: "`message` says what came, what is wanted, and an example. The key is free for the corrected body.",
  },
  invalid_request: {
    causes: [
      "An id in the path, or a cursor, is not of the right kind: `pay_` with 24 letters and digits for a Payment.",
      "A query parameter does not exist, has a value that is not one of those allowed, or is repeated where it may not be.",
      "The request is none of HTTP/1.1 that can be read, or has no `Host`.",
    ],
    cure: "Correct the value that `param` names: [parameters of lists](/lists).",
  },
  invalid_search_criteria: {
    causes: [
      "`starting_after` and `ending_before` together, or a cursor that is no object of yours in this mode.",
      "A range that contradicts itself (`amount[gte]` above `amount[lte]`), or a `search` that is blank or over 255 characters.",
    ],
    cure: "Correct the value that `param` names. Cursors are ids of objects of the same list and the same mode.",
  },
  idempotency_key_reused: {
    causes: [
      "The `Idempotency-Key` was used for another request: another amount, another order, or one of another operation.",
      "A key made from something that repeats, such as the number of the order, was used for the customer's second try.",
    ],
    cure: "Nothing was made. `message` lists what is compared; which of it differs is not kept. Use a new key for what is new, and the old one only to repeat the old request exactly: [what is compared](/idempotency#what-is-compared).",
  },
  idempotency_key_in_use: {
    causes: [
      "The first request with this key is still being worked on, such as after a time-out at your side or a double click.",
    ],
    cure: "Send the same request again in a few seconds, with the same key, until it is answered. It takes 40 seconds at most.",
  },
  payment_acceptance_unavailable: {
    causes: ["Your account has payments switched off in this mode."],
    cure: "Nothing was made. Ask your operator; the request will work unchanged once payments are on.",
  },
  payout_submission_unavailable: {
    causes: ["Your account has payouts switched off in this mode."],
    cure: "Nothing was made. Ask your operator; the request will work unchanged once payouts are on.",
  },
  merchant_not_provisioned: {
    causes: [
      "Your account has no acquirer in this mode yet. Often: the first request with a live key.",
      "It has one, and that one does not take this amount or this way of paying. `message` says the limits of an amount.",
    ],
    cure: "Ask your operator to set your account up. Try with a Sandbox key meanwhile.",
  },
  currency_not_supported: {
    causes: [
      "The currency is written well and is not accepted for this operation. `message` lists those that are.",
      "With `param` `payment_id`: the Payment to refund is in a currency that is accepted no more.",
    ],
    cure: "Charge in an accepted currency, or ask your operator to accept this one.",
  },
  invalid_card: {
    causes: [
      "A Payout's `destination.card_number` is no card number: its check digit or its length is wrong.",
    ],
    cure: "Have the recipient enter the number again. Nothing was made, and the key is free.",
  },
  unsupported_card: {
    causes: ["A Payout's card is neither Visa nor Mastercard."],
    cure: "Ask the recipient for another card. Nothing was made, and the key is free.",
  },
  payment_not_refundable: {
    causes: ["The Payment to refund has not `SUCCEEDED`: it is still on its way, failed or expired."],
    cure: "Read its `status`. Refund it once it has succeeded; there is nothing to give back after `FAILED` and `EXPIRED`.",
  },
  amount_exceeds_refundable: {
    causes: [
      "The amount is more than the Payment's `amount_refundable`, from which refunds on their way are taken off already.",
      "The Payment has 1,000 Refunds: then `amount_refundable` is 0.",
    ],
    cure: "Read the Payment, and refund at most `amount_refundable`. Look through its `refunds` first: the one you want may be there.",
  },
  limit_exceeded: {
    causes: ["There are 16 webhook endpoints in this mode already."],
    cure: "Delete one that is not needed any more, or let one endpoint take more types.",
  },
  object_not_found: {
    causes: [
      "The id is mistyped, of the other mode (a live Payment read with a Sandbox key), or of another merchant. None of these is told from the others.",
      "Rarely, at a create: the object under this key is gone while its result was to be recorded.",
    ],
    cure: "Check the id and the key that it was made with. After a create, send the same request again with the same key.",
  },
  object_state_conflict: {
    causes: ["The Payment or Payout changed while the result of your create was being recorded."],
    cure: "The object exists. Send the same request again with the same key: it answers with the object.",
  },
  processing_error: {
    causes: [
      "The acquirer's answer to a Payment could not be understood. In Sandbox the amount `105002` does it.",
    ],
    cure: "The Payment may exist. Send the same request again with the same key until it answers with the Payment; never with a new key.",
  },
  service_unavailable: {
    causes: [
      "Something that the request needs does not answer in time. In Sandbox the amount `105003` does it.",
      "A search among very many objects took too long.",
    ],
    cure: "Wait as `Retry-After` says, then send the same request, a create with the same key: after a long wait the object may exist. Narrow a search by `created`.",
  },
  internal_error: {
    causes: ["Something unexpected happened at our side."],
    cure: "Send the same request again, a create with the same key. If it stays, give `request_id` to support.",
  },
};
