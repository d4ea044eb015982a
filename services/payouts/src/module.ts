import { createDecryptor } from "@flowlix/cards";
import type { ClockedResult } from "@flowlix/contracts";
import { startOwner, type Owner } from "@flowlix/engine";
import type { Pools } from "@flowlix/persistence";
import { defineModule, ownerDeadlineMs, type Host } from "@flowlix/runtime";
import { payoutsConfig, type PayoutsConfig } from "./config.ts";
import type { PayoutsDeps } from "./deps.ts";
import { beginDue } from "./status-sync/sync-due.ts";
import { createSyncStore } from "./status-sync/sync-store.ts";
import { payoutsMetrics, type PayoutsMetrics } from "./metrics.ts";
import { payoutsOwner } from "./owner.ts";
import { createPayoutsStore } from "./payout/payouts-store.ts";
import { payoutsService } from "./payouts.service.ts";
import { FOLD_BATCH, foldTotals } from "./read/fold-totals.ts";
import { createPayoutsLists } from "./read/payouts-lists.ts";
import { createPayoutsReads } from "./read/payouts-reads.ts";

export const payoutsModule = defineModule({
  name: "payouts",
  config: payoutsConfig,
  async start(host, config) {
    const owner = await startOwner(host, config, payoutsOwner, config.PAYOUTS_DATABASE_URL);
    const deps = depsOf(host, owner, config);
    const service = payoutsService(owner, deps, () => foldOnce(owner.pools, deps.metrics));
    return owner.run({
      services: [service],
      beginDue: () => beginDue(deps),
      flush: () => deps.store.flush(),
    });
  },
});

function depsOf(host: Host, owner: Owner, config: PayoutsConfig): PayoutsDeps {
  const { pools, acquirers, relaySoon } = owner;
  return {
    ...owner.deps,
    store: createPayoutsStore(pools.hot, relaySoon),
    reads: createPayoutsReads(pools.read),
    lists: createPayoutsLists(pools.lists, payoutsOwner.pools.lists),
    syncs: createSyncStore(pools.background),
    acquirers,
    decryptor: createDecryptor(config.PAYOUT_CARD_KEYS, "payout_card"),
    settings: { ownerDeadlineMs: ownerDeadlineMs(config.REQUEST_DEADLINE) },
    metrics: payoutsMetrics(host.metrics, owner.metrics),
  };
}

async function foldOnce({ background }: Pools, metrics: PayoutsMetrics): Promise<ClockedResult> {
  const taken = await foldTotals(background);
  metrics.folded.inc({}, taken);
  return { done: taken, more: taken === FOLD_BATCH };
}
