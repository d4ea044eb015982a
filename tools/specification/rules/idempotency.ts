import type { Section } from "../rule.ts";
import {
  fingerprint,
  gatewayEndToEnd,
  handling,
  handlingEndToEnd,
  idempotent,
  identity,
  keyRecords,
  keysAndScope,
  oncePerKey,
  refusals,
  resume,
  retries,
  walletPayments,
} from "../tests.ts";

const identityOf = (name: string) =>
  identity(`what makes two Direct Payments with one key the same request ${name}`);

export const IDEMPOTENCY: readonly Section[] = [
  {
    source: "Specification, Idempotency (docs/design/specification.md#idempotency)",
    rules: {
      "IDEM-1": [
        "The header Idempotency-Key is required on every create: a string of at most 255 characters; missing: 400 " +
          "parameter_missing with param=Idempotency-Key.",
        handling("a missing or empty Idempotency-Key is 400 before the body"),
        handling("an Idempotency-Key of other characters or over 255 is parameter_invalid"),
      ],
      "IDEM-2": [
        "First request with a key: processed normally.",
        idempotent("begins, makes the object under the id that begin chose, completes and answers 201"),
      ],
      "IDEM-3": [
        "Same key and equivalent identity: original result returned, nothing new created.",
        idempotent("replays the stored bytes with Idempotent-Replayed and makes nothing"),
        oncePerKey("100 simultaneous creates make one payment and one charge"),
      ],
      "IDEM-4": [
        "Same key, different identity: 409 idempotency_key_reused.",
        keyRecords("is reused when its identity differs, in every state"),
        oncePerKey("another card is the same request, another amount is not"),
      ],
      "IDEM-5": [
        "Original request still in progress: 409 idempotency_key_in_use; retry later with the same key.",
        keyRecords("lets one of a hundred simultaneous requests proceed and answers in_use to the others"),
        keyRecords("stays in use until its lease has run out"),
      ],
      "IDEM-6": [
        "Non-2xx responses are not cached; callers may retry.",
        refusals("a provider's 429 keeps its Retry-After, and the same key and body can succeed"),
        oncePerKey("after 429 the same key and body can succeed"),
      ],
      "IDEM-7": [
        "Keys are scoped to the API key and the operation.",
        keyRecords("is scoped to the API key and the operation"),
        keysAndScope("an Idempotency-Key belongs to one API key"),
        identityOf("a key of another API key is another key"),
      ],
      "IDEM-8": [
        "Identity is computed from parsed fields; JSON property order and whitespace do not matter.",
        identityOf("property order and white space of the JSON do not matter"),
        fingerprint("canonical JSON of an identity"),
      ],
      "IDEM-9": [
        "Direct Payment: amount, currency text as submitted, billing_details, customer_ip_address, description, " +
          "merchant_customer_id, merchant_reference, return_url.",
        identityOf("another amount"),
        identityOf("another notation of the currency"),
        identityOf("another name in the billing details"),
        identityOf("another address"),
        identityOf("an empty description"),
        identityOf("another customer"),
        identityOf("a merchant reference"),
        identityOf("another return URL"),
      ],
      "IDEM-10": [
        "Everything under payment_method_data and all browser_information values are excluded.",
        identityOf("other card fields: replayed"),
        identityOf("browser values: replayed"),
      ],
      "IDEM-11": [
        "merchant_customer_id is compared exactly, without normalization.",
        identityOf("another customer: idempotency_key_reused"),
      ],
      "IDEM-12": [
        "Wallet identity distinguishes method, format and Google auth_method, not credential bytes.",
        identityOf("another device number, cryptogram and eci: replayed"),
        identityOf("Apple Pay instead of a card: idempotency_key_reused"),
        identityOf("Google Pay instead of Apple Pay: idempotency_key_reused"),
        identityOf("another auth_method of Google Pay: idempotency_key_reused"),
        walletPayments("replays with other credentials and conflicts with another way of paying"),
      ],
      "IDEM-13": [
        "Same key and unchanged non-card fields replay the original Payment even if different card fields are sent.",
        oncePerKey("another card is the same request, another amount is not"),
      ],
      "IDEM-14": [
        "Provider retries reuse the existing order; a replay does not resume money movement.",
        retries(
          "authorises only what was registered, and never again after anything but a known failure to execute",
        ),
        resume("returns what has ended without asking the provider"),
      ],
    },
  },
  {
    source:
      "Decisions, idempotency (docs/design/decisions.md#idempotency-key, #replays, #identity and #what-a-key-keeps)",
    rules: {
      "D1-IDEM-1": [
        "Idempotency-Key: 1 to 255 visible ASCII characters or spaces after trimming, else parameter_invalid; empty counts as " +
          "missing.",
        handling("an Idempotency-Key of other characters or over 255 is parameter_invalid"),
        handling("a missing or empty Idempotency-Key is 400 before the body"),
      ],
      "D1-IDEM-2": [
        "Replays carry Idempotent-Replayed: true and repeat status and body of the stored response.",
        gatewayEndToEnd("is replayed byte for byte with Idempotent-Replayed and a new Request-Id"),
      ],
      "D1-IDEM-3": [
        "Omitted, null and an empty object are one value; billing_details are compared after their normalisation; IPs of " +
          "Payments as sent; everything else as sent.",
        identityOf("a null description: replayed"),
        identityOf("empty billing details: replayed"),
        identityOf("billing details of nulls: replayed"),
        identityOf("the case of a country: replayed"),
        identityOf("another notation of the same address: idempotency_key_reused"),
        oncePerKey(
          "omitted, null and empty are one value; the text of the currency and every other field are not",
        ),
      ],
      "D1-IDEM-4": [
        "After 4xx, a 429 of either kind, and 503 nothing exists and the key is free for any body.",
        oncePerKey("nothing exists and the key is free for any body"),
        oncePerKey("after 422 the same key with a corrected body is 201 with an id never used before"),
      ],
      "D1-IDEM-5": [
        "After 502 and 409 object_state_conflict the key keeps its body: another is idempotency_key_reused, the same request " +
          "returns the object.",
        refusals("after 502 the key keeps its body: another is 409, the same continues under the same id"),
        oncePerKey("after 502 the key keeps its body, and the payment its amount, until it is closed"),
        idempotent("does what the owner says of the key: hold"),
      ],
      "D1-IDEM-6": [
        "Request-Id: req_ + 24 alphanumerics, new for every request, replays too, never taken from the client.",
        handlingEndToEnd("every error has the envelope and nothing else, with the request's own new id"),
        handlingEndToEnd("a replay has a Request-Id of its own"),
      ],
    },
  },
];
