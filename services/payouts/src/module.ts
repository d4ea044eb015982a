import { createDecryptor } from "@flowlix/cards";
import { startOwner, type Owner } from "@flowlix/engine";
import { defineModule, ownerDeadlineMs, type Host } from "@flowlix/runtime";
import { payoutsConfig, type PayoutsConfig } from "./config.ts";
import type { PayoutsDeps } from "./deps.ts";
import { createSyncStore } from "./status-sync/sync-store.ts";
import { payoutsMetrics } from "./metrics.ts";
import { payoutsOwner } from "./owner.ts";
import { createPayoutsStore } from "./payout/payouts-store.ts";
import { payoutsService } from "./payouts.service.ts";
import { createPayoutsLists } from "./read/payouts-lists.ts";
import { createPayoutsReads } from "./read/payouts-reads.ts";
import { payoutsTasks } from "./tasks.ts";

export const payoutsModule = defineModule({
  name: "payouts",
  config: payoutsConfig,
  async start(host, config) {
    const owner = await startOwner(host, config, payoutsOwner, config.PAYOUTS_DATABASE_URL);
    const deps = depsOf(host, owner, config);
    return owner.run({
      services: [payoutsService(owner, deps)],
      tasks: payoutsTasks(owner, deps),
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
