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
import {
  defineModule,
  healthOf,
  modeOf,
  poolMetrics,
  type Host,
  type Logger,
  type Metrics,
  createResolve,
} from "@flowlix/runtime";
import { notifierConfig, type NotifierConfig } from "./config.ts";
import { startDispatcher, type Dispatcher } from "./deliveries/dispatcher.ts";
import { createDeps } from "./create-deps.ts";
import type { NotifierDeps } from "./deps.ts";
import { notifierService } from "./notifier.service.ts";
import { notifierSchema } from "./schema.ts";
import { notifierTasks } from "./tasks.ts";

const NAME = "notifier";
/**
 * Connections of each kind; accepting, reads and deliveries never wait for each other
 * (docs/design/architecture.md#rule-12).
 */
const POOL_SIZES = { hot: 4, read: 2, background: 3 };
/** What fails is tried again within a second, and what could not be recorded within ten. */
const ROUNDS = { runMaxMs: 60_000, retryMaxMs: 10_000 };

export const notifierModule = defineModule({
  name: NAME,
  config: notifierConfig,
  async start(host, config) {
    const { pools, packs } = await openPools(config, host.logger);
    observePools(host, pools);
    let dispatcher: Dispatcher | undefined;
    const { results, ...deps } = createDeps(config, {
      pools,
      packs,
      resolve: createResolve(),
      metrics: host.metrics,
      logger: host.logger,
      tracer: host.tracer,
      deliverSoon: () => dispatcher?.soon(),
    });
    observe(host.metrics, deps);
    const health = healthOf({ ping: () => pools.ping(), loops: host.loops });
    const { background } = pools;
    const tasks = notifierTasks(deps, background, config.EVENT_RETENTION);
    const jobs = createJobs(host, { pool: background, table: `${NAME}.jobs`, tasks });
    const service = notifierService({ ...deps, results, listJobs: () => jobs.list(), health });
    return {
      services: [service],
      afterStart: async () => {
        dispatcher = dispatcherOf(host, { ...deps, results });
        await jobs.start();
      },
      checks: databaseChecks(pools),
      stopJobs: async () => void (await Promise.all([dispatcher?.stop(), jobs.stop()])),
      flush: () => results.flush(),
      close: async () => {
        await deps.sender.close();
        await pools.close();
      },
    };
  },
});

/** Both kinds of failure are logged where they happen, and nothing is lost: what is due stays so. */
function dispatcherOf({ loops }: Host, { results, ...deps }: NotifierDeps): Dispatcher {
  const loop = loops.add({ name: `${NAME}.deliverWebhooks`, ...ROUNDS });
  const recording = loops.add({ name: `${NAME}.recordTries`, ...ROUNDS, onDemand: true });
  const recorded: NotifierDeps["results"] = { add: (result) => recording.run(() => results.add(result)) };
  return startDispatcher({ ...deps, results: recorded, loop });
}

function observePools({ metrics }: Host, { hot, read, background }: Pools): void {
  poolMetrics(metrics, NAME, { hot, read, background }, watchStatements);
}

async function openPools(config: NotifierConfig, logger: Logger): Promise<{ pools: Pools; packs: Packs }> {
  const pools = await createPools({
    url: config.NOTIFIER_DATABASE_URL,
    name: NAME,
    ...POOL_SIZES,
    entities: notifierSchema.entities,
    onIdleError: (error) => logger.warn({ err: error }, "an idle database connection broke"),
    onWait: (line) => logger.warn(line),
    warm: {},
  });
  try {
    await checkSchema(pools.read, notifierSchema);
    return { pools, packs: await packingOf(pools.read, NAME) };
  } catch (error) {
    await pools.close();
    throw error;
  }
}

function observe(metrics: Metrics, { deliveries }: Pick<NotifierDeps, "deliveries">): void {
  const lateness = metrics.gauge(
    "notifier_webhook_oldest_pending_age_seconds",
    "How late the latest webhook is that an endpoint is owed which does not fail",
  );
  const failing = metrics.gauge(
    "notifier_endpoints_failing",
    "Enabled endpoints that nothing has reached for a day or more",
  );
  metrics.gauge("notifier_webhook_pending", "Webhooks that wait for a try", [], async (gauge) => {
    const backlog = await deliveries.backlog();
    gauge.set(backlog.pending);
    lateness.set(backlog.latenessSeconds);
    failing.set(backlog.failingEndpoints);
  });
  observeMerchants(metrics, deliveries);
}

const MODES = [true, false] as const;

/** Two gauges of one scrape, which share one read. */
function observeMerchants(metrics: Metrics, deliveries: NotifierDeps["deliveries"]): void {
  let underWay: ReturnType<typeof deliveries.merchantsReached> | undefined;
  const read = async () => {
    underWay ??= deliveries.merchantsReached().finally(() => (underWay = undefined));
    const counted = await underWay;
    return MODES.map((livemode) => ({
      mode: modeOf(livemode),
      of: counted.find((one) => one.livemode === livemode),
    }));
  };
  metrics.gauge(
    "notifier_merchants",
    "Merchants with an endpoint in use, by whether webhooks reach one of theirs",
    ["mode", "reached"],
    async (gauge) => {
      for (const { mode, of } of await read()) {
        gauge.set({ mode, reached: "true" }, of?.reached ?? 0);
        gauge.set({ mode, reached: "false" }, of?.unreached ?? 0);
      }
    },
  );
  metrics.gauge(
    "notifier_merchant_unreached_seconds",
    "For how long every endpoint has failed of the merchant for whom this has been so for longest; 0 where there is none",
    ["mode"],
    async (gauge) => {
      for (const { mode, of } of await read()) gauge.set({ mode }, of?.unreachedSeconds ?? 0);
    },
  );
}
