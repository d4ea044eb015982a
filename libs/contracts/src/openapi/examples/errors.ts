import { ERROR_CATALOGUE, errorDocPath, type ErrorCode } from "../../error-catalogue.ts";
import type { ErrorDetails } from "../../error-envelope.ts";
import type { JsonObject } from "../json.ts";

type Own = Pick<ErrorDetails, "param" | "errors"> & { readonly message?: string };

const amount =
  "amount is missing. It must be a whole number of at least 1, without quotes. Amount in minor units of the currency. For example: 4999.";
const currency =
  'currency is the text "euro". Three letters of ISO 4217 in any case, optionally surrounded by white space. For example: "EUR".';

/** What of an error is its own besides the catalogue's message. */
const OWN: Partial<Readonly<Record<ErrorCode, Own>>> = {
  parameter_missing: {
    param: "Idempotency-Key",
    message:
      "Every create needs the header Idempotency-Key. It must be 1 to 255 visible ASCII characters or spaces, new for each create and the same for its repeats, such as a UUID.",
  },
  request_body_invalid: {
    param: "amount",
    message: amount,
    errors: [
      { code: "request_body_invalid", message: amount, param: "amount" },
      { code: "parameter_invalid", message: currency, param: "currency" },
    ],
  },
  parameter_invalid: { param: "currency", message: currency },
  invalid_request: {
    param: "id",
    message:
      "The id of a Payment is pay_ and 24 letters and digits. For example: pay_5f3kQ9xTbN2mW8cRz7LdYv1A.",
  },
  invalid_search_criteria: {
    param: "ending_before",
    message: "starting_after and ending_before exclude each other: send one of them.",
  },
  idempotency_key_reused: {
    param: "Idempotency-Key",
    message:
      "Idempotency-Key was used before for a request with another body, and nothing was made now. One of these differs, and which one is not kept: payment_id, amount, reason, merchant_reference. To repeat the first request send it exactly as it was; one that was changed needs a new key.",
  },
  idempotency_key_in_use: { param: "Idempotency-Key" },
  currency_not_supported: { param: "currency" },
  invalid_card: { param: "destination.card_number" },
  unsupported_card: { param: "destination.card_number" },
  amount_exceeds_refundable: {
    param: "amount",
    message: "amount is 5000, and at most 3799 of the Payment can still be refunded, in minor units of EUR.",
  },
  limit_exceeded: {
    message:
      "There are 16 webhook endpoints in this mode, and 16 is the most. Delete one first, or let one take more types of events.",
  },
  object_not_found: { param: "id" },
};

/** `invalid_card` is `ErrorInvalidCard`. */
export const errorExampleName = (code: ErrorCode): string =>
  `Error${code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}`;

function errorOf(code: ErrorCode): { error: ErrorDetails } {
  const { message = ERROR_CATALOGUE[code].message, ...own } = OWN[code] ?? {};
  return {
    error: {
      code,
      message,
      ...own,
      doc_url: `https://pay.example${errorDocPath(code)}`,
      request_id: "req_2hJ8kLm4NpQ6rSt9UvWx3YzA",
    },
  };
}

/** An example of every error, by its name in the document. */
export const errorExamples = (codes: readonly ErrorCode[]): JsonObject =>
  Object.fromEntries(codes.map((code) => [errorExampleName(code), { summary: code, value: errorOf(code) }]));
