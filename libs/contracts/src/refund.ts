import { Type, type Static } from "typebox";
import { PaymentId, RefundId } from "./ids.ts";
import { Amount, Currency, MerchantReference } from "./money.ts";
import { FAILURE_CODES } from "./failure-codes.ts";
import { closed, nullable, oneOf, UnixSeconds } from "./schema.ts";

export const REFUND_STATUSES = ["PENDING", "PROCESSING", "SUCCEEDED", "FAILED"] as const;

export const REFUND_TYPES = ["FULL", "PARTIAL"] as const;

/** The public Refund (specification, Refund; decisions §6: `failure` only when FAILED). */
export const Refund = Type.Object(
  {
    id: RefundId,
    payment_id: PaymentId,
    amount: Amount,
    currency: Currency,
    merchant_reference: nullable(MerchantReference),
    reason: Type.String({ maxLength: 50 }),
    refund_type: oneOf(REFUND_TYPES),
    status: oneOf(REFUND_STATUSES),
    failure: Type.Optional(Type.Object({ code: oneOf(FAILURE_CODES), message: Type.String() }, closed)),
    created_at: UnixSeconds,
    updated_at: UnixSeconds,
    completed_at: nullable(UnixSeconds),
    livemode: Type.Boolean(),
  },
  closed,
);
export type Refund = Static<typeof Refund>;
