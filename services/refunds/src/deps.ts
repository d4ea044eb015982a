import type { paymentsContract } from "@flowlix/contracts";
import type { AnomaliesStore, CallbacksStore } from "@flowlix/persistence";
import type { Provider } from "@flowlix/provider";
import type { Client, Logger, Tracer } from "@flowlix/runtime";
import type { LooksStore } from "./look/looks-store.ts";
import type { RefundsMetrics } from "./metrics.ts";
import type { RefundsReads } from "./read/refunds-reads.ts";
import type { RefundsStore } from "./refund/refunds-store.ts";
import type { TellingsStore } from "./telling/tellings-store.ts";

/** All that the use cases of this service work with. */
export interface RefundsDeps {
  readonly store: RefundsStore;
  readonly reads: RefundsReads;
  readonly looks: LooksStore;
  readonly tellings: TellingsStore;
  readonly callbacks: CallbacksStore;
  readonly anomalies: AnomaliesStore;
  /** The owner of Payments, who holds the money (architecture §2 rule 10). */
  readonly payments: Client<"refunds", typeof paymentsContract>;
  /** The provider of a mode; null where none is configured. */
  readonly providerFor: (livemode: boolean) => Pick<Provider, "name" | "refunds"> | null;
  readonly settings: { readonly ownerDeadlineMs: number };
  readonly metrics: RefundsMetrics;
  readonly logger: Logger;
  /** Absent where no spans are exported. */
  readonly tracer?: Tracer | undefined;
  /** Has this process look at once: something has just become due. */
  readonly lookSoon: () => void;
}
