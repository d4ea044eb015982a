import {
  OPERATIONS,
  idempotencyContract,
  notifierContract,
  paymentsContract,
  payoutsContract,
  reconcilerContract,
  refundsContract,
} from "@flowlix/contracts";
import { createSealer } from "@flowlix/cards";
import { checkSchema, createPools, databaseChecks, type Pools, watchStatements } from "@flowlix/persistence";
import { createSandboxCallbackVerifier } from "@flowlix/provider";
import { clientFor, defineModule, poolMetrics, type Host, type Running } from "@flowlix/runtime";
import type { FastifyInstance } from "fastify";
import { createAdmission } from "./access/admission.ts";
import { createKeyCache } from "./access/key-cache.ts";
import { createKeyLookup } from "./access/key-lookup.ts";
import { createLastUsed } from "./access/last-used.ts";
import { createQuota } from "./access/quota.ts";
import { gatewayConfig, type GatewayConfig } from "./config.ts";
import { anomalyRoutes } from "./control/anomaly-routes.ts";
import { auditRoutes } from "./control/audit-routes.ts";
import { createControlServer } from "./control/control-server.ts";
import { keyRoutes } from "./control/key-routes.ts";
import { eventControlRoutes } from "./control/event-routes.ts";
import { ledgerRoutes } from "./control/ledger-routes.ts";
import { openRoutes } from "./control/open-routes.ts";
import { reconcileRoutes } from "./control/reconcile-routes.ts";
import { merchantRoutes } from "./control/merchant-routes.ts";
import { webhookControlRoutes } from "./control/webhook-routes.ts";
import { createPageTokens } from "./hosted-page/page-token.ts";
import { createPageUrlFiller } from "./hosted-page/page-url.ts";
import { publicAddress } from "./hosted-page/public-address.ts";
import type { HostedPageDeps } from "./hosted-page/routes.ts";
import { clientAddress } from "./http/client-address.ts";
import { createHttpMetrics, type HttpMetrics } from "./http/http-metrics.ts";
import { createRouter } from "./http/router.ts";
import { createHttpServer } from "./http/server.ts";
import { createFingerprinter } from "./idempotency/request-fingerprint.ts";
import { routeTable, type RouteDeps } from "./routes.ts";
import { readBranding } from "./store/branding-store.ts";
import { gatewaySchema } from "./store/gateway-schema.ts";
import { createRequestValidator } from "./validation/validate-request.ts";

const NAME = "api-gateway";
/** Keys are read in bursts of one query each; operators' work is rare. The gateway has no hot writes. */
const POOLS = { hot: 1, read: 4, background: 2 };
/** Beyond the request's deadline: a last answer still has to be written. */
const CLOSE_GRACE_MS = 1_000;
const LOOPBACK = "127.0.0.1";

const nowMs = () => performance.now();

/** The gateway as a process runs it, alone or with the other services. */
export const apiGatewayModule = defineModule({
  name: NAME,
  config: gatewayConfig,
  async start(host, config): Promise<Running> {
    const pools = await openPools(host, config);
    observePools(host, pools);
    const keys = createKeyCache({ lookup: createKeyLookup(pools.read), nowMs });
    const lastUsed = createLastUsed(pools.dataSource, (error) =>
      host.logger.warn({ err: error }, "last-used times were not written"),
    );
    const metrics = createHttpMetrics(host.metrics);
    const deps = routeDeps(host, config, pools, metrics);
    const server = createHttpServer({
      logger: host.logger,
      metrics,
      tracer: host.tracer,
      requestDeadlineMs: config.REQUEST_DEADLINE,
      router: createRouter(routeTable(deps)),
      authentication: {
        keys,
        touch: (keyId) => lastUsed.touch(keyId),
        onFailure: (reason) => metrics.authFailed(reason),
        onUnavailable: (error) => host.logger.error({ err: error }, "the key table could not be read"),
      },
      quota: createQuota({
        perSecond: config.KEY_QUOTA,
        burst: config.KEY_QUOTA_BURST,
        replicas: config.GATEWAY_REPLICAS,
        nowMs,
      }),
      onRateLimited: (route) => metrics.rateLimited(route, "key"),
    });
    const control = createControlServer({
      token: config.CONTROL_TOKEN,
      logger: host.logger,
      routes: controlRoutes(pools, deps, () => keys.clear()),
    });
    const addresses: Record<string, string> = {};
    return {
      async afterStart() {
        addresses["control"] = await control.listen({ host: LOOPBACK, port: config.CONTROL_PORT });
        addresses["public"] = await server.listen({ host: host.host, port: config.PORT });
        lastUsed.start();
      },
      checks: databaseChecks(pools),
      stopAccepting: async () =>
        void (await Promise.all([closeListener(server, config), closeListener(control, config)])),
      stopLoops: async () => lastUsed.stop(),
      flush: () => lastUsed.flush(),
      close: () => pools.close(),
      addresses: () => addresses,
    };
  },
});

/**
 * Lets requests under way end; a connection that never sends its request must not hold up the stop
 * for longer than any request may take.
 */
async function closeListener(server: FastifyInstance, config: GatewayConfig): Promise<void> {
  const timer = setTimeout(
    () => server.server.closeAllConnections(),
    config.REQUEST_DEADLINE + CLOSE_GRACE_MS,
  );
  try {
    await server.close();
  } finally {
    clearTimeout(timer);
  }
}

function observePools({ metrics }: Host, { hot, read, background }: Pools): void {
  poolMetrics(metrics, NAME, { hot, read, background }, watchStatements);
}

async function openPools(host: Host, config: GatewayConfig): Promise<Pools> {
  const pools = await createPools({
    url: config.GATEWAY_DATABASE_URL,
    name: NAME,
    ...POOLS,
    entities: gatewaySchema.entities,
    onIdleError: (error) => host.logger.warn({ err: error }, "a database connection broke"),
    onWait: (line) => host.logger.warn(line),
  });
  try {
    await checkSchema(pools.read, gatewaySchema);
    return pools;
  } catch (error) {
    await pools.close();
    throw error;
  }
}

function routeDeps(host: Host, config: GatewayConfig, pools: Pools, metrics: HttpMetrics): RouteDeps {
  const pageTokens = createPageTokens(config.PAGE_TOKEN_KEY);
  const payments = clientFor(host.broker, NAME, paymentsContract);
  const refunds = clientFor(host.broker, NAME, refundsContract);
  const payouts = clientFor(host.broker, NAME, payoutsContract);
  const notifier = clientFor(host.broker, NAME, notifierContract);
  return {
    ...hostedPageDeps(host, config, pools),
    pageTokens,
    fillPageUrl: createPageUrlFiller(pageTokens),
    idempotency: clientFor(host.broker, NAME, idempotencyContract),
    payments,
    refunds,
    payouts,
    notifier,
    reconciler: clientFor(host.broker, NAME, reconcilerContract),
    callbackOwners: { order: payments, refund: refunds, payout: payouts },
    admission: createAdmission(config.ADMISSION_LIMIT, (route) => metrics.rateLimited(route, "admission")),
    submits: createAdmission(config.PAGE_SUBMIT_LIMIT, (route) => metrics.rateLimited(route, "admission")),
    fingerprint: createFingerprinter(config.FINGERPRINT_KEYS),
    sealer: createSealer(config.CARD_KEYS, "card"),
    payoutSealer: createSealer(config.PAYOUT_CARD_KEYS, "payout_card"),
    validatePayment: createRequestValidator(OPERATIONS.createPayment.body),
    validatePayout: createRequestValidator(OPERATIONS.createPayout.body),
    validateRefund: createRequestValidator(OPERATIONS.createRefund.body),
    validateHostedPayment: createRequestValidator(OPERATIONS.createHostedPayment.body),
    acceptedCurrencies: new Set(config.PAYMENT_CURRENCIES.map((code) => code.toUpperCase())),
    payoutCurrencies: new Set(config.PAYOUT_CURRENCIES.map((code) => code.toUpperCase())),
    liveProvider: config.LIVE_PROVIDER !== undefined,
    onAftermath: (step, error, requestId) =>
      host.logger.warn({ err: error, request_id: requestId, step }, "an idempotency key was left open"),
    verifyCallback: createSandboxCallbackVerifier(config.ACQUIRER_CALLBACK_SECRET),
    pingDatabase: () => pools.ping(),
    nowMs,
  };
}

function hostedPageDeps(
  host: Host,
  config: GatewayConfig,
  pools: Pools,
): Omit<HostedPageDeps, "payments" | "sealer" | "pageTokens" | "submits"> & { readonly publicUrl: string } {
  return {
    publicUrl: config.PUBLIC_URL,
    address: publicAddress(config.PUBLIC_URL),
    requestDeadlineMs: config.REQUEST_DEADLINE,
    readPool: pools.read,
    readBranding: (merchantId, livemode) => readBranding(pools.read, merchantId, livemode),
    clientAddress: ({ headers, remoteAddress }) =>
      clientAddress(config.TRUSTED_PROXIES, headers, remoteAddress),
    onPageFailure: (error, requestId) =>
      host.logger.error({ err: error, request_id: requestId }, "a page could not be shown as asked"),
  };
}

function controlRoutes(pools: Pools, deps: RouteDeps, onAccountsChanged: () => void) {
  const db = pools.dataSource;
  const { payments, refunds, payouts, notifier, reconciler } = deps;
  return [
    ...merchantRoutes({ db, liveProvider: deps.liveProvider, onAccountsChanged }),
    ...keyRoutes({ db, onAccountsChanged }),
    ...webhookControlRoutes({ db, notifier }),
    ...eventControlRoutes({ db, notifier }),
    ...openRoutes({
      openOwners: {
        payment: { service: "payments", owner: payments },
        refund: { service: "refunds", owner: refunds },
        payout: { service: "payouts", owner: payouts },
      },
    }),
    ...anomalyRoutes({ payments, anomalyOwners: { payments, refunds, payouts } }),
    ...reconcileRoutes({ reconciler }),
    ...ledgerRoutes({ db, ledgerOwners: { payments, refunds, payouts } }),
    ...auditRoutes({ db, auditOwners: { payments, refunds, payouts, notifier, reconciler } }),
  ];
}
