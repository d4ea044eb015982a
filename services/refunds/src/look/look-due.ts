import { beginDue as begin, syncDue, type LookCounts, type StatusSync } from "@flowlix/engine";
import type { RefundsDeps } from "../deps.ts";
import type { RefundRow } from "../refund/refund.entity.ts";
import { lookAt } from "./look.ts";

const statusSync = (deps: RefundsDeps): StatusSync<RefundRow> => ({
  ...deps,
  noun: "refund",
  sync: (due, claimedAt) => lookAt(deps, due, claimedAt),
});

/** Looks at what is due here, at most so many, and answers with counts (docs/design/architecture.md#look). */
export const lookDue = (deps: RefundsDeps, limit: number): Promise<LookCounts> =>
  syncDue(statusSync(deps), deps, limit);

/** Begins to look at some of what is due here; answers whether more may be. */
export const beginDue = (deps: RefundsDeps): Promise<boolean> => begin(statusSync(deps), deps);
