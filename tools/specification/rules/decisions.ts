import type { Section } from "../rule.ts";
import {
  amounts,
  apiKeys,
  body,
  brands,
  browserReturn,
  callbacks,
  checkDigit,
  control,
  creating,
  details,
  formats,
  gatewayEndToEnd,
  handling,
  handlingEndToEnd,
  keyCache,
  keysAndScope,
  lifecycle,
  look,
  ownChecks,
  refusals,
  refusalsEndToEnd,
  sockets,
  tool,
  walletPayments,
  wallets,
} from "../tests.ts";

export const DECISIONS: readonly Section[] = [
  {
    source: "Decisions, request handling order (docs/design/decisions.md#request-order)",
    rules: {
      "D1-1": [
        "route → method → key → quota → permission → headers → JSON → body → idempotency → account state → money rules.",
        handlingEndToEnd("a path comes before its method, a method before the key"),
        handling(
          "the quota of a key stands before permission, headers and body, and tells when to come back",
        ),
        handlingEndToEnd(
          "the key comes before permission, permission before headers, headers before the body",
        ),
        refusalsEndToEnd(
          "a refusal by account or currency leaves nothing behind, and a replay comes before it",
        ),
        refusals("the account's state comes before the currency"),
      ],
      "D1-2": [
        "Route before key: an unmatched path is 404, a wrong method 405 with Allow, both without a key.",
        handling("an unknown path is 404 before the key"),
        handling("a wrong method on a public path is 405 with Allow, before the key"),
      ],
      "D1-3": [
        "request_body_invalid: malformed JSON, wrong or missing media type, body not an object, missing or null required field, " +
          "unknown property, body over 64 KiB; param names the field when there is one.",
        handlingEndToEnd("what is no JSON object of at most 64 KiB is request_body_invalid"),
        handling("a body over 64 KiB is request_body_invalid, one of 64 KiB is read"),
        body("is request_body_invalid without a param, being no object"),
      ],
      "D1-4": [
        "Wrong structure of a wallet object (mixed, missing or unknown fields) is request_body_invalid.",
        wallets('payment_method_data.apple_pay.data.token "opaque" is request_body_invalid'),
        wallets("payment_method_data.apple_pay.data missing is request_body_invalid"),
        wallets("payment_method_data.google_pay.data.vault_id"),
      ],
      "D1-5": [
        "parameter_invalid: wallet format other than decrypted, a wrong auth_method, a bad cryptogram or eci.",
        wallets(
          'payment_method_data.apple_pay.format "encrypted" is parameter_invalid at payment_method_data.apple_pay.format',
        ),
        wallets('payment_method_data.google_pay.data.auth_method "pan_only" is parameter_invalid'),
        wallets('payment_method_data.apple_pay.data.eci "5" is parameter_invalid'),
        wallets('payment_method_data.google_pay.data.cryptogram "" is parameter_invalid'),
      ],
      "D1-6": [
        "PAN_ONLY without browser_information is request_body_invalid at browser_information; PAN_ONLY with cryptogram or eci is " +
          "parameter_invalid with that path.",
        wallets("browser_information missing is request_body_invalid at browser_information"),
        wallets("a Google Pay request with PAN_ONLY `cryptogram` must not be sent"),
        wallets("a Google Pay request with PAN_ONLY `eci` must not be sent"),
      ],
      "D1-7": [
        "Several faults: the first in the order of the documented field list; per field missing or null first; nested objects " +
          "in place; unknown properties of an object last.",
        body("of several faults the first in the order of the documented field list"),
        wallets("of several faults of a wallet the first in the order of the documented field list"),
        handlingEndToEnd("of several faults the first of the documented field list is told"),
      ],
      "D1-8": [
        "param is always the name, never the value: a dotted path, a header, query or path name.",
        body("an unknown property's name"),
        details("billing_details.address.country"),
      ],
      "D1-9": [
        "A character is a Unicode code point; U+0000 or ill-formed Unicode in any text is parameter_invalid with its path.",
        handlingEndToEnd("U+0000 and ill-formed Unicode are refused in every text"),
        handling("bytes that are not UTF-8 are the fault of the text they stand in"),
        body("`description`: optional string or null, maximum 500 characters"),
      ],
      "D1-10": [
        "HEAD works as GET and is in Allow; OPTIONS and others are 405; a trailing slash is another path (404).",
        handling("HEAD answers as GET does, without the body"),
        handling("HEAD on a path without GET is 405 without a body"),
        handlingEndToEnd("HEAD is GET without a body"),
        handlingEndToEnd("a path comes before its method, a method before the key"),
      ],
      "D1-11": [
        "Errors are application/json.",
        handlingEndToEnd("every error has the envelope and nothing else"),
        sockets("requests that Fastify never sees as usual"),
      ],
      "D1-12": [
        "Every timestamp is Unix seconds; integers beyond 2^53-1 are refused with parameter_invalid.",
        body("amount 9007199254740992 is parameter_invalid at amount"),
        creating("answers the Payment with exactly the specified properties"),
      ],
    },
  },
  {
    source: "Decisions, Direct Payment inputs (docs/design/decisions.md#direct-inputs)",
    rules: {
      "D2-1": [
        "card.number: string of 12 to 19 ASCII digits; brand length is the provider's business.",
        body("`card.number`: a string of 12 to 19 ASCII digits"),
        brands("depends on the issuer identification number alone, whatever the length"),
      ],
      "D2-2": [
        "Failing Luhn: 201 FAILED invalid_number.",
        creating("fails a wrong check digit as invalid_number without asking the provider"),
        checkDigit("once any one digit is another"),
      ],
      "D2-3": [
        "exp_month 1 to 12; exp_year four digits 2000 to 2099.",
        body("`card.exp_month`: an integer 1 to 12"),
        body("`card.exp_year`: an integer of four digits 2000 to 2099"),
      ],
      "D2-4": [
        "Past the last moment of that month anywhere on Earth (UTC-12): 201 FAILED expired_card.",
        ownChecks("expiry of a card"),
        creating("fails a past expiry as expired_card, after the check digit"),
      ],
      "D2-5": [
        "Check digit, then expiry, are our own checks before the provider is asked.",
        ownChecks("look at the check digit before the expiry"),
        ownChecks("are made of the number of every way of paying"),
        walletPayments("the check digit and the expiry of a device number are our own checks"),
      ],
      "D2-6": [
        "cvc: string of 3 or 4 digits, required for card, refused for wallets.",
        body("`card.cvc`: a string of 3 or 4 digits, required for `card`"),
        wallets("`cvc` is refused for wallets"),
      ],
      "D2-7": [
        "holder_name: 1 to 255 characters after trimming, no control characters; required for card, optional for wallets.",
        body("`card.holder_name`: 1 to 255 characters after trimming"),
        formats("holder-name accepts"),
        wallets("payment_method_data.apple_pay.data.card.holder_name missing is accepted"),
      ],
      "D2-8": [
        "billing_details.address: optional, nullable; line1, line2 (max 255), city, state (max 100), postal_code (max 32).",
        details("`line1` and `line2`: string or null, max 255"),
        details("`city` and `state`: string or null, max 100"),
        details("`postal_code`: string or null, max 32"),
      ],
      "D2-9": [
        "country: two letters, ISO 3166-1, any case in, uppercase out; unknown keys refused.",
        details("`country`: two letters, ISO 3166-1, any case"),
        details("`address` refuses unknown keys"),
        gatewayEndToEnd("reaches the owner normalised: canonical currency, country in upper case"),
      ],
      "D2-10": [
        "The response always has all six keys of an address, null when unknown; all five of billing_details when not null.",
        gatewayEndToEnd(
          "reaches the owner normalised: canonical currency, country in upper case, null for what is absent",
        ),
      ],
      "D2-11": [
        "return_url: absolute HTTPS URL, max 2048, no user info.",
        body("`return_url`: absolute HTTPS URL, max 2048, no user info"),
        formats("return-url refuses"),
      ],
      "D2-12": [
        "Card summary: brand, last4, exp_month, exp_year; for wallets the device number's.",
        brands("brand of a card number is"),
        brands("holds brand, last four and expiry, and nothing else of the card"),
        walletPayments("shows its type and the device number's summary"),
      ],
      "D2-13": ["IP literals have no zone.", body('customer_ip_address "fe80::1%eth0" is parameter_invalid')],
      "D2-14": [
        "UnionPay device numbers in Apple Pay are parameter_invalid at the number.",
        wallets("an Apple Pay request China UnionPay is not supported"),
      ],
      "D2-15": [
        "A timestamp of status_transitions is set when the status is first entered, else null.",
        lifecycle("stamps the time a status is first entered and keeps it"),
      ],
      "D2-16": [
        "EXPIRED has null failure fields.",
        lifecycle("has a failure code only when FAILED and a next action only while REQUIRES_ACTION"),
        amounts("103098 expires after 15 s, uncharged, and its link leads on"),
      ],
    },
  },
  {
    source: "Decisions, Health (docs/design/decisions.md#health)",
    rules: {
      "D7-1": [
        "GET /v1/health, no key: ok, degraded, or 503 unavailable; Cache-Control: no-store; no component names.",
        browserReturn("health is"),
        keysAndScope("ok; degraded while the provider's breaker is open"),
      ],
    },
  },
  {
    source: "Decisions, Keys and merchants (docs/design/decisions.md#keys)",
    rules: {
      "D8-1": [
        "api_test_sk_ / api_live_sk_ + 32 alphanumerics, shown once, stored as a SHA-256 hash.",
        apiKeys("have the documented shape and are stored as a hash only"),
      ],
      "D8-2": [
        "Expiry, revocation (takes effect everywhere within 5 s) and last-used time.",
        keyCache("sees a revocation within 5 seconds"),
        keysAndScope("a key that expires ends with its time"),
        apiKeys("know when they were last used, written in batches"),
      ],
      "D8-3": [
        "Permissions per key; without the permission 403 actor_forbidden without param, on every route; a key that may create " +
          "payments may read them.",
        keysAndScope("permissions decide what a key may do"),
        handling("a permission that is missing is 403 before a header that is missing, and has no param"),
        handling("a key that may create payments or read may read them"),
      ],
      "D8-4": [
        "Merchant account per mode: payments on or off, provisioned or not; live provisioning is refused without a live provider.",
        tool("merchant update switches one mode"),
        tool("merchant update --mode live --provisioned yes is refused while no live provider is configured"),
        control("refuses to provision live mode while no live provider is configured"),
      ],
      "D8-5": [
        "Operators manage merchants and keys with a command-line tool; every act is in an append-only audit log.",
        tool("audit list merges the owners' logs, newest first"),
        control("holds every act with its actor, newest first, and no key"),
        control("refuses to be changed, even for the superuser"),
      ],
      "D8-6": [
        "key roll keeps the key's id; the old secret ends after --overlap (default 24 h, 0 allowed). Revoking ends the id.",
        apiKeys("that are rolled keep their id, and the old secret works for 24 hours by default"),
        apiKeys("that are rolled with an overlap of 0 end the old secret at once"),
        apiKeys("are refused at once in the process that revoked them, and the id is ended for good"),
      ],
    },
  },
  {
    source: "Decisions, events of Payments as recorded (docs/design/decisions.md#event-types)",
    rules: {
      "D9-1": [
        "One event for each status a Payment enters, the one it is born in included, PENDING excepted; none on reads and replays.",
        creating("and tells it in 1 event(s)"),
        creating("and tells it in 0 event(s)"),
        look("takes a new URL of a challenge without another event and without more time"),
      ],
      "D9-2": [
        "data.payment is the object as its GET would have shown it when the change was recorded.",
        creating("and tells it in 1 event(s)"),
        callbacks("sets no status: it makes its Payment due, and the read is the fact"),
      ],
    },
  },
];
