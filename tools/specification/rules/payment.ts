import type { Section } from "../rule.ts";
import {
  acquirerAmounts,
  amounts,
  brands,
  cardData,
  challengesEndToEnd,
  creating,
  gatewayEndToEnd,
  handlingEndToEnd,
  hostedPayment,
  lifecycle,
  look,
  oncePerKey,
  openApi,
  walletPayments,
} from "../tests.ts";

const properties = [
  openApi("describes the Payment as closed: exactly the specified properties, all of them present"),
  creating("answers the Payment with exactly the specified properties"),
  amounts("every other amount succeeds at once, with exactly the specified properties"),
] as const;

export const PAYMENT: readonly Section[] = [
  {
    source: "Specification, Payment (docs/design/specification.md#payment)",
    rules: {
      "PAY-1": ["No properties other than the listed ones are present; all of them are.", ...properties],
      "PAY-2": [
        "status is one of PENDING, REQUIRES_ACTION, PROCESSING, SUCCEEDED, FAILED, EXPIRED.",
        lifecycle("has a row for every status and a column for every event"),
      ],
      "PAY-3": [
        "currency is the one the payment was created in, never replaced by a provider value.",
        creating("takes an answer about another amount for nothing, and for an anomaly"),
      ],
      "PAY-4": [
        "merchant_reference, description and billing_details come back as captured, or null.",
        handlingEndToEnd("texts, names and references come back as sent"),
        gatewayEndToEnd("null for what is absent"),
      ],
      "PAY-5": [
        "failure_code and failure_message are set when the payment reaches terminal failure, and only then.",
        lifecycle("has a failure code only when FAILED and a next action only while REQUIRES_ACTION"),
        amounts("1000xx fails at once with its code"),
      ],
      "PAY-6": [
        "amount_refundable is 0 unless status is SUCCEEDED.",
        creating("answers a success as a 201"),
        creating("answers a decline as a 201"),
      ],
      "PAY-7": [
        "status_transitions hold the time a status was entered, or null: requires_action_at the first time customer action " +
          "was required.",
        lifecycle("stamps the time a status is first entered and keeps it"),
      ],
      "PAY-8": ["livemode is always false for a Payment created in Sandbox.", ...properties.slice(2)],
      "PAY-9": [
        "next_action has type redirect, reason and redirect_url, and is present only while customer action is required.",
        creating("hands out the redirect of an action with its reason and expiry"),
        lifecycle("has a failure code only when FAILED and a next action only while REQUIRES_ACTION"),
      ],
      "PAY-10": [
        "redirect_url can change while status stays REQUIRES_ACTION.",
        look("takes a new URL of a challenge without another event and without more time"),
        challengesEndToEnd(
          "a challenge that was left is asked for again at another URL, while the status stays",
        ),
      ],
      "PAY-11": [
        "payment_method is type and the safe card details; no wallet credential or authentication payload is returned.",
        walletPayments("shows its type and the device number's summary, nothing else"),
        brands("holds brand, last four and expiry, and nothing else of the card"),
        cardData("not in any answer"),
      ],
      "PAY-12": [
        "integration_type is DIRECT or HOSTED_PAYMENT_PAGE; payment_method null means unknown.",
        hostedPayment("requires the customer's action from birth, has no card yet"),
        creating("answers the Payment with exactly the specified properties"),
      ],
    },
  },
  {
    source: "Specification, MerchantReference (docs/design/specification.md#merchantreference)",
    rules: {
      "REF-1": [
        "It gives no idempotency: two creates with the same reference and different keys can create two objects.",
        oncePerKey("the same merchant_reference under two keys makes two payments"),
      ],
    },
  },
  {
    source: "Specification, Operation failure codes (docs/design/specification.md#operation-failure-codes)",
    rules: {
      "FAIL-1": [
        "The shared vocabulary of failure codes.",
        lifecycle("keeps every failure code a provider can report"),
        amounts("1000xx fails at once with its code"),
        amounts("10310x fails at once with how the authentication ended"),
        acquirerAmounts("fails at once with"),
      ],
      "FAIL-2": [
        "fraud_filter is also the result when antifraud checks reject a wallet payment.",
        walletPayments("rejected by antifraud is FAILED with fraud_filter, without any browser action"),
      ],
    },
  },
  {
    source: "Specification, Payment statuses (docs/design/specification.md#payment-statuses)",
    rules: {
      "STATE-1": [
        "PENDING, REQUIRES_ACTION and PROCESSING are not terminal; SUCCEEDED, FAILED and EXPIRED are.",
        lifecycle("ends with SUCCEEDED, FAILED and EXPIRED and with nothing else"),
      ],
      "STATE-2": [
        "Bounded provider retries exhausted before execution: FAILED with processor_unavailable or processor_error.",
        creating("answers no connection, tries used up as a 201 with FAILED"),
        creating('answers an explicit "not executed" as a 201 with FAILED'),
      ],
      "STATE-3": [
        "Server-side authentication needs a browser step: REQUIRES_ACTION with next_action of reason three_d_secure.",
        creating("hands out the redirect of an action with its reason and expiry"),
        amounts("103000 leads to a challenge"),
      ],
      "STATE-4": [
        "Result unresolved after create: PENDING or PROCESSING, followed with GET.",
        creating("answers an answer that was lost as a 201 with PENDING"),
        creating("answers processing as a 201 with PROCESSING"),
        amounts("105098 is answered as recorded, and its charge found"),
      ],
      "STATE-5": [
        "Wallet payment rejected by antifraud: FAILED with fraud_filter and no browser action.",
        walletPayments("rejected by antifraud is FAILED with fraud_filter, without any browser action"),
      ],
      "STATE-6": [
        "Customer does not complete the action before its expiry: EXPIRED with expired_at set.",
        look("expires an action that was not completed in time, once its order is closed"),
        amounts("103098 expires after 15 s, uncharged, and its link leads on"),
      ],
      "STATE-7": [
        "A technical read failure during reconciliation leaves a non-terminal payment unchanged, not failed.",
        look("changes nothing but the next look while the provider cannot be read"),
      ],
      "STATE-8": [
        "A create can already return a terminal status.",
        creating("answers a success as a 201"),
        creating("answers a decline as a 201"),
      ],
      "STATE-9": [
        "A terminal FAILED Payment is never resubmitted; a customer retry is a new Payment with a new key.",
        lifecycle("ends with SUCCEEDED, FAILED and EXPIRED and with nothing else"),
        oncePerKey("another card is the same request, another amount is not"),
      ],
    },
  },
];
