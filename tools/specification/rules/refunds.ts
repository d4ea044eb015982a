import type { Section } from "../rule.ts";
import {
  gatewayRefunds,
  refundAmounts,
  refundBody,
  refundCrashes,
  refundCreating,
  refundCreatingAgain,
  refundCurrencies,
  refundLifecycle,
  refundList,
  refundLook,
  refundMoney,
  refundsAnyOrder,
  refundTold,
} from "../tests.ts";

export const REFUNDS: readonly Section[] = [
  {
    source: "Specification, Refund (docs/design/specification.md#refund; docs/design/decisions.md#refund)",
    rules: {
      "RF-1": [
        "Succeeded payments are refunded in full or in part; refunds are asynchronous, always in the Payment currency, and never " +
          "involve a browser redirect.",
        refundAmounts(
          "an ordinary amount is PROCESSING, in its Payment at once, then SUCCEEDED, returned once",
        ),
        refundMoney("a reserved Refund is in the Payment at once, with its currency, type and time"),
      ],
      "RF-2": [
        "The Refund object: id (ref_ + 24), payment_id, amount, currency, merchant_reference, reason, refund_type, status, failure " +
          "(code, message) only when FAILED, created_at, updated_at, completed_at, livemode.",
        gatewayRefunds("a Refund is made as it was asked for, and answered as its owner says"),
        refundCreating("reserves, submits once and answers PROCESSING; its Payment shows the same at once"),
        refundLook("gives the money of one that fails later back"),
      ],
      "RF-3": [
        "FULL returns the full original amount when nothing has been refunded and no other Refund is in progress; the remaining " +
          "amount after a partial Refund is PARTIAL; a failed partial Refund does not prevent a later FULL one.",
        refundMoney("the whole amount of a Payment without Refunds is FULL"),
        refundMoney("the rest after a partial Refund is PARTIAL"),
        refundMoney("the rest beside a Refund in flight is PARTIAL"),
        refundMoney("the whole amount after a failed partial Refund is FULL"),
      ],
      "RF-4": [
        "Refund statuses PENDING, PROCESSING, SUCCEEDED, FAILED; the 201 is PROCESSING or FAILED; a definitive rejection is 201 FAILED.",
        refundLifecycle("PENDING, "),
        refundCreating(
          '{"kind":"failed","code":"not_permitted"} is a 201 FAILED not_permitted, with its money',
        ),
        refundCreating('{"kind":"unknown","cause":"lost"} is a 201 PROCESSING, with its money'),
        refundCreating("what the provider has done at once is PROCESSING first"),
        refundCreatingAgain(
          "is told PROCESSING of one that has succeeded meanwhile; its GET says what has become of it",
        ),
        gatewayRefunds(
          "of what was begun and never answered its owner's create tells, which never says PENDING",
        ),
      ],
      "RF-5": [
        "No replacement refund while the outcome is uncertain; an uncertain provider Refund request is never resubmitted automatically.",
        refundCreatingAgain("looks a lapsed submission up and never sends it again"),
        refundLook("looks a lost answer up within 5 s, and at most 30 s later each time"),
        refundLook("closes one in doubt that the provider does not know before it is given up"),
        refundsAnyOrder("the rules of money hold"),
      ],
      "RF-6": [
        "amount_refunded moves on SUCCEEDED; amount_refundable is the amount less what is refunded or reserved, from acceptance " +
          "until FAILED; refunds[] shows each Refund, oldest first.",
        refundMoney("PENDING and PROCESSING keep the money, SUCCEEDED settles it, FAILED gives it back"),
        refundMoney("an older version, and the same once more, change nothing"),
        refundAmounts("50 at once never exceed the Payment"),
        refundTold("after FAILED the next Refund of the money is not refused"),
        refundTold("a create answers FAILED once the Payment shows it"),
      ],
      "RF-7": [
        "Failure messages carry no shopper advice and no raw provider text; updated_at moves with each status change.",
        refundLook("gives the money of one that fails later back"),
        refundLifecycle("times never run backwards"),
      ],
    },
  },
  {
    source: "Specification, POST /v1/refunds (docs/design/specification.md#create-refund)",
    rules: {
      "RF-8": [
        "payment_id, amount (at least 1), reason (at most 50 characters, not blank) are required, merchant_reference (10 digits) is optional.",
        refundBody("is accepted with the three required fields"),
        refundBody("payment_id missing is request_body_invalid at payment_id"),
        refundBody("amount 0 is parameter_invalid at amount"),
        refundBody('reason "" is parameter_invalid at reason'),
        refundBody("merchant_reference null is parameter_invalid"),
        refundBody('currency "EUR" is request_body_invalid at currency'),
      ],
      "RF-9": [
        "Errors amount_exceeds_refundable, payment_not_refundable, currency_not_supported (param=payment_id), actor_forbidden, " +
          "merchant_not_provisioned, object_not_found.",
        gatewayRefunds("amount_exceeds_refundable of the owner is 422 at amount"),
        gatewayRefunds("payment_not_refundable of the owner is 422 at payment_id"),
        gatewayRefunds("currency_not_supported of the owner is 422 at payment_id"),
        gatewayRefunds("object_not_found of the owner is 404 at payment_id"),
        gatewayRefunds("a key that may not create Refunds is actor_forbidden"),
        gatewayRefunds("a merchant that is not ready at the provider is merchant_not_provisioned"),
        refundMoney("more than is left, nothing being left included, is amount_exceeds_refundable"),
        refundMoney("a Payment that has not succeeded is payment_not_refundable"),
      ],
      "RF-10": [
        "Identity: payment_id, amount, merchant_reference, reason; an exact retry returns its stored response even if the currency " +
          "is accepted no more.",
        gatewayRefunds("an exact retry is the stored response even where the currency is accepted no more"),
        gatewayRefunds("with the same key, another reason is idempotency_key_reused"),
        refundCreatingAgain("outlives a withdrawn currency and an open breaker"),
        refundCreatingAgain("Payments and Refunds in JPY stay readable when it is accepted no more"),
        refundCurrencies("an exact replay of a Refund is its stored response; a new key is refused"),
      ],
      "RF-16": [
        "Existing Payments and Refunds in other currencies remain readable, and are listed and found by their amount, with " +
          "exponents of 0, 2 and 3.",
        refundCurrencies(
          "Payment and Refund stay readable, listed and found by the amount in the currency's own units",
        ),
        refundCurrencies("no Payment is made in it"),
      ],
    },
  },
  {
    source:
      "Decisions, refunds (docs/design/decisions.md#lists, #refund, #refused-submissions and #sandbox-transfers)",
    rules: {
      "RF-11": [
        "GET /v1/refunds/{id}; GET /v1/refunds requires payment_id (unknown: 404) and has data, has_more, limit and the cursors.",
        gatewayRefunds("is the Refund as recorded, for its own merchant alone"),
        gatewayRefunds(
          "a Payment without Refunds is an empty page, an unknown or another merchant's one 404",
        ),
        gatewayRefunds("?limit=2 is 400 invalid_request at payment_id"),
        refundList("pages follow each other in both directions"),
      ],
      "RF-12": [
        "After 1,000 Refunds of a Payment amount_refundable is 0.",
        refundMoney("after 1,000 Refunds nothing can be refunded any more"),
      ],
      "RF-13": [
        "A provider's 429 or 503 on a refund after the insert: FAILED processor_unavailable; with an open breaker 503 before anything is made.",
        refundCreating(
          '{"kind":"not_executed","cause":"throttled","retryAfterS":1} is a 201 FAILED processor_unavailable',
        ),
        refundCreating("nothing is made while the breaker is open, and the key is free"),
      ],
      "RF-14": [
        "Refunds by refund amount.",
        refundAmounts("100051 is a 201 FAILED insufficient_funds"),
        refundAmounts("104051 is PROCESSING, then FAILED insufficient_funds, and its money is back"),
        refundAmounts("104099 stays PROCESSING, and so does its money"),
        refundAmounts("105098 answers PROCESSING, is looked up and found, never submitted again"),
      ],
      "RF-15": [
        "A crash anywhere on the way refunds nothing twice and leaves no reservation for good (docs/design/architecture.md#refund).",
        refundCrashes("nothing is refunded twice, no reservation stays, and both owners agree"),
        refundMoney("is swept within twice the deadline: the money is given back only after the tombstone"),
        refundAmounts("killed while a submission is on its way"),
        refundCrashes("in the sweep of a reservation that came to nothing"),
        refundAmounts("stopped while a submission is on its way"),
      ],
      "RF-17": [
        "An asynchronous result shows within 3 s of the provider's; a callback sets no status, and none is lost.",
        refundLook("shows an asynchronous result in the Refund and its Payment, with its event"),
        refundLook("a callback that comes while an outcome is being recorded is not lost"),
        refundLook("a callback that is not true changes nothing"),
      ],
    },
  },
];
