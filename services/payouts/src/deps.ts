import type { Opener } from "@flowlix/cards";
import type { AnomaliesStore, CallbacksStore } from "@flowlix/persistence";
import type { ProviderPayouts } from "@flowlix/provider";
import type { Logger, Tracer } from "@flowlix/runtime";
import type { LooksStore } from "./look/looks-store.ts";
import type { PayoutsMetrics } from "./metrics.ts";
import type { PayoutsLists } from "./read/payouts-lists.ts";
import type { PayoutsReads } from "./read/payouts-reads.ts";
import type { PayoutsStore } from "./payout/payouts-store.ts";

/** All that the use cases of this service work with. */
export interface PayoutsDeps {
  readonly store: PayoutsStore;
  readonly reads: PayoutsReads;
  readonly lists: PayoutsLists;
  readonly looks: LooksStore;
  readonly callbacks: CallbacksStore;
  readonly anomalies: AnomaliesStore;
  /** The payouts of a mode's provider; null where none is configured. */
  readonly providerFor: (livemode: boolean) => ProviderPayouts | null;
  readonly opener: Opener<"payout_card">;
  readonly settings: PayoutsSettings;
  readonly metrics: PayoutsMetrics;
  readonly logger: Logger;
  /** Absent where no spans are exported. */
  readonly tracer?: Tracer | undefined;
  /** Has this process look at once: something has just become due. */
  readonly lookSoon: () => void;
}

export interface PayoutsSettings {
  /** How long a request may take here: the gateway's deadline less its own share (architecture §4). */
  readonly ownerDeadlineMs: number;
}
