import type { Section } from "../rule.ts";
import {
  amounts,
  authentication,
  body,
  browserReturn,
  cardData,
  creating,
  gatewayEndToEnd,
  handling,
  identity,
  ids,
  keysAndScope,
  listQuery,
  logs,
  openApi,
  reading,
  refusals,
  refusalsEndToEnd,
  handlingEndToEnd,
  apiKeys,
  keyCache,
} from "../tests.ts";

export const SERVICE: readonly Section[] = [
  {
    source: "Specification, What the service does (docs/design/specification.md#what-the-service-does)",
    rules: {
      "SVC-1": [
        "A merchant server creates and retrieves card payments.",
        gatewayEndToEnd("is created once and read back by its id"),
      ],
      "SVC-2": [
        "A browser action (a redirect) is required only when the returned Payment has status REQUIRES_ACTION.",
        amounts("103000 leads to a challenge"),
        amounts("every other amount succeeds at once"),
      ],
      "SVC-3": [
        "Reaching the merchant return_url never proves success; the Payment's status is the authoritative result.",
        authentication("proves nothing: the provider is looked at and its word recorded"),
        amounts("103000 leads to a challenge; completed, it succeeds and leads to the merchant with a hint"),
      ],
      "SVC-4": [
        "Two modes exist, Sandbox (livemode is false) and live; object IDs are scoped to the authenticated merchant and " +
          "mode, an object from another mode is invisible.",
        keysAndScope("another merchant's payment, and one of the other mode, is not found"),
        refusals("an object of another mode or merchant is 404"),
      ],
      "SVC-5": ["A health route reports aggregate API availability.", browserReturn("health is")],
    },
  },
  {
    source: "Specification, Identifiers (docs/design/specification.md#identifiers)",
    rules: {
      "ID-1": [
        "A Payment ID is pay_ followed by exactly 24 alphanumeric characters.",
        ids("makes a payment id of the public pattern"),
      ],
    },
  },
  {
    source: "Specification, Amounts and currencies (docs/design/specification.md#amounts-and-currencies)",
    rules: {
      "CUR-1": [
        "Amounts are integers (int64) in the currency's minor units.",
        body("`amount`: int64 in minor units, required, minimum 1"),
      ],
      "CUR-2": [
        "Currency input is a three-letter code, 3 to 16 characters as sent, letters only with optional surrounding " +
          "whitespace, accepted case-insensitively.",
        body(
          "`currency`: three letters, 3 to 16 characters as sent, optional surrounding whitespace, any case",
        ),
      ],
      "CUR-3": [
        "It is trimmed and normalized to uppercase; responses always carry the canonical uppercase code.",
        gatewayEndToEnd("reaches the owner normalised: canonical currency"),
        handlingEndToEnd("texts, names and references come back as sent, currency and country in upper case"),
      ],
      "CUR-4": [
        "New Direct Payments accept only EUR and GBP; a well-formed code not accepted returns 422 currency_not_supported.",
        refusals("a well-formed currency that is not accepted is 422 at currency, and leaves the key free"),
      ],
      "CUR-5": [
        "A currency value that is not three letters returns 400 parameter_invalid with param=currency.",
        body('currency "EURO" is parameter_invalid at currency'),
      ],
      "CUR-6": [
        "Neither creates a Payment.",
        refusalsEndToEnd("a refusal by account or currency leaves nothing behind"),
      ],
      "CUR-7": [
        "Existing Payments in other currencies, of other exponents than 2 too, remain readable.",
        reading("goes on in a currency that new Payments may not have any more, of whatever exponent"),
        listQuery("a currency that nobody takes any more is one to look for"),
      ],
    },
  },
  {
    source: "Specification, Authentication (docs/design/specification.md#authentication)",
    rules: {
      "AUTH-1": [
        "Every API route except the health route uses Bearer authentication.",
        handling("a key that is missing, malformed or unknown is 401 before anything of the request"),
        openApi("has every operation once"),
      ],
      "AUTH-2": [
        "The key determines merchant and mode; objects from another mode are not visible.",
        keysAndScope("another merchant's payment, and one of the other mode, is not found"),
      ],
      "AUTH-3": [
        "A missing, malformed, invalid, expired or revoked token returns 401 invalid_api_key.",
        handling("a key that is missing, malformed or unknown is 401 before anything of the request"),
        keysAndScope("whatever is wrong with the token is the same 401"),
        apiKeys("that have expired are 401"),
        keysAndScope("a revoked key ends within 5 s, for good"),
        keyCache("sees a revocation within 5 seconds"),
      ],
      "AUTH-4": [
        "payment_acceptance_unavailable (403) when the merchant cannot currently accept Payments; merchant_not_provisioned " +
          "(422) when the merchant is not ready for the operation.",
        refusals("payments switched off are 403 payment_acceptance_unavailable"),
        refusals("live mode without a provider is 422 merchant_not_provisioned"),
      ],
      "AUTH-5": [
        "Secret keys and unmasked card data must not be logged.",
        cardData("not in any log line"),
        logs("do not show"),
      ],
    },
  },
  {
    source: "Specification, Versioning (docs/design/specification.md#versioning)",
    rules: {
      "VER-1": [
        "The API is versioned in the path: /v1; no /v2 route exists.",
        handlingEndToEnd("a path comes before its method, a method before the key"),
      ],
      "VER-2": [
        "merchant_customer_id is required.",
        body("merchant_customer_id missing is request_body_invalid at merchant_customer_id"),
      ],
      "VER-3": [
        "The set of accepted currencies is validated per request and is not enumerated in the schema.",
        body('currency "USD" is accepted'),
        refusals("a well-formed currency that is not accepted is 422 at currency"),
      ],
      "VER-4": [
        "The strings card, apple_pay, google_pay of payment_method.type are stable; card requests are unaffected by wallets.",
        creating("answers the Payment with exactly the specified properties"),
        identity("another device number, cryptogram and eci"),
      ],
    },
  },
];
