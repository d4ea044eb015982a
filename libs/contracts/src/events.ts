import { Type, type Static } from "typebox";
import { Payment, type PaymentStatus } from "./payment.ts";
import { Refund, type RefundStatus } from "./refund.ts";
import { Payout, type PayoutStatus } from "./payout.ts";
import { UnixSeconds } from "./schema.ts";

/** The event of each status a Payment enters; PENDING has none (docs/design/decisions.md#event-types). */
export const PAYMENT_EVENT_TYPES = {
  PENDING: null,
  REQUIRES_ACTION: "payment.requires_action",
  PROCESSING: "payment.processing",
  SUCCEEDED: "payment.succeeded",
  FAILED: "payment.failed",
  EXPIRED: "payment.expired",
} as const satisfies Record<PaymentStatus, `payment.${string}` | null>;

/** `data.payment` is the Payment as its GET would have shown it when the change was recorded. */
export const PaymentEvent = Type.Object({
  id: Type.String({ pattern: "^evt_[A-Za-z0-9]{24}$" }),
  type: Type.String(),
  created_at: UnixSeconds,
  livemode: Type.Boolean(),
  data: Type.Object({ payment: Payment }),
});
export type PaymentEvent = Static<typeof PaymentEvent>;

/** The event of each status a Refund enters; PENDING has none (docs/design/decisions.md#event-types). */
export const REFUND_EVENT_TYPES = {
  PENDING: null,
  PROCESSING: "refund.processing",
  SUCCEEDED: "refund.succeeded",
  FAILED: "refund.failed",
} as const satisfies Record<RefundStatus, `refund.${string}` | null>;

/** `data.refund` is the Refund as its GET would have shown it when the change was recorded. */
export const RefundEvent = Type.Object({
  id: Type.String({ pattern: "^evt_[A-Za-z0-9]{24}$" }),
  type: Type.String(),
  created_at: UnixSeconds,
  livemode: Type.Boolean(),
  data: Type.Object({ refund: Refund }),
});
export type RefundEvent = Static<typeof RefundEvent>;

/** The event of each status a Payout enters, the one it begins in included (docs/design/decisions.md#event-types). */
export const PAYOUT_EVENT_TYPES = {
  PENDING: "payout.pending",
  PROCESSING: "payout.processing",
  SUCCEEDED: "payout.succeeded",
  FAILED: "payout.failed",
} as const satisfies Record<PayoutStatus, `payout.${string}`>;

/** `data.payout` is the Payout as its GET would have shown it when the change was recorded. */
export const PayoutEvent = Type.Object({
  id: Type.String({ pattern: "^evt_[A-Za-z0-9]{24}$" }),
  type: Type.String(),
  created_at: UnixSeconds,
  livemode: Type.Boolean(),
  data: Type.Object({ payout: Payout }),
});
export type PayoutEvent = Static<typeof PayoutEvent>;
