import type {
  idempotencyContract,
  notifierContract,
  paymentsContract,
  payoutsContract,
  refundsContract,
} from "@flowlix/contracts";
import type { Client } from "@flowlix/runtime";

/** Those whose work the clock calls for. */
export interface Owners {
  readonly idempotency: Client<"reconciler", typeof idempotencyContract>;
  readonly payments: Client<"reconciler", typeof paymentsContract>;
  readonly refunds: Client<"reconciler", typeof refundsContract>;
  readonly payouts: Client<"reconciler", typeof payoutsContract>;
  readonly notifier: Client<"reconciler", typeof notifierContract>;
}
