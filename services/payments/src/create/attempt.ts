import type { DatabaseTime } from "@flowlix/persistence";
import type { PaymentRow } from "../payment/payment.entity.ts";
import type { Instrument, Secret } from "@flowlix/cards";
import type { Params, paymentsContract } from "@flowlix/contracts";

export type CreatePayment = Params<typeof paymentsContract, "create">;

/** One request's attempt at its Payment: what it asks for and with what it may pay. */
export interface Attempt {
  readonly request: CreatePayment;
  readonly requestId: string;
  readonly instrument: Secret<Instrument>;
  /** Names this attempt's claim on the submission. */
  readonly submission: string;
  /** When this process took the request up, in `performance.now()` milliseconds. */
  readonly startedAt: number;
}

/** A PENDING row whose submission this attempt has claimed. */
export interface Claimed {
  readonly row: PaymentRow;
  /** The database's time since the claim. */
  readonly time: DatabaseTime;
  /** The order may have been submitted before, by an attempt whose outcome is unknown. */
  readonly resumed: boolean;
  /** The provider knows the order but has authorised nothing on it. */
  readonly registered: boolean;
}
