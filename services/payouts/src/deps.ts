import type { Decryptor } from "@flowlix/cards";
import type { Acquirers, OwnerDeps } from "@flowlix/engine";
import type { Provider } from "@flowlix/provider";
import type { SyncStore } from "./status-sync/sync-store.ts";
import type { PayoutsMetrics } from "./metrics.ts";
import type { PayoutsLists } from "./read/payouts-lists.ts";
import type { PayoutsReads } from "./read/payouts-reads.ts";
import type { PayoutsStore } from "./payout/payouts-store.ts";

/** All that the use cases of this service work with. */
export interface PayoutsDeps extends OwnerDeps {
  readonly store: PayoutsStore;
  readonly reads: PayoutsReads;
  readonly lists: PayoutsLists;
  readonly syncs: SyncStore;
  readonly acquirers: Acquirers<Pick<Provider, "name" | "livemode" | "capabilities" | "payouts">>;
  readonly decryptor: Decryptor<"payout_card">;
  readonly settings: PayoutsSettings;
  readonly metrics: PayoutsMetrics;
}

export interface PayoutsSettings {
  /**
   * How long a request may take here: the gateway's deadline less its own share
   * (docs/design/architecture.md#time-ladder).
   */
  readonly ownerDeadlineMs: number;
}
