import { Type, type Static } from "typebox";
import { PaymentId, RefundId } from "./ids.ts";
import { described, PAGE_LIMIT_MAX, pageParameters } from "./list-query.ts";
import { Amount, Currency, MerchantReference } from "./money.ts";
import { FailureCodeName, REFUND_FAILURE_MESSAGES, type FailureCode } from "./failure-codes.ts";
import { named } from "./schema-name.ts";
import { closed, LiveMode, moment, nullable, oneOf, page } from "./schema.ts";
import { Scope } from "./scope.ts";

export const REFUND_STATUSES = ["PENDING", "PROCESSING", "SUCCEEDED", "FAILED"] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

export const REFUND_TYPES = ["FULL", "PARTIAL"] as const;
export type RefundType = (typeof REFUND_TYPES)[number];

/**
 * How many Refunds one Payment may have, failed ones included (docs/design/decisions.md#refund;
 * docs/design/architecture.md#rule-12).
 */
export const REFUNDS_OF_PAYMENT_MAX = 1_000;

const REASON_LENGTH_MAX = 50;

export const RefundStatusName = oneOf(REFUND_STATUSES, {
  description: "Where the Refund stands; SUCCEEDED and FAILED are ends",
});

export const RefundFailure = Type.Object(
  {
    code: FailureCodeName,
    message: Type.String({ description: "Why it failed, for your own staff" }),
  },
  { ...closed, description: "Why the Refund failed; there only when it is FAILED" },
);
named("RefundFailure", RefundFailure);

/** The public Refund (docs/design/specification.md#refund; docs/design/decisions.md#refund). */
export const Refund = Type.Object(
  {
    id: RefundId,
    payment_id: PaymentId,
    amount: Amount,
    currency: Currency,
    merchant_reference: nullable(MerchantReference),
    reason: Type.String({ maxLength: REASON_LENGTH_MAX, description: "Why it was refunded, as you sent it" }),
    refund_type: oneOf(REFUND_TYPES, {
      description: "FULL where it gives the Payment's whole amount back at once, else PARTIAL",
    }),
    status: RefundStatusName,
    failure: Type.Optional(RefundFailure),
    created_at: moment("When it was created"),
    updated_at: moment("When its status last changed"),
    completed_at: nullable(moment("When it came to its end")),
    livemode: LiveMode,
  },
  { ...closed, description: "Money of a Payment given back" },
);
export type Refund = Static<typeof Refund>;
named("Refund", Refund);

/** What its owner and its Payment's owner keep of a Refund. */
export interface RefundFacts extends Omit<Refund, "failure"> {
  readonly failure_code: FailureCode | null;
}

/** The public Refund of what is kept of it, the same wherever it is shown. */
export function publicRefund(facts: RefundFacts): Refund {
  const { failure_code: code } = facts;
  return {
    id: facts.id,
    payment_id: facts.payment_id,
    amount: facts.amount,
    currency: facts.currency,
    merchant_reference: facts.merchant_reference,
    reason: facts.reason,
    refund_type: facts.refund_type,
    status: facts.status,
    ...(code === null ? {} : { failure: { code, message: REFUND_FAILURE_MESSAGES[code] } }),
    created_at: facts.created_at,
    updated_at: facts.updated_at,
    completed_at: facts.completed_at,
    livemode: facts.livemode,
  };
}

/** POST /v1/refunds. The order of the properties is the order in which faults are reported. */
export const RefundRequest = Type.Object(
  {
    payment_id: PaymentId,
    amount: Amount,
    reason: Type.String({
      maxLength: REASON_LENGTH_MAX,
      format: "nonblank-text",
      description: `The reason for the refund: at most ${REASON_LENGTH_MAX} characters, not only white space`,
      examples: ["Returned goods"],
    }),
    merchant_reference: Type.Optional(MerchantReference),
  },
  { ...closed, description: "A Refund to be created" },
);
export type RefundRequest = Static<typeof RefundRequest>;
named("RefundCreate", RefundRequest);

/** GET /v1/refunds (docs/design/decisions.md#other-lists and #refund); `payment_id` is required. */
export const REFUND_LIST_QUERY = {
  payment_id: described(PaymentId, "The Payment whose Refunds are asked for; required"),
  ...pageParameters(RefundId),
};

/** A page of a Payment's Refunds, newest first. */
export const RefundList = page(Refund, "Refunds of a Payment");
export type RefundList = Static<typeof RefundList>;
named("RefundList", RefundList);

/** The same question as the owner is asked it. */
export const RefundListRequest = Type.Object({
  scope: Scope,
  payment_id: PaymentId,
  limit: Type.Integer({ minimum: 1, maximum: PAGE_LIMIT_MAX }),
  /** At most one of the two. */
  starting_after: nullable(RefundId),
  ending_before: nullable(RefundId),
});
export type RefundListRequest = Static<typeof RefundListRequest>;
