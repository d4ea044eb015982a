import type { PayoutInstrument, Secret } from "@flowlix/cards";
import type { Params, payoutsContract } from "@flowlix/contracts";

export type CreatePayout = Params<typeof payoutsContract, "create">;

/** One request's attempt at its Payout: what it asks for and where the money goes. */
export interface Attempt {
  readonly request: CreatePayout;
  readonly requestId: string;
  /** Null where the box did not open: nothing can be sent. */
  readonly card: Secret<PayoutInstrument> | null;
  /** Names this attempt's claim on the submission. */
  readonly submission: string;
  /** When this process took the request up, by its monotonic clock. */
  readonly startedAt: number;
}
