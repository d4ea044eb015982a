import type { PaymentStatus } from "./payment.ts";
import type { PayoutStatus } from "./payout.ts";
import type { RefundStatus } from "./refund.ts";

/** In these a Payment, a Refund or a Payout may still come to an end; every other status is one. */
export const OPEN_STATUSES = ["PENDING", "PROCESSING", "REQUIRES_ACTION"] as const satisfies readonly (
  PaymentStatus | PayoutStatus | RefundStatus
)[];
