import type { paymentsContract } from "@flowlix/contracts";
import type { Acquirers, OwnerDeps } from "@flowlix/engine";
import type { Provider } from "@flowlix/provider";
import type { Client, DueSlots, Loop } from "@flowlix/runtime";
import type { SyncStore } from "./status-sync/sync-store.ts";
import type { RefundsMetrics } from "./metrics.ts";
import type { RefundsReads } from "./read/refunds-reads.ts";
import type { RefundsStore } from "./refund/refunds-store.ts";
import type { ReportsStore } from "./reporting/reports-store.ts";

/** All that the use cases of this service work with. */
export interface RefundsDeps extends OwnerDeps {
  readonly store: RefundsStore;
  readonly reads: RefundsReads;
  readonly syncs: SyncStore;
  readonly reports: ReportsStore;
  /** The owner of Payments, who holds the money (docs/design/architecture.md#rule-10). */
  readonly payments: Client<"refunds", typeof paymentsContract>;
  readonly acquirers: Acquirers<Pick<Provider, "name" | "livemode" | "refunds">>;
  readonly settings: { readonly ownerDeadlineMs: number };
  readonly metrics: RefundsMetrics;
  /** The slots of reports to owners of Payments in this process. */
  readonly reportSlots: DueSlots;
  /** Where each of these reports says how it ended. */
  readonly reportLoop: Loop;
  /** Lets a moment pass before another owner is asked again. */
  readonly pause: (ms: number) => Promise<unknown>;
}
