import { createJobs } from "@flowlix/engine/jobs";
import {
  checkSchema,
  createPools,
  databaseChecks,
  packingOf,
  type Packs,
  type Pools,
  watchStatements,
} from "@flowlix/persistence";
import { defineModule, healthOf, poolMetrics, TIME_LADDER, type Host, type Logger } from "@flowlix/runtime";
import { idempotencyConfig, type IdempotencyConfig } from "./config.ts";
import { idempotencyService } from "./idempotency.service.ts";
import { insertStatement } from "./insert-record.ts";
import { createRecordsStore } from "./records-store.ts";
import { idempotencySchema } from "./schema.ts";
import { idempotencyTasks } from "./tasks.ts";
import { traceKeys } from "./trace-keys.ts";

const POOL_SIZES = { hot: 6, read: 2, background: 2 };

export const idempotencyModule = defineModule({
  name: "idempotency",
  config: idempotencyConfig,
  async start(host, config) {
    const { pools, packs } = await openPools(config, host.logger);
    observePools(host, pools);
    const store = createRecordsStore(pools, timesOf(config), packs);
    const tasks = idempotencyTasks(store, config.IDEMPOTENCY_RETENTION);
    const jobs = createJobs(host, { pool: pools.background, table: "idempotency.jobs", tasks });
    const health = healthOf({ ping: () => pools.ping(), loops: host.loops });
    return {
      services: [
        idempotencyService({
          store,
          metrics: host.metrics,
          retentionMs: config.IDEMPOTENCY_RETENTION,
          listJobs: () => jobs.list(),
          traceKeys: (ids) => traceKeys(pools.read, ids),
          health,
        }),
      ],
      afterStart: () => jobs.start(),
      checks: databaseChecks(pools),
      stopJobs: () => jobs.stop(),
      flush: () => store.flush(),
      close: () => pools.close(),
    };
  },
});

const timesOf = ({ REQUEST_DEADLINE: deadlineMs }: IdempotencyConfig) => ({
  deadlineMs,
  leaseMs: deadlineMs + TIME_LADDER.leaseExtraMs,
});

function observePools({ metrics }: Host, { hot, read, background }: Pools): void {
  poolMetrics(metrics, "idempotency", { hot, read, background }, watchStatements);
}

async function openPools(config: IdempotencyConfig, logger: Logger): Promise<{ pools: Pools; packs: Packs }> {
  const pools = await createPools({
    url: config.IDEMPOTENCY_DATABASE_URL,
    name: "idempotency",
    ...POOL_SIZES,
    entities: idempotencySchema.entities,
    onIdleError: (error) => logger.warn({ err: error }, "an idle database connection broke"),
    onWait: (line) => logger.warn(line),
    warm: { hot: insertStatement(timesOf(config)).named },
  });
  try {
    await checkSchema(pools.read, idempotencySchema);
    return { pools, packs: await packingOf(pools.read, "idempotency") };
  } catch (error) {
    await pools.close();
    throw error;
  }
}
