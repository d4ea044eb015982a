import { createOpener } from "@flowlix/cards";
import type { ClockedTurn, PayoutStatus } from "@flowlix/contracts";
import {
  checkSchema,
  createCallbacksStore,
  createListPool,
  createJournal,
  createPools,
  databaseChecks,
  journalReads,
  type Pool,
  type Journal,
  type Pools,
  readOpenObjects,
  watchStatements,
  type Relay,
} from "@flowlix/persistence";
import { createProvider, createSandboxAdapter, PROVIDER_LIMITS, type Provider } from "@flowlix/provider";
import {
  createWake,
  defineModule,
  circuitMetrics,
  openObjectsMetrics,
  poolMetrics,
  journalMetrics,
  ownerDeadlineMs,
  outgoingCalls,
  providerMetrics,
  type Host,
  type Logger,
  type Metrics,
  type Tracer,
  type Wake,
  LOOKS_AT_ONCE,
} from "@flowlix/runtime";
import { createPayoutsAnomalies } from "./anomalies/anomalies-store.ts";
import { payoutsConfig, type PayoutsConfig } from "./config.ts";
import type { PayoutsDeps } from "./deps.ts";
import { relayEvents } from "./events/relay-events.ts";
import { FOLD_BATCH, foldTotals } from "./read/fold-totals.ts";
import { lookDue } from "./look/look-due.ts";
import { createLooksStore } from "./look/looks-store.ts";
import { payoutsMetrics, type PayoutsMetrics } from "./metrics.ts";
import { createPayoutsLists } from "./read/payouts-lists.ts";
import { createPayoutsReads } from "./read/payouts-reads.ts";
import { payoutsJournal } from "./journal/journal-tables.ts";
import { payoutsService } from "./payouts.service.ts";
import { createPayoutsStore } from "./payout/payouts-store.ts";
import { payoutsSchema } from "./schema.ts";

/** Connections of each kind; creates, reads, lists and loops never wait for each other (architecture §2 rule 12). */
const POOL_SIZES = { hot: 4, read: 2, background: 3 };
const LIST_CONNECTIONS = 3;

/** Of the provider's operations those that are called here. */
const OPERATIONS = ["payout", "read_payout", "close_payout"] as const;
const OPEN_STATES = ["PENDING", "PROCESSING"] as const satisfies readonly PayoutStatus[];

export const payoutsModule = defineModule({
  name: "payouts",
  config: payoutsConfig,
  async start(host, config) {
    const pools = await openPools(config, host.logger);
    observePools(host, pools);
    const metrics = payoutsMetrics(host.metrics);
    const provider = sandboxProvider(host, config);
    circuitMetrics(host.metrics, provider, OPERATIONS);
    let looking: Wake | undefined;
    let relay: Relay | undefined;
    const deps = depsOf({
      config,
      pools,
      metrics,
      provider,
      logger: host.logger,
      tracer: host.tracer,
      lookSoon: () => looking?.soon(),
      relaySoon: () => relay?.soon(),
    });
    observeAnomalies(host.metrics, deps);
    const service = payoutsService({
      ...deps,
      auditRows: pools.dataSource,
      journal: keepJournal(host, pools),
      databaseAnswers: () =>
        pools.ping().then(
          () => true,
          () => false,
        ),
      foldTotals: () => foldOnce(pools, metrics),
      degraded: () => (provider.payouts.isOpen() ? [provider.name] : []),
    });
    return {
      services: [service],
      afterStart: async () => {
        looking = createWake(() => lookOnce(deps), host.logger);
        relay = relayEvents(host, pools, deps.anomalies);
      },
      checks: databaseChecks(pools),
      stopLoops: async () => looking?.stop(),
      flush: async () => {
        await deps.store.flush();
        // After the last commit, and while the bus is there: what calls left behind is handed over as well.
        await relay?.stop();
      },
      close: async () => {
        await provider.shutdown();
        await Promise.all([pools.lists.end(), pools.close()]);
      },
    };
  },
});

type PayoutsPools = Pools & { readonly lists: Pool };

function observePools({ metrics }: Host, { hot, read, background, lists }: PayoutsPools): void {
  poolMetrics(metrics, "payouts", { hot, read, background, lists }, watchStatements);
  openObjectsMetrics(metrics, "payouts", OPEN_STATES, () => readOpenObjects(background, "payouts.payouts"));
}

async function openPools(config: PayoutsConfig, logger: Logger): Promise<PayoutsPools> {
  const access = {
    url: config.PAYOUTS_DATABASE_URL,
    name: "payouts",
    onIdleError: (error: Error) => logger.warn({ err: error }, "an idle database connection broke"),
    onWait: (line: string) => logger.warn(line),
  };
  const pools = await createPools({ ...access, ...POOL_SIZES, entities: payoutsSchema.entities });
  try {
    await checkSchema(pools.read, payoutsSchema);
  } catch (error) {
    await pools.close();
    throw error;
  }
  return { ...pools, lists: createListPool({ ...access, connections: LIST_CONNECTIONS }) };
}

function keepJournal({ metrics }: Host, { background, dataSource }: Pools): Journal {
  journalMetrics(metrics, "payouts", journalReads(background, payoutsJournal));
  return createJournal({ service: "payouts", tables: payoutsJournal, background, dataSource });
}

function sandboxProvider({ logger, tracer, metrics }: Host, config: PayoutsConfig): Provider {
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
  readonly config: PayoutsConfig;
  readonly pools: PayoutsPools;
  readonly metrics: PayoutsMetrics;
  readonly provider: Provider;
  readonly logger: Logger;
  readonly tracer: Tracer | undefined;
  readonly lookSoon: () => void;
  readonly relaySoon: () => void;
}

function depsOf({
  config,
  pools,
  metrics,
  provider,
  logger,
  tracer,
  lookSoon,
  relaySoon,
}: Parts): PayoutsDeps {
  return {
    store: createPayoutsStore(pools.hot, relaySoon),
    reads: createPayoutsReads(pools.read),
    lists: createPayoutsLists(pools.lists, LIST_CONNECTIONS),
    looks: createLooksStore(pools.background),
    callbacks: createCallbacksStore(pools.background, { schema: "payouts", objects: "payouts" }),
    anomalies: createPayoutsAnomalies(pools, metrics, logger),
    providerFor: (livemode) => (livemode ? null : provider.payouts),
    opener: createOpener(config.PAYOUT_CARD_KEYS, "payout_card"),
    settings: { ownerDeadlineMs: ownerDeadlineMs(config.REQUEST_DEADLINE) },
    metrics,
    logger,
    tracer,
    lookSoon,
  };
}

function observeAnomalies(metrics: Metrics, deps: PayoutsDeps): void {
  metrics.gauge("payouts_anomalies_open", "Contradictions that await an operator", [], async (gauge) => {
    gauge.set(await deps.anomalies.countOpen());
  });
}

async function lookOnce(deps: PayoutsDeps): Promise<boolean> {
  return (await lookDue(deps, LOOKS_AT_ONCE)).looked === LOOKS_AT_ONCE;
}

async function foldOnce({ background }: Pools, metrics: PayoutsMetrics): Promise<ClockedTurn> {
  const taken = await foldTotals(background);
  metrics.folded.inc({}, taken);
  return { done: taken, more: taken === FOLD_BATCH };
}
