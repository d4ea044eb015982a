import { beginDue as begin, type BegunSyncs, type StatusSync } from "@flowlix/engine";
import type { RefundsDeps } from "../deps.ts";
import type { RefundRow } from "../refund/refund.entity.ts";
import { syncRefund } from "./sync-refund.ts";

const statusSync = (deps: RefundsDeps): StatusSync<RefundRow> => ({
  ...deps,
  noun: "refund",
  sync: (due, claimedAt) => syncRefund(deps, due, claimedAt),
});

/** Begins to sync what is due here, so many at most (docs/design/architecture.md#status-sync). */
export const beginDue = (deps: RefundsDeps, limit?: number): Promise<BegunSyncs> =>
  begin(statusSync(deps), deps, limit);
