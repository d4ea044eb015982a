import type {
  idempotencyContract,
  paymentsContract,
  payoutsContract,
  refundsContract,
} from "@flowlix/contracts";
import type { Client } from "@flowlix/runtime";

/** Whose books are compared, and whose word on what has ended is asked. */
export interface Owners {
  readonly idempotency: Client<"reconciler", typeof idempotencyContract>;
  readonly payments: Client<"reconciler", typeof paymentsContract>;
  readonly refunds: Client<"reconciler", typeof refundsContract>;
  readonly payouts: Client<"reconciler", typeof payoutsContract>;
}
