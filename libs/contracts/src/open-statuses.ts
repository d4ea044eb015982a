import type { PaymentStatus } from "./payment.ts";

/** In these a Payment, a Refund or a Payout may still come to an end; every other status of them is one. */
export const OPEN_STATUSES = [
  "PENDING",
  "PROCESSING",
  "REQUIRES_ACTION",
] as const satisfies readonly PaymentStatus[];
