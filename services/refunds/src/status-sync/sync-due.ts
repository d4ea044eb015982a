import { beginDue as begin, syncDue, type SyncCounts, type StatusSync } from "@flowlix/engine";
import type { RefundsDeps } from "../deps.ts";
import type { RefundRow } from "../refund/refund.entity.ts";
import { syncRefund } from "./sync-refund.ts";

const statusSync = (deps: RefundsDeps): StatusSync<RefundRow> => ({
  ...deps,
  noun: "refund",
  sync: (due, claimedAt) => syncRefund(deps, due, claimedAt),
});

/** Syncs what is due here, at most so many, and answers with counts (docs/design/architecture.md#look). */
export const syncRefunds = (deps: RefundsDeps, limit: number): Promise<SyncCounts> =>
  syncDue(statusSync(deps), deps, limit);

/** Begins to sync some of what is due here; answers whether more may be. */
export const beginDue = (deps: RefundsDeps): Promise<boolean> => begin(statusSync(deps), deps);
