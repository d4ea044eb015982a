import { beginDue as begin, type BegunSyncs, type StatusSync } from "@flowlix/engine";
import type { PayoutsDeps } from "../deps.ts";
import type { PayoutRow } from "../payout/payout.entity.ts";
import { syncPayout } from "./sync-payout.ts";

const statusSync = (deps: PayoutsDeps): StatusSync<PayoutRow> => ({
  ...deps,
  noun: "payout",
  sync: (due, claimedAt) => syncPayout(deps, due, claimedAt),
});

/** Begins to sync what is due here, so many at most (docs/design/architecture.md#status-sync). */
export const beginDue = (deps: PayoutsDeps, limit?: number): Promise<BegunSyncs> =>
  begin(statusSync(deps), deps, limit);
