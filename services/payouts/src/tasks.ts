import { ownerTasks, type Owner } from "@flowlix/engine";
import { SOON, type JobResult, type Task } from "@flowlix/engine/jobs";
import type { Pools } from "@flowlix/persistence";
import type { PayoutsDeps } from "./deps.ts";
import type { PayoutsMetrics } from "./metrics.ts";
import { FOLD_BATCH, foldTotals } from "./read/fold-totals.ts";
import { beginDue } from "./status-sync/sync-due.ts";

/** What this service repeats: what every owner does, and its own. */
export const payoutsTasks = (owner: Owner, deps: PayoutsDeps): readonly Task[] => [
  ...ownerTasks(owner, () => beginDue(deps)),
  { name: "payouts.foldTotals", ...SOON, run: () => foldOnce(owner.pools, deps.metrics) },
];

async function foldOnce({ background }: Pools, metrics: PayoutsMetrics): Promise<JobResult> {
  const taken = await foldTotals(background);
  metrics.folded.inc({}, taken);
  return { done: taken, more: taken === FOLD_BATCH };
}
