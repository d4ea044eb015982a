import type { Params, refundsContract } from "@flowlix/contracts";

export type CreateRefund = Params<typeof refundsContract, "create">;

/** One request's attempt at its Refund. */
export interface Attempt {
  readonly request: CreateRefund;
  readonly requestId: string;
  /** Names this attempt's claim on the submission. */
  readonly submission: string;
  /** When this process took the request up, by its monotonic clock. */
  readonly startedAt: number;
}
