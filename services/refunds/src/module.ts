import { paymentsContract, type RefundStatus } from "@flowlix/contracts";
import {
  checkSchema,
  createCallbacksStore,
  createJournal,
  createPools,
  databaseChecks,
  journalReads,
  type Journal,
  type Pools,
  readOpenObjects,
  watchStatements,
  type Relay,
} from "@flowlix/persistence";
import { createProvider, createSandboxAdapter, PROVIDER_LIMITS, type Provider } from "@flowlix/provider";
import {
  clientFor,
  createWake,
  defineModule,
  circuitMetrics,
  openObjectsMetrics,
  poolMetrics,
  journalMetrics,
  LOOKS_AT_ONCE,
  ownerDeadlineMs,
  outgoingCalls,
  providerMetrics,
  type Host,
  type Logger,
  type Wake,
} from "@flowlix/runtime";
import { createRefundsAnomalies } from "./anomalies/anomalies-store.ts";
import { refundsConfig, type RefundsConfig } from "./config.ts";
import type { RefundsDeps } from "./deps.ts";
import { lookDue } from "./look/look-due.ts";
import { createLooksStore } from "./look/looks-store.ts";
import { refundsMetrics, type RefundsMetrics } from "./metrics.ts";
import { relayEvents } from "./events/relay-events.ts";
import { createRefundsReads } from "./read/refunds-reads.ts";
import { refundsJournal } from "./journal/journal-tables.ts";
import { refundsService } from "./refunds.service.ts";
import { createRefundsStore } from "./refund/refunds-store.ts";
import { refundsSchema } from "./schema.ts";
import { createTellingsStore } from "./telling/tellings-store.ts";

const NAME = "refunds";
/** Connections of each kind; creates, reads and loops never wait for each other (architecture §2 rule 12). */
const POOL_SIZES = { hot: 4, read: 2, background: 3 };

/** Of the provider's operations those that are called here. */
const OPERATIONS = ["refund", "read_refund", "close_refund"] as const;
const OPEN_STATES = ["PENDING", "PROCESSING"] as const satisfies readonly RefundStatus[];

export const refundsModule = defineModule({
  name: NAME,
  config: refundsConfig,
  async start(host, config) {
    const pools = await openPools(config, host.logger);
    observePools(host, pools);
    const metrics = refundsMetrics(host.metrics);
    const provider = sandboxProvider(host, config);
    circuitMetrics(host.metrics, provider, OPERATIONS);
    let looking: Wake | undefined;
    let relay: Relay | undefined;
    const deps = depsOf(host, {
      config,
      pools,
      metrics,
      provider,
      lookSoon: () => looking?.soon(),
      relaySoon: () => relay?.soon(),
    });
    observe(host, deps);
    const databaseAnswers = () =>
      pools.ping().then(
        () => true,
        () => false,
      );
    return {
      services: [
        refundsService({
          ...deps,
          auditRows: pools.dataSource,
          journal: keepJournal(host, pools),
          databaseAnswers,
        }),
      ],
      afterStart: async () => {
        const look = async () => (await lookDue(deps, LOOKS_AT_ONCE)).looked === LOOKS_AT_ONCE;
        looking = createWake(look, host.logger);
        relay = relayEvents(host, pools, deps.anomalies);
      },
      checks: databaseChecks(pools),
      stopLoops: async () => looking?.stop(),
      // Calls have ended, and the bus is still there: what they left behind is handed over as well.
      flush: async () => relay?.stop(),
      close: async () => {
        await provider.shutdown();
        await pools.close();
      },
    };
  },
});

function observePools({ metrics }: Host, { hot, read, background }: Pools): void {
  poolMetrics(metrics, NAME, { hot, read, background }, watchStatements);
  openObjectsMetrics(metrics, "refunds", OPEN_STATES, () => readOpenObjects(background, "refunds.refunds"));
}

async function openPools(config: RefundsConfig, logger: Logger): Promise<Pools> {
  const pools = await createPools({
    url: config.REFUNDS_DATABASE_URL,
    name: NAME,
    ...POOL_SIZES,
    entities: refundsSchema.entities,
    onIdleError: (error) => logger.warn({ err: error }, "an idle database connection broke"),
    onWait: (line) => logger.warn(line),
  });
  try {
    await checkSchema(pools.read, refundsSchema);
    return pools;
  } catch (error) {
    await pools.close();
    throw error;
  }
}

function keepJournal({ metrics }: Host, { background, dataSource }: Pools): Journal {
  journalMetrics(metrics, "refunds", journalReads(background, refundsJournal));
  return createJournal({ service: "refunds", tables: refundsJournal, background, dataSource });
}

function sandboxProvider({ logger, tracer, metrics }: Host, config: RefundsConfig): Provider {
  const adapter = createSandboxAdapter({
    url: config.ACQUIRER_URL,
    publicUrl: config.ACQUIRER_PUBLIC_URL,
    apiKey: config.ACQUIRER_API_KEY,
    callbackUrl: config.PROVIDER_CALLBACK_URL ?? `${config.PUBLIC_URL}/provider/sandbox/callbacks`,
  });
  return createProvider({
    adapter,
    limits: { ...PROVIDER_LIMITS, tries: config.PROVIDER_TRIES },
    trace: outgoingCalls(tracer, adapter.name),
    onBroken: (broken) => logger.error(broken, "the provider's adapter broke"),
    observe: providerMetrics(metrics, adapter),
  });
}

interface Parts {
  readonly config: RefundsConfig;
  readonly pools: Pools;
  readonly metrics: RefundsMetrics;
  readonly provider: Provider;
  readonly lookSoon: () => void;
  readonly relaySoon: () => void;
}

function depsOf(
  { broker, logger, tracer }: Host,
  { config, pools, metrics, provider, lookSoon, relaySoon }: Parts,
): RefundsDeps {
  return {
    store: createRefundsStore(pools.hot),
    reads: createRefundsReads(pools.read),
    looks: createLooksStore(pools.background),
    tellings: createTellingsStore(pools.hot, pools.background, relaySoon),
    callbacks: createCallbacksStore(pools.background, { schema: "refunds", objects: "refunds" }),
    anomalies: createRefundsAnomalies(pools, metrics, logger),
    payments: clientFor(broker, NAME, paymentsContract),
    providerFor: (livemode) => (livemode ? null : provider),
    settings: { ownerDeadlineMs: ownerDeadlineMs(config.REQUEST_DEADLINE) },
    metrics,
    logger,
    tracer,
    lookSoon,
  };
}

function observe({ metrics }: Host, deps: RefundsDeps): void {
  metrics.gauge("refunds_anomalies_open", "Contradictions that await an operator", [], async (gauge) => {
    gauge.set(await deps.anomalies.countOpen());
  });
  metrics.gauge(
    "refunds_untold",
    "Refunds whose payment's owner has not acknowledged them",
    [],
    async (gauge) => {
      gauge.set(await deps.tellings.countUntold());
    },
  );
}
