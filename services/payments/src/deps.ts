import type { Decryptor } from "@flowlix/cards";
import type { Params, refundsContract, Result } from "@flowlix/contracts";
import type { DueSlots, FairQueue, Loop } from "@flowlix/runtime";
import type { Acquirers, OwnerDeps } from "@flowlix/engine";
import type { HostedStore } from "./hosted/hosted-store.ts";
import type { SyncStore } from "./status-sync/sync-store.ts";
import type { PaymentsMetrics } from "./metrics.ts";
import type { PaymentsLists } from "./read/payments-lists.ts";
import type { PaymentsReads } from "./read/payments-reads.ts";
import type { PaymentsStore } from "./payment/payments-store.ts";
import type { ReservationsStore } from "./refunds/reservations-store.ts";
import type { ReturnTokens } from "./authentication/return-token.ts";

/** All that the use cases of this service work with. */
export interface PaymentsDeps extends OwnerDeps {
  readonly store: PaymentsStore;
  readonly hosted: HostedStore;
  readonly reads: PaymentsReads;
  readonly lists: PaymentsLists;
  readonly syncs: SyncStore;
  readonly reservations: ReservationsStore;
  /** Keyed by Payment: its Refunds run one after the other, and those of other Payments do not wait for them. */
  readonly refundQueue: FairQueue;
  /** The same for work that no request waits for, with a queue and connections of its own. */
  readonly backgroundRefunds: Pick<PaymentsDeps, "reservations" | "refundQueue">;
  /** Asks the owner of Refunds for the one a reservation was made for, or for the row that prevents it. */
  readonly preventRefund: (
    asked: Params<typeof refundsContract, "void">,
  ) => Promise<Result<typeof refundsContract, "void">>;
  readonly acquirers: Acquirers;
  readonly decryptor: Decryptor;
  readonly returnTokens: ReturnTokens;
  readonly settings: PaymentsSettings;
  readonly metrics: PaymentsMetrics;
  /** Where reservations are being swept in this process. */
  readonly sweepSlots: DueSlots;
  /** Where the sweep of each reservation says how it ended. */
  readonly sweepLoop: Loop;
  /** Lets a payer's browser wait a moment. */
  readonly pause: (ms: number) => Promise<unknown>;
}

export interface PaymentsSettings {
  /**
   * How long a request may take here: the gateway's deadline less its own share
   * (docs/design/architecture.md#time-ladder).
   */
  readonly ownerDeadlineMs: number;
  /** How long a customer has for 3D Secure, from the creation of the step (docs/design/decisions.md#times). */
  readonly threeDSecureExpiryMs: number;
  /** How long a customer has for the hosted page, from the Payment's creation (docs/design/decisions.md#times). */
  readonly hostedPageExpiryMs: number;
  /** Canonical codes in which new Refunds are accepted (docs/design/specification.md#amounts-5). */
  readonly paymentCurrencies: readonly string[];
  /** After what time a reservation to which nothing was applied is swept: twice a request's deadline. */
  readonly reservationSweepMs: number;
  /** Where payers' browsers reach the gateway. */
  readonly publicUrl: string;
}
