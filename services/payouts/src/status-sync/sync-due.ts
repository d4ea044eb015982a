import { beginDue as begin, syncDue, type SyncCounts, type StatusSync } from "@flowlix/engine";
import type { PayoutsDeps } from "../deps.ts";
import type { PayoutRow } from "../payout/payout.entity.ts";
import { syncPayout } from "./sync-payout.ts";

const statusSync = (deps: PayoutsDeps): StatusSync<PayoutRow> => ({
  ...deps,
  noun: "payout",
  sync: (due, claimedAt) => syncPayout(deps, due, claimedAt),
});

/** Syncs what is due here, at most so many, and answers with counts (docs/design/architecture.md#look). */
export const syncPayouts = (deps: PayoutsDeps, limit: number): Promise<SyncCounts> =>
  syncDue(statusSync(deps), deps, limit);

/** Begins to sync some of what is due here; answers whether more may be. */
export const beginDue = (deps: PayoutsDeps): Promise<boolean> => begin(statusSync(deps), deps);
