import { setTimeout as pause } from "node:timers/promises";
import { createOpener } from "@flowlix/cards";
import {
  checkSchema,
  createJournal,
  createPools,
  databaseChecks,
  journalReads,
  type Journal,
  type Pools,
  readOpenObjects,
  watchStatements,
  type Relay,
  createCallbacksStore,
} from "@flowlix/persistence";
import { createProvider, createSandboxAdapter, PROVIDER_LIMITS, type Provider } from "@flowlix/provider";
import {
  clientFor,
  createTurns,
  createWake,
  defineModule,
  circuitMetrics,
  openObjectsMetrics,
  poolMetrics,
  journalMetrics,
  outgoingCalls,
  providerMetrics,
  type Host,
  type Logger,
  type Metrics,
  type Tracer,
  type Wake,
  ownerDeadlineMs,
  LOOKS_AT_ONCE,
} from "@flowlix/runtime";
import { refundsContract, type PaymentStatus } from "@flowlix/contracts";
import { createPaymentsAnomalies } from "./anomalies/anomalies-store.ts";
import { paymentsConfig, type PaymentsConfig } from "./config.ts";
import type { PaymentsDeps } from "./deps.ts";
import { lookDue } from "./look/look-due.ts";
import { createHostedStore } from "./hosted/hosted-store.ts";
import { createLooksStore } from "./look/looks-store.ts";
import { paymentsMetrics, tellExpiry, type PaymentsMetrics } from "./metrics.ts";
import { relayEvents } from "./events/relay-events.ts";
import { createPaymentsLists } from "./read/payments-lists.ts";
import { createPaymentsReads } from "./read/payments-reads.ts";
import { paymentsJournal } from "./journal/journal-tables.ts";
import { paymentsService } from "./payments.service.ts";
import { createPaymentsStore } from "./payment/payments-store.ts";
import { createReservationsStore } from "./refunds/reservations-store.ts";
import { createReturnTokens } from "./authentication/return-token.ts";
import { paymentsSchema } from "./schema.ts";

/** Refunds at once in one process: fewer than there are connections for creates, which they share. */
const REFUND_TURNS = { atOnce: 3, waitingOfKeyMax: 256, waitingMax: 1_024, waitMaxMs: 10_000 };
const VOID_TIMEOUT_MS = 5_000;

/** Connections of each kind; creates, reads and loops never wait for each other (architecture §2 rule 12). */
const POOL_SIZES = { hot: 6, read: 4, background: 4 };

/** Of the provider's operations those that may be called here; `register` only of one that cannot authorise at once. */
const OPERATIONS = ["register", "authorise", "read", "close", "reverse"] as const;
const OPEN_STATES = ["PENDING", "REQUIRES_ACTION", "PROCESSING"] as const satisfies readonly PaymentStatus[];

export const paymentsModule = defineModule({
  name: "payments",
  config: paymentsConfig,
  async start(host, config) {
    const pools = await openPools(config, host.logger);
    observePools(host, pools);
    const metrics = paymentsMetrics(host.metrics);
    tellExpiry(host.metrics, config);
    const provider = sandboxProvider(host, config);
    circuitMetrics(host.metrics, provider, OPERATIONS);
    let looking: Wake | undefined;
    let relay: Relay | undefined;
    const refunds = clientFor(host.broker, "payments", refundsContract);
    const deps = depsOf({
      voidRefund: (asked) => refunds.void(asked, { requestId: "", timeoutMs: VOID_TIMEOUT_MS }),
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
    const databaseAnswers = () =>
      pools.ping().then(
        () => true,
        () => false,
      );
    return {
      services: [
        paymentsService({
          ...deps,
          auditRows: pools.dataSource,
          journal: keepJournal(host, pools),
          databaseAnswers,
        }),
      ],
      afterStart: async () => {
        looking = createWake(() => lookOnce(deps), host.logger);
        relay = relayEvents(host, pools, deps.anomalies);
      },
      checks: databaseChecks(pools),
      stopLoops: async () => looking?.stop(),
      flush: async () => {
        await Promise.all([deps.store.flush(), deps.hosted.flush()]);
        // After the last commit, and while the bus is there: what calls left behind is handed over as well.
        await relay?.stop();
      },
      close: async () => {
        await provider.shutdown();
        await pools.close();
      },
    };
  },
});

function observePools({ metrics }: Host, { hot, read, background }: Pools): void {
  poolMetrics(metrics, "payments", { hot, read, background }, watchStatements);
  openObjectsMetrics(metrics, "payments", OPEN_STATES, () =>
    readOpenObjects(background, "payments.payments"),
  );
}

async function openPools(config: PaymentsConfig, logger: Logger): Promise<Pools> {
  const pools = await createPools({
    url: config.PAYMENTS_DATABASE_URL,
    name: "payments",
    ...POOL_SIZES,
    entities: paymentsSchema.entities,
    onIdleError: (error) => logger.warn({ err: error }, "an idle database connection broke"),
    onWait: (line) => logger.warn(line),
  });
  try {
    await checkSchema(pools.read, paymentsSchema);
    return pools;
  } catch (error) {
    await pools.close();
    throw error;
  }
}

function keepJournal({ metrics }: Host, { background, dataSource }: Pools): Journal {
  journalMetrics(metrics, "payments", journalReads(background, paymentsJournal));
  return createJournal({ service: "payments", tables: paymentsJournal, background, dataSource });
}

function sandboxProvider({ logger, tracer, metrics }: Host, config: PaymentsConfig): Provider {
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
  readonly config: PaymentsConfig;
  readonly pools: Pools;
  readonly metrics: PaymentsMetrics;
  readonly provider: Provider;
  readonly logger: Logger;
  readonly tracer: Tracer | undefined;
  readonly lookSoon: () => void;
  readonly relaySoon: () => void;
  readonly voidRefund: PaymentsDeps["voidRefund"];
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
  voidRefund,
}: Parts): PaymentsDeps {
  return {
    store: createPaymentsStore(pools.hot, relaySoon),
    hosted: createHostedStore(pools.hot, pools.read, relaySoon),
    reads: createPaymentsReads(pools.read),
    lists: createPaymentsLists(pools.read, POOL_SIZES.read),
    looks: createLooksStore(pools.background),
    callbacks: createCallbacksStore(pools.background, { schema: "payments", objects: "payments" }),
    anomalies: createPaymentsAnomalies(pools, metrics, logger),
    reservations: createReservationsStore(pools.hot, pools.background),
    refundTurns: createTurns(REFUND_TURNS),
    voidRefund,
    providerFor: (livemode) => (livemode ? null : provider),
    opener: createOpener(config.CARD_KEYS, "card"),
    returnTokens: createReturnTokens(config.RETURN_TOKEN_KEY),
    settings: {
      ownerDeadlineMs: ownerDeadlineMs(config.REQUEST_DEADLINE),
      threeDSecureExpiryMs: config.THREE_D_SECURE_EXPIRY,
      hostedPageExpiryMs: config.HOSTED_PAGE_EXPIRY,
      paymentCurrencies: config.PAYMENT_CURRENCIES.map((code) => code.toUpperCase()),
      reservationSweepMs: 2 * config.REQUEST_DEADLINE,
      publicUrl: config.PUBLIC_URL,
    },
    metrics,
    logger,
    tracer,
    lookSoon,
    pause,
  };
}

function observeAnomalies(metrics: Metrics, deps: PaymentsDeps): void {
  metrics.gauge("payments_anomalies_open", "Contradictions that await an operator", [], async (gauge) => {
    gauge.set(await deps.anomalies.countOpen());
  });
}

async function lookOnce(deps: PaymentsDeps): Promise<boolean> {
  return (await lookDue(deps, LOOKS_AT_ONCE)).looked === LOOKS_AT_ONCE;
}
