import type { Section } from "../rule.ts";
import {
  amounts,
  body,
  browserReturn,
  crashes,
  creating,
  gatewayEndToEnd,
  handling,
  handlingEndToEnd,
  idempotent,
  keysAndScope,
  look,
  lostRaces,
  openApi,
  quota,
  refusals,
  retries,
  sockets,
} from "../tests.ts";

export const ENDPOINTS: readonly Section[] = [
  {
    source: "Specification, Endpoints (docs/design/specification.md#endpoints)",
    rules: {
      "END-1": [
        "JSON bodies use Content-Type: application/json.",
        handling("a wrong or missing media type is request_body_invalid without a param"),
        handling("a media type with parameters of no meaning is accepted"),
      ],
      "END-2": [
        "Every response carries a Request-Id header equal to error.request_id on errors.",
        handlingEndToEnd("every error has the envelope and nothing else, with the request's own new id"),
        sockets("with the envelope and a Request-Id"),
        browserReturn("health is ok while everything answers"),
      ],
    },
  },
  {
    source: "Specification, POST /v1/payments (docs/design/specification.md#create-payment)",
    rules: {
      "POST-1": [
        "Success: 201 with a Payment object.",
        gatewayEndToEnd("is created once and read back by its id"),
      ],
      "POST-2": [
        "The response contains the attempt status after bounded eligible provider retries.",
        retries("go on after what is known not to have been executed, 0.2 s and 0.6 s apart, three at most"),
        creating("answers no connection, tries used up as a 201 with FAILED"),
      ],
      "POST-3": [
        "Uncertain execution is reconciled against the existing order.",
        look("finds a charge whose answer was lost within 5 s, with its event"),
        crashes("killed between provider call and recording: the charge is found"),
      ],
      "POST-4": [
        "When status is REQUIRES_ACTION the customer is redirected to next_action.redirect_url.",
        amounts("103000 leads to a challenge; completed, it succeeds"),
      ],
      "POST-5": [
        "Redirect URLs are opaque and can change while the status is REQUIRES_ACTION.",
        look("takes a new URL of a challenge without another event and without more time"),
      ],
      "POST-6": [
        "A decline is a Payment result (201 with FAILED), not an HTTP error.",
        creating("answers a decline as a 201 with FAILED"),
      ],
      "POST-7": [
        "A well-formed unsupported currency returns 422 currency_not_supported and creates no Payment.",
        refusals("a well-formed currency that is not accepted is 422 at currency, and leaves the key free"),
      ],
      "POST-8": [
        "A missing or null merchant_customer_id returns 400 request_body_invalid with that param; invalid content returns 400 " +
          "parameter_invalid with the same param.",
        body("merchant_customer_id missing is request_body_invalid at merchant_customer_id"),
        body("merchant_customer_id null is request_body_invalid at merchant_customer_id"),
        body('merchant_customer_id "" is parameter_invalid at merchant_customer_id'),
      ],
      "POST-9": [
        "In Sandbox the outcome is chosen by the amount, not by the card.",
        amounts("every other amount succeeds at once"),
        amounts("1000xx fails at once with its code"),
      ],
    },
  },
  {
    source: "Specification, GET /v1/payments/{id} (docs/design/specification.md#get-payment)",
    rules: {
      "GET-1": [
        "Response: a Payment object including refunds.",
        gatewayEndToEnd("is created once and read back by its id"),
        openApi("describes the Payment as closed"),
      ],
      "GET-2": [
        "Invalid path value: 400 invalid_request.",
        handling("a path value of another shape is invalid_request at its name, after the key"),
      ],
      "GET-3": [
        "Unknown in scope: 404 object_not_found.",
        keysAndScope("another merchant's payment, and one of the other mode, is not found"),
        refusals("an object of another mode or merchant is 404"),
      ],
    },
  },
  {
    source: "Specification, Health (docs/design/specification.md#health)",
    rules: {
      "HEALTH-1": [
        "A route covers aggregate API availability.",
        browserReturn("health is ok while everything answers"),
        browserReturn("health is degraded while a provider's breaker is open"),
        browserReturn("health is unavailable while an owner's database is down"),
      ],
    },
  },
  {
    source: "Specification, Errors (docs/design/specification.md#errors)",
    rules: {
      "ERR-1": [
        "The envelope has code, message, param, doc_url and request_id; request_id matches the Request-Id header.",
        handlingEndToEnd("every error has the envelope and nothing else, with the request's own new id"),
      ],
      "ERR-2": [
        "The catalogue: codes and their HTTP statuses.",
        openApi("knows the same error codes as the catalogue and the specification, with the same statuses"),
        openApi("names the codes of each operation under their own status"),
      ],
      "ERR-3": [
        "idempotency_key_in_use and idempotency_key_reused: 409.",
        idempotent("is idempotency_key_in_use where the key is"),
        idempotent("is idempotency_key_reused where the key is"),
      ],
      "ERR-4": [
        "internal_error: 500, unexpected error.",
        refusals("something unexpected is 500 without a word about it"),
      ],
      "ERR-5": [
        "invalid_api_key: 401, bad Bearer token, no param.",
        keysAndScope("whatever is wrong with the token is the same 401"),
      ],
      "ERR-6": [
        "merchant_not_provisioned: 422.",
        refusals("live mode without a provider is 422 merchant_not_provisioned"),
      ],
      "ERR-7": [
        "method_not_allowed: 405 on every public route, with Allow.",
        handling("a wrong method on a public path is 405 with Allow, before the key"),
      ],
      "ERR-8": [
        "object_not_found: 404, referenced or newly registered object not found in scope.",
        keysAndScope("another merchant's payment, and one of the other mode, is not found"),
        lostRaces("is object_not_found where the object was voided meanwhile"),
      ],
      "ERR-9": [
        "object_state_conflict: 409, newly registered state conflicts with the provider update being completed.",
        lostRaces("is object_state_conflict, with the key held, where it was lost and cannot be read either"),
      ],
      "ERR-10": ["parameter_invalid: 400, invalid type, format or range.", body("is parameter_invalid at")],
      "ERR-11": [
        "parameter_missing: 400, required header absent.",
        handling("a missing or empty Idempotency-Key is 400 before the body"),
      ],
      "ERR-12": [
        "payment_acceptance_unavailable: 403.",
        refusals("payments switched off are 403 payment_acceptance_unavailable"),
      ],
      "ERR-13": [
        "processing_error: 502, no safe provider response could be validated.",
        creating("refuses with processing_error"),
      ],
      "ERR-14": [
        "rate_limit_exceeded: 429, the provider returned 429; Retry-After.",
        refusals("a provider's 429 keeps its Retry-After"),
        amounts("105029 is 429 and 105003 is 503, both with Retry-After 1"),
      ],
      "ERR-15": [
        "request_body_invalid: 400, malformed JSON, wrong media type, or body unreadable as the schema.",
        handling("JSON that is malformed, no object or empty is request_body_invalid without a param"),
        handling("a wrong or missing media type is request_body_invalid without a param"),
        body("missing is request_body_invalid at"),
        body("null is request_body_invalid at"),
      ],
      "ERR-16": [
        "resource_not_found: 404, path matches no public route.",
        handling("an unknown path is 404 before the key"),
      ],
      "ERR-17": [
        "service_unavailable: 503, with Retry-After.",
        refusals("a create over the admission limit is 503 with Retry-After before begin"),
        refusals("no answer in time is 503 with Retry-After, and the key stays in use"),
      ],
      "ERR-18": [
        "TRACE and non-standard methods can be rejected with 405 or 400 and no envelope.",
        handlingEndToEnd("TRACE and methods nobody knows are 405 or 400, and the server goes on"),
      ],
      "ERR-19": [
        "A changed POST body needs a new key.",
        idempotent("is idempotency_key_reused where the key is"),
      ],
    },
  },
  {
    source: "Specification, Limits (docs/design/specification.md#limits)",
    rules: {
      "LIM-1": [
        "Idempotency-Key: maximum 255 characters.",
        handling("an Idempotency-Key of other characters or over 255 is parameter_invalid"),
      ],
      "LIM-2": [
        "Payment amount: minimum 1.",
        body("amount 0 is parameter_invalid"),
        body("amount 1 is accepted"),
      ],
      "LIM-3": [
        "The limits of texts, addresses and references.",
        body("the body of a Direct Payment"),
        handlingEndToEnd("every text may have its full length, in characters that take the most room"),
      ],
      "LIM-4": [
        "Provider retries are bounded by the active request's deadline and do not extend a Payment's lifetime.",
        retries("do not begin a pause that outlasts the deadline"),
        creating("gives the provider no more time than is left of the request"),
        creating("makes neither row nor call once its time to start is over, however late it runs"),
      ],
      "LIM-5": [
        "Request quotas are per key.",
        quota("the token bucket of a key"),
        keysAndScope("a refused request says when, touched nothing, and no other key or health is affected"),
      ],
    },
  },
];
