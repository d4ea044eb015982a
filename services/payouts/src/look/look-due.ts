import { beginDue as begin, syncDue, type LookCounts, type StatusSync } from "@flowlix/engine";
import type { PayoutsDeps } from "../deps.ts";
import type { PayoutRow } from "../payout/payout.entity.ts";
import { lookAt } from "./look.ts";

const statusSync = (deps: PayoutsDeps): StatusSync<PayoutRow> => ({
  ...deps,
  noun: "payout",
  sync: (due, claimedAt) => lookAt(deps, due, claimedAt),
});

/** Looks at what is due here, at most so many, and answers with counts (docs/design/architecture.md#look). */
export const lookDue = (deps: PayoutsDeps, limit: number): Promise<LookCounts> =>
  syncDue(statusSync(deps), deps, limit);

/** Begins to look at some of what is due here; answers whether more may be. */
export const beginDue = (deps: PayoutsDeps): Promise<boolean> => begin(statusSync(deps), deps);
