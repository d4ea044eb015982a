import { randomBytes } from "node:crypto";
import { createTestDatabase, type TestDatabase } from "@flowlix/testkit";
import { CALLERS } from "@flowlix/contracts";
import {
  createBroker,
  createLogger,
  createLoops,
  createMetrics,
  readConfig,
  type Metrics,
  type ServiceSchema,
} from "@flowlix/runtime";
import { apiGatewayModule, apiGatewaySchema } from "@flowlix/api-gateway";
import { scriptedIdempotency, type ScriptedIdempotency } from "./scripted-idempotency.ts";
import { scriptedNotifier, type ScriptedNotifier } from "./scripted-notifier.ts";
import { scriptedPayments, type ScriptedPayments } from "./scripted-payments.ts";
import { scriptedPayouts, type ScriptedPayouts } from "./scripted-payouts.ts";
import { scriptedReconciler, type ScriptedReconciler } from "./scripted-reconciler.ts";
import { scriptedRefunds, type ScriptedRefunds } from "./scripted-refunds.ts";

export const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};

/** The records of a list in an answer. */
export const recordsOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.map(recordOf) : [];

export const CONTROL_TOKEN = "control-token-of-a-test";
export const CALLBACK_SECRET = "callback-secret-of-a-test";

export interface TestGateway {
  readonly url: string;
  readonly controlUrl: string;
  readonly database: TestDatabase;
  readonly metrics: Metrics;
  readonly logLines: string[];
  control(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; body: Record<string, unknown> }>;
  /** A Sandbox key of a merchant's with these permissions. */
  keyOf(merchantId: string, permissions: readonly string[]): Promise<string>;
  /** A merchant with one Sandbox key. */
  merchant(): Promise<{ merchantId: string; keyId: string; apiKey: string }>;
  stop(): Promise<void>;
}

interface Options {
  /** The clock that loops are timed by; the process's own unless named. */
  readonly loopsNowMs?: () => number;
  readonly env?: Readonly<Record<string, string>>;
  readonly idempotency?: ScriptedIdempotency;
  readonly payments?: ScriptedPayments;
  readonly refunds?: ScriptedRefunds;
  readonly payouts?: ScriptedPayouts;
  readonly notifier?: ScriptedNotifier;
  readonly reconciler?: ScriptedReconciler;
  /** Of another gateway, which it goes with; one of its own unless named. */
  readonly database?: TestDatabase;
}

/** The same for all gateways on one database, which would not start with another. */
const FINGERPRINT_KEYS = `fp1:${randomBytes(32).toString("base64")}`;

const ring = (id: string) => `${id}:${randomBytes(32).toString("base64")}`;

/** Services that no test scripts: they are well, and have nothing to tell. */
function othersThan(scripted: readonly ServiceSchema[]): ServiceSchema[] {
  const known = scripted.map(({ name }) => name);
  const actions = {
    health: { params: {}, handler: () => ({ database: true, degraded: [] }) },
    listJobs: { params: {}, handler: () => ({ tasks: [] }) },
    listAudit: { params: {}, handler: () => ({ entries: [] }) },
  };
  return Object.keys(CALLERS["api-gateway"])
    .filter((name) => !known.includes(name))
    .map((name) => ({ name, actions }));
}

/** A whole gateway on a database of its own; the services behind it are scripted, in this process. */
export async function startGateway(options: Options = {}): Promise<TestGateway> {
  const database = options.database ?? (await createTestDatabase([apiGatewaySchema]));
  const logLines: string[] = [];
  const destination = { write: (line: string) => void logLines.push(line) };
  const logger = createLogger({ service: "api-gateway", instance: "test", level: "info", destination });
  const metrics = createMetrics({ processMetrics: false });
  const broker = createBroker({
    nodeId: "api-gateway.test",
    namespace: "test",
    logger,
    metrics,
    requestTimeoutMs: 5_000,
  });
  const env = {
    PORT: "0",
    CONTROL_PORT: "0",
    CONTROL_TOKEN,
    GATEWAY_DATABASE_URL: database.urlOf(apiGatewaySchema.service),
    CARD_KEYS: ring("card1"),
    PAYOUT_CARD_KEYS: ring("payout1"),
    FINGERPRINT_KEYS,
    ACQUIRER_CALLBACK_SECRET: CALLBACK_SECRET,
    PAGE_TOKEN_KEY: ring("page1"),
    PUBLIC_URL: "https://pay.example",
    ...options.env,
  };
  const read = readConfig(apiGatewayModule.config, env);
  if (!read.ok) throw new Error(read.problems.join("; "));
  const loops = createLoops(metrics, options.loopsNowMs);
  const host = { broker, logger, metrics, loops, instance: "test", namespace: "test", host: "127.0.0.1" };
  const running = await apiGatewayModule.start(host, read.config);
  const scripted = [
    options.idempotency ?? scriptedIdempotency(),
    options.payments ?? scriptedPayments(),
    options.notifier ?? scriptedNotifier(),
    options.payouts ?? scriptedPayouts(),
    options.reconciler ?? scriptedReconciler(),
    options.refunds ?? scriptedRefunds(),
  ].map(({ service }) => service);
  for (const service of [...scripted, ...othersThan(scripted)]) broker.createService(service);
  await broker.start();
  await running.afterStart?.();
  const { public: url = "", control: controlUrl = "" } = running.addresses?.() ?? {};
  const control: TestGateway["control"] = async (method, path, body) => {
    const response = await fetch(`${controlUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${CONTROL_TOKEN}`,
        actor: "tester",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: recordOf(await response.json()) };
  };
  return {
    url,
    controlUrl,
    database,
    metrics,
    logLines,
    control,
    keyOf: async (merchant, permissions) => {
      const key = await control("POST", "/keys", { merchant, mode: "sandbox", permissions });
      return String(key.body["api_key"]);
    },
    merchant: async () => {
      const merchant = await control("POST", "/merchants", { name: "Shop" });
      const merchantId = String(merchant.body["merchant_id"]);
      const key = await control("POST", "/keys", { merchant: merchantId, mode: "sandbox" });
      return { merchantId, keyId: String(key.body["key_id"]), apiKey: String(key.body["api_key"]) };
    },
    stop: async () => {
      await running.stopAccepting?.();
      await running.stopJobs?.();
      await broker.stop();
      await running.flush?.();
      await running.close?.();
      if (options.database === undefined) await database.drop();
    },
  };
}
