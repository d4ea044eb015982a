import {
  OPERATIONS,
  idempotencyContract,
  notifierContract,
  paymentsContract,
  payoutsContract,
  refundsContract,
} from "@flowlix/contracts";
import { createEncryptor, type Encryptor } from "@flowlix/cards";
import { createPageTokens, createPageUrlFiller } from "@flowlix/page-links";
import { databaseChecks, type Pools } from "@flowlix/persistence";
import { createBusProofs, createCallbackReceivers, RETURN_PARAMETERS } from "@flowlix/provider";
import {
  clientFor,
  connectionsWithin,
  defineModule,
  type Host,
  type Loop,
  type LoopSpec,
  type RepeatedFailures,
  type Running,
} from "@flowlix/runtime";
import { createAdmission } from "./access/admission.ts";
import { createKeyCache } from "./access/key-cache.ts";
import { createKeyLookup } from "./access/key-lookup.ts";
import { createLastUsed } from "./access/last-used.ts";
import { lookupFailures } from "./access/lookup-failures.ts";
import { createQuota } from "./access/quota.ts";
import { felt } from "./acquirers/account-acts.ts";
import { verifiersOf } from "./acquirers/account-verifiers.ts";
import { accountsSenderOf } from "./acquirers/accounts-sender-of.ts";
import { gatewayConfig, type GatewayConfig } from "./config.ts";
import { controlRoutes } from "./control/control-routes.ts";
import { createControlServer } from "./control/control-server.ts";
import { storiesOf } from "./control/trace/stories-of.ts";
import type { HostedPageDeps } from "@flowlix/hosted-page";
import { clientAddress } from "./http/client-address.ts";
import { createHttpMetrics, type HttpMetrics } from "./http/http-metrics.ts";
import { createHttpServer } from "./http/server.ts";
import { createFinalisation, type Finalisation } from "./idempotency/finalisation.ts";
import { createKeyHasher, createKeyNamer, type KeyHasher, type KeyNamer } from "./idempotency/key-names.ts";
import { createKeyRenaming, type KeyRenaming } from "./idempotency/rename-keys.ts";
import { enterWithRing, type RingInUse } from "./idempotency/ring-in-use.ts";
import { createFingerprinter } from "./idempotency/request-fingerprint.ts";
import { whoOffers } from "./offering.ts";
import { createRequestLog, type RequestLog } from "./request-log/request-log.ts";
import { routeTable, type RouteDeps } from "./routes.ts";
import { readBranding, readLogo } from "./store/branding-store.ts";
import { openGatewayPools, READ_CONNECTIONS, type GatewayPools } from "./store/gateway-pools.ts";
import { readKeyHashing } from "./store/key-hashing.ts";
import { createRequestValidator } from "./validation/validate-request.ts";
import { warmUp } from "./warm-up.ts";

const NAME = "api-gateway";
/** How often the gateway reads whether Idempotency-Keys are to be renamed, or all were. */
const KEY_NAMES_EVERY_MS = 60_000;
/** Each is at work only at times, and is tried again within a minute. */
const LOOPS = { runMaxMs: 60_000, retryMaxMs: 60_000, onDemand: true };

const nowMs = () => performance.now();
/** The gateway as a process runs it, alone or with the other services. */
export const apiGatewayModule = defineModule({
  name: NAME,
  config: gatewayConfig,
  async start(host, config): Promise<Running> {
    const pools = await openGatewayPools(host, config);
    const lookup = createKeyLookup(pools.read, pools.ping);
    const keys = createKeyCache({ lookup, nowMs });
    const failures = lookupFailures(host.logger);
    const lastUsed = createLastUsed(pools.dataSource, loopOf(host, "writeLastUsed"), (error) =>
      failures.lastUsed.failed(error),
    );
    const requestLog = requestLogOf(host, pools, failures.requestLog);
    const behind = [lastUsed, requestLog];
    const metrics = createHttpMetrics(host.metrics);
    const finalisation = finalisationOf(host);
    const { ring, hash, renaming } = await keyNaming(host, config, pools);
    const deps = routeDeps({
      host,
      config,
      pools,
      metrics,
      finalisation,
      nameKey: createKeyNamer(hash, renaming.current, ring.isContested),
    });
    const routes = routeTable(deps);
    metrics.serves(routes);
    const server = createHttpServer({
      logger: host.logger,
      metrics,
      tracer: host.tracer,
      requestDeadlineMs: config.REQUEST_DEADLINE,
      publicUrl: config.PUBLIC_URL,
      connectionsMax: connectionsOf(host, config),
      routes,
      requestLog,
      authentication: {
        keys,
        touch: (keyId) => lastUsed.touch(keyId),
        onFailure: (reason) => metrics.authFailed(reason),
        onUnavailable: (error) => failures.keyTable.failed(error),
      },
      quota: quotaOf(config),
      onRateLimited: (route) => metrics.rateLimited(route, "key"),
    });
    const accountsSender = accountsSenderOf(host, pools, deps, loopOf(host, "tellAcquirerAccounts"));
    const control = createControlServer({
      token: config.CONTROL_TOKEN,
      logger: host.logger,
      routes: controlRoutes({ host, pools, deps, ...felt(config, keys, accountsSender) }),
    });
    const addresses: Record<string, string> = {};
    return {
      async afterStart() {
        const validators = [deps.validatePayment, deps.validatePayout, deps.validateRefund];
        await warmUp({ ...deps, ...host, lookup, lookups: READ_CONNECTIONS, validators });
        addresses["control"] = await control.listen({ host: "127.0.0.1", port: config.CONTROL_PORT });
        addresses["public"] = await server.listen({ host: host.host, port: config.PORT });
        for (const work of [...behind, ring, renaming, accountsSender]) work.start();
      },
      checks: databaseChecks(pools),
      // All gateways are without them at once: an answer of ours says more than a balancer's that has no gateway left.
      readyWithout: ["nats", "postgres"],
      stopAccepting: async () => void (await Promise.all([server.close(), control.close()])),
      async stopJobs() {
        finalisation.stop();
        for (const work of behind) work.stop();
        await Promise.all([ring.stop(), renaming.stop(), accountsSender.stop()]);
      },
      flush: async () => void (await Promise.all(behind.map((work) => work.flush()))),
      close: () => pools.close(),
      addresses: () => addresses,
    };
  },
});

const quotaOf = ({
  KEY_QUOTA: perSecond,
  KEY_QUOTA_BURST: burst,
  GATEWAY_REPLICAS: replicas,
}: GatewayConfig) => createQuota({ perSecond, burst, replicas, nowMs });

const requestLogOf = (host: Host, pools: Pools, failures: RepeatedFailures): RequestLog =>
  createRequestLog({
    pool: pools.background,
    loopOf: (what) => loopOf(host, what),
    metrics: host.metrics,
    onError: (error) => failures.failed(error),
  });

const loopOf = ({ loops }: Host, what: string, times: Partial<LoopSpec> = {}): Loop =>
  loops.add({ name: `${NAME}.${what}`, ...LOOPS, ...times });

/** As many as are asked for, as far as there are file descriptors for them. */
function connectionsOf({ logger }: Host, { MAX_CONNECTIONS: wanted }: GatewayConfig): number {
  const connectionsMax = connectionsWithin(wanted);
  if (connectionsMax < wanted)
    logger.warn({ wanted, max: connectionsMax }, "too few file descriptors for MAX_CONNECTIONS");
  return connectionsMax;
}

interface KeyNaming {
  readonly ring: RingInUse;
  readonly hash: KeyHasher;
  readonly renaming: KeyRenaming;
}

async function keyNaming(host: Host, config: GatewayConfig, pools: Pools): Promise<KeyNaming> {
  const { broker, logger } = host;
  const idempotency = clientFor(broker, NAME, idempotencyContract);
  const { FINGERPRINT_KEYS: keys, IDEMPOTENCY_RETENTION: retentionMs } = config;
  const pool = pools.background;
  try {
    const ring = await enterWithRing({
      pool,
      keys,
      retentionMs,
      logger,
      loop: loopOf(host, "noteKeysInUse"),
    });
    const hash = createKeyHasher(keys, ring.activeId);
    const read = await readKeyHashing(pool);
    // One run goes through all keys, by calls that are bounded each.
    const loop = loopOf(host, "renameKeys", { runMaxMs: Infinity });
    const parts = { pool, idempotency, hash, logger, loop, pollMs: KEY_NAMES_EVERY_MS };
    const renaming = createKeyRenaming(parts, read);
    return { ring, hash, renaming };
  } catch (error) {
    await pools.close();
    throw error;
  }
}

interface RouteNeeds {
  readonly host: Host;
  readonly config: GatewayConfig;
  readonly pools: GatewayPools;
  readonly metrics: HttpMetrics;
  readonly nameKey: KeyNamer;
  readonly finalisation: Finalisation;
}

const finalisationOf = (host: Host): Finalisation =>
  createFinalisation({
    loop: loopOf(host, "finishKeys"),
    onGivenUp: (step, error, requestId) =>
      host.logger.warn({ err: error, request_id: requestId, step }, "an idempotency key was left open"),
  });

function routeDeps(needs: RouteNeeds): RouteDeps {
  const { host, config, pools, metrics, nameKey, finalisation } = needs;
  const pageTokens = createPageTokens(config.PAGE_TOKEN_KEY, "page");
  const encryptor = createEncryptor(config.CARD_KEYS, "card");
  const payments = clientFor(host.broker, NAME, paymentsContract);
  const refunds = clientFor(host.broker, NAME, refundsContract);
  const payouts = clientFor(host.broker, NAME, payoutsContract);
  const notifier = clientFor(host.broker, NAME, notifierContract);
  const idempotency = clientFor(host.broker, NAME, idempotencyContract);
  return {
    hostedPage: hostedPageDeps(needs, payments, encryptor),
    publicUrl: config.PUBLIC_URL,
    pageTokens,
    fillPageUrl: createPageUrlFiller(pageTokens),
    idempotency,
    payments,
    refunds,
    payouts,
    notifier,
    parts: whoOffers(host.broker, "health"),
    ownLoops: host.loops,
    callbackOwners: { order: payments, refund: refunds, payout: payouts },
    onErrorOrdered: (route, status) => metrics.errorOrdered(route, status),
    admission: createAdmission(config.ADMISSION_LIMIT, (route) => metrics.rateLimited(route, "admission")),
    fingerprint: createFingerprinter(config.FINGERPRINT_KEYS),
    nameKey,
    encryptor,
    payoutEncryptor: createEncryptor(config.PAYOUT_CARD_KEYS, "payout_card"),
    validatePayment: createRequestValidator(OPERATIONS.createPayment.body),
    validatePayout: createRequestValidator(OPERATIONS.createPayout.body),
    validateRefund: createRequestValidator(OPERATIONS.createRefund.body),
    validateHostedPayment: createRequestValidator(OPERATIONS.createHostedPayment.body),
    acceptedCurrencies: new Set(config.PAYMENT_CURRENCIES.map((code) => code.toUpperCase())),
    payoutCurrencies: new Set(config.PAYOUT_CURRENCIES.map((code) => code.toUpperCase())),
    liveProvider: config.LIVE_PROVIDER !== undefined,
    finalisation,
    callbackReceivers: createCallbackReceivers(config),
    findVerifier: verifiersOf(config, pools),
    proofs: createBusProofs(config.ACQUIRER_SECRET_KEYS),
    pingDatabase: () => pools.ping(),
    readPool: pools.read,
    stories: storiesOf(host.broker, pools, { payments, refunds, payouts, idempotency, notifier }),
    nowMs,
  };
}

function hostedPageDeps(
  needs: RouteNeeds,
  payments: HostedPageDeps["payments"],
  encryptor: Encryptor,
): HostedPageDeps {
  const { host, config, pools, metrics } = needs;
  return {
    payments,
    encryptor,
    publicUrl: config.PUBLIC_URL,
    returnParameters: RETURN_PARAMETERS,
    tokenKeys: config.PAGE_TOKEN_KEY,
    requestDeadlineMs: config.REQUEST_DEADLINE,
    submits: createAdmission(config.PAGE_SUBMIT_LIMIT, (route) => metrics.rateLimited(route, "admission")),
    readBranding: (merchantId, livemode) => readBranding(pools.read, merchantId, livemode),
    readLogo: (sha256) => readLogo(pools.read, sha256),
    clientAddress: (by) => clientAddress(config.TRUSTED_PROXIES, by.headers, by.remoteAddress),
    onPageFailure: (error, requestId) =>
      host.logger.error({ err: error, request_id: requestId }, "a page could not be shown as asked"),
  };
}
