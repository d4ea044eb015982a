import { Type, type Static } from "typebox";
import { BillingDetails, BillingDetailsInput } from "./billing-details.ts";
import { BrowserInformation } from "./browser-information.ts";
import { FailureCodeName } from "./failure-codes.ts";
import { PaymentId } from "./ids.ts";
import { described } from "./list-query.ts";
import { Amount, Currency, CurrencyInput, MerchantReference, NonNegativeAmount } from "./money.ts";
import { CardSummary, PaymentMethod, PaymentMethodData } from "./payment-method.ts";
import { Refund } from "./refund.ts";
import { named } from "./schema-name.ts";
import { closed, LiveMode, moment, nullable, oneOf } from "./schema.ts";
import { PAN_ONLY_REQUIRES_BROWSER } from "./wallet-methods.ts";

export const PAYMENT_STATUSES = [
  "PENDING",
  "REQUIRES_ACTION",
  "PROCESSING",
  "SUCCEEDED",
  "FAILED",
  "EXPIRED",
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const INTEGRATION_TYPES = ["DIRECT", "HOSTED_PAYMENT_PAGE"] as const;
export type IntegrationType = (typeof INTEGRATION_TYPES)[number];

export const NEXT_ACTION_REASONS = ["hosted_payment_page", "three_d_secure"] as const;
export type NextActionReason = (typeof NEXT_ACTION_REASONS)[number];

export const PaymentStatusName = oneOf(PAYMENT_STATUSES, {
  description:
    "Where the Payment stands. SUCCEEDED, FAILED and EXPIRED are ends; only SUCCEEDED allows fulfilment",
});

export const NextAction = Type.Object(
  {
    type: Type.Unsafe<"redirect">({
      type: "string",
      const: "redirect",
      description: "Send the payer's browser to `redirect_url`",
    }),
    reason: oneOf(NEXT_ACTION_REASONS, { description: "What the payer does there" }),
    redirect_url: Type.String({
      maxLength: 2048,
      description:
        "Opaque, and may change while the status stays REQUIRES_ACTION: read it anew for each redirect",
    }),
  },
  { ...closed, description: "What the payer has to do for the Payment to go on" },
);
export type NextAction = Static<typeof NextAction>;
named("NextAction", NextAction);

export const StatusTransitions = Type.Object(
  {
    requires_action_at: nullable(moment("When the payer first had something to do")),
    processing_at: nullable(moment("When it went to the acquirer")),
    succeeded_at: nullable(moment("When it succeeded")),
    failed_at: nullable(moment("When it failed")),
    expired_at: nullable(moment("When the payer's time was over")),
  },
  { ...closed, description: "When each status was entered; null for one that was not" },
);
export type StatusTransitions = Static<typeof StatusTransitions>;
named("StatusTransitions", StatusTransitions);

/** Cards that one hosted Payment may be tried with (docs/design/decisions.md#card-attempts). */
export const CARD_ATTEMPTS_MAX = 10;
export const CardAttempts = Type.Integer({ minimum: 1, maximum: CARD_ATTEMPTS_MAX });

/** One card that a Payment was tried with. */
export const CardAttempt = Type.Object(
  {
    attempt: described(CardAttempts, "Which card it was, counted from 1"),
    failure_code: described(
      nullable(FailureCodeName),
      "Why it was declined; null of one that did not fail: it succeeded, or the payer's time was over",
    ),
    brand: nullable(CardSummary.properties.brand),
    last4: nullable(CardSummary.properties.last4),
    created_at: moment("When it was declined, or ended with its Payment"),
  },
  { ...closed, description: "A card that the payer of a hosted Payment tried" },
);
export type CardAttempt = Static<typeof CardAttempt>;
named("CardAttempt", CardAttempt);

/** The public Payment; no properties other than these are present (docs/design/specification.md#payment). */
export const Payment = Type.Object(
  {
    id: PaymentId,
    amount: Amount,
    currency: Currency,
    status: PaymentStatusName,
    integration_type: oneOf(INTEGRATION_TYPES, { description: "How it was created" }),
    payment_method: nullable(PaymentMethod),
    merchant_reference: nullable(MerchantReference),
    description: nullable(Type.String({ maxLength: 500, description: "What is paid for, as you named it" })),
    billing_details: nullable(BillingDetails),
    failure_code: nullable(FailureCodeName),
    failure_message: nullable(
      Type.String({ description: "Why it failed, in words that a payer may read; null unless it failed" }),
    ),
    amount_refunded: described(NonNegativeAmount, "Minor units that succeeded Refunds have given back"),
    amount_refundable: described(
      NonNegativeAmount,
      "Minor units that can still be refunded; 0 unless the status is SUCCEEDED",
    ),
    refunds: Type.Array(Refund, { description: "All Refunds of the Payment, oldest first" }),
    status_transitions: StatusTransitions,
    created_at: moment("When it was created"),
    livemode: LiveMode,
    next_action: nullable(NextAction),
    card_attempts: Type.Optional(
      Type.Array(CardAttempt, {
        description:
          "Only of a hosted Payment whose merchant lets payers try another card: the cards that were declined, oldest first, and the one that it ended with",
      }),
    ),
  },
  { ...closed, description: "A payment by card or wallet" },
);
export type Payment = Static<typeof Payment>;
named("Payment", Payment);

/** 1 to 255 scalar values, not blank; compared exactly (docs/design/specification.md#merchant-customer-id). */
export const MerchantCustomerId = Type.String({
  minLength: 1,
  maxLength: 255,
  format: "nonblank-text",
  description: "Your own name for the customer: 1 to 255 characters, not only white space",
  examples: ["customer-1"],
});

export const IpAddress = Type.String({
  minLength: 3,
  maxLength: 45,
  format: "ip-literal",
  description: "One literal IPv4 or IPv6 address, without a port or a zone",
  examples: ["203.0.113.7"],
});

export const ReturnUrl = Type.String({
  maxLength: 2048,
  format: "return-url",
  description: "An absolute HTTPS URL without user info, to which the payer's browser is sent back",
  examples: ["https://shop.example/return"],
});

export const PaymentDescription = Type.String({
  maxLength: 500,
  format: "text",
  description: "What is paid for, in at most 500 characters; the hosted page shows it to the payer",
  examples: ["Order 42"],
});

/**
 * What the payer's bank is to show of the Payment (docs/design/decisions.md#statement-descriptor): the characters that
 * card schemes and acquirers agree on.
 */
export const StatementDescriptor = Type.String({
  minLength: 1,
  maxLength: 22,
  pattern: "^[!#-&()+-;=?-\\[\\]-~](?:[ !#-&()+-;=?-\\[\\]-~]{0,20}[!#-&()+-;=?-\\[\\]-~])?$",
  description:
    "What the payer's statement is to say: 1 to 22 printable ASCII characters, none of them < > \\ \" ' *, no space at either end",
  examples: ["LOVELACE BOOKS"],
});

/** POST /v1/payments. The order of the properties is the order in which faults are reported. */
export const DirectPaymentRequest = Type.Object(
  {
    amount: Amount,
    currency: CurrencyInput,
    payment_method_data: PaymentMethodData,
    customer_ip_address: IpAddress,
    merchant_customer_id: MerchantCustomerId,
    return_url: ReturnUrl,
    merchant_reference: Type.Optional(MerchantReference),
    browser_information: Type.Optional(BrowserInformation),
    billing_details: Type.Optional(BillingDetailsInput),
    description: Type.Optional(nullable(PaymentDescription)),
    statement_descriptor: Type.Optional(StatementDescriptor),
  },
  { ...closed, ...PAN_ONLY_REQUIRES_BROWSER, description: "A Direct Payment to be created" },
);
export type DirectPaymentRequest = Static<typeof DirectPaymentRequest>;
named("PaymentCreate", DirectPaymentRequest);
