import { setTimeout as pause } from "node:timers/promises";
import { paymentsContract } from "@flowlix/contracts";
import { startOwner, type Owner } from "@flowlix/engine";
import { SOON } from "@flowlix/engine/jobs";
import { clientFor, defineModule, DueSlots, ownerDeadlineMs, JOB_SLOTS, type Host } from "@flowlix/runtime";
import { refundsConfig, type RefundsConfig } from "./config.ts";
import type { RefundsDeps } from "./deps.ts";
import { jobDeps } from "./status-sync/job-deps.ts";
import { createSyncStore } from "./status-sync/sync-store.ts";
import { refundsMetrics } from "./metrics.ts";
import { refundsOwner } from "./owner.ts";
import { createRefundsReads } from "./read/refunds-reads.ts";
import { createRefundsStore } from "./refund/refunds-store.ts";
import { refundsService } from "./refunds.service.ts";
import { createReportsStore } from "./reporting/reports-store.ts";
import { refundsTasks } from "./tasks.ts";

export const refundsModule = defineModule({
  name: "refunds",
  config: refundsConfig,
  async start(host, config) {
    const owner = await startOwner(host, config, refundsOwner, config.REFUNDS_DATABASE_URL);
    const deps = depsOf(host, owner, config);
    const forJobs = jobDeps(deps, owner.pools, owner.relaySoon);
    host.metrics.gauge(
      "refunds_untold",
      "Refunds whose payment's owner has not acknowledged them",
      [],
      async (gauge) => gauge.set(await deps.reports.countUnreported()),
    );
    return owner.run({
      services: [refundsService(owner, deps)],
      tasks: refundsTasks(owner, forJobs),
      slots: [deps.reportSlots],
    });
  },
});

function depsOf({ broker, metrics, loops }: Host, owner: Owner, config: RefundsConfig): RefundsDeps {
  const { pools, acquirers, relaySoon } = owner;
  return {
    ...owner.deps,
    store: createRefundsStore(pools.hot),
    reads: createRefundsReads(pools.read),
    syncs: createSyncStore(pools.background),
    reports: createReportsStore(pools.hot, pools.background, relaySoon),
    payments: clientFor(broker, "refunds", paymentsContract),
    acquirers,
    settings: { ownerDeadlineMs: ownerDeadlineMs(config.REQUEST_DEADLINE) },
    metrics: refundsMetrics(metrics, owner.metrics),
    reportSlots: new DueSlots(JOB_SLOTS),
    reportLoop: loops.add({ name: "refunds.reportToPayment", ...SOON, retryMaxMs: 60_000, onDemand: true }),
    pause,
  };
}
