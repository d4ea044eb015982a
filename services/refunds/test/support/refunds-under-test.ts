import { acquirersOf, createCallbacksStore, ownerExceptions, ownerMetrics } from "@flowlix/engine";
import { createPools, type Pools } from "@flowlix/persistence";
import type { ProviderRefunds } from "@flowlix/provider";
import { createLogger, createMetrics, newId } from "@flowlix/runtime";
import { patientSlots, runClock, type TestDatabase, withDatabase } from "@flowlix/testkit";
import { paymentsSchema } from "@flowlix/payments";
import { refundsOwner } from "../../src/owner.ts";
import { createRefund } from "../../src/create/create-refund.ts";
import type { CreateRefund } from "../../src/create/attempt.ts";
import type { RefundsDeps } from "../../src/deps.ts";
import { createSyncStore } from "../../src/status-sync/sync-store.ts";
import { refundsMetrics } from "../../src/metrics.ts";
import { createRefundsReads } from "../../src/read/refunds-reads.ts";
import { createRefundsStore } from "../../src/refund/refunds-store.ts";
import { refundsSchema } from "../../src/schema.ts";
import { createReportsStore } from "../../src/reporting/reports-store.ts";
import { openPaymentsSide, SCOPE, type PaymentsSide } from "@flowlix/payments/testing";
import { scriptedRefunds, type ScriptedRefunds } from "./scripted-refunds.ts";

export const DEADLINE_MS = 25_000;
const KEY_ID = `key_${"0".repeat(24)}`;

export interface RefundsUnderTest {
  readonly database: TestDatabase;
  readonly deps: RefundsDeps;
  readonly pools: Pools;
  readonly provider: ScriptedRefunds;
  readonly payments: PaymentsSide;
  readonly create: (request: CreateRefund) => ReturnType<typeof createRefund>;
  /** A create of its own id whose time to start lies ahead on the database's clock. */
  readonly request: (paymentId: string, changes?: Partial<CreateRefund>) => Promise<CreateRefund>;
  /** Types and snapshots in the outbox for a Refund, oldest first. */
  readonly events: (id: string) => Promise<{ type: string; refund: unknown }[]>;
  readonly row: (id: string) => Promise<Record<string, unknown> | undefined>;
}

/** An acquirer that makes its refunds as given. */
export const acquirerOf = (refunds: ProviderRefunds, name = "sandbox"): RefundsDeps["acquirers"] =>
  acquirersOf([{ name, livemode: false, refunds }]);

export async function openRefundsPools(database: TestDatabase): Promise<Pools> {
  return createPools({ url: database.urlOf("refunds"), name: "test", hot: 4, read: 2, background: 2 });
}

export function refundsDepsOn(
  pools: Pools,
  payments: RefundsDeps["payments"],
  acquirers: RefundsDeps["acquirers"],
): RefundsDeps {
  const registry = createMetrics({ processMetrics: false });
  const metrics = refundsMetrics(registry, ownerMetrics(registry, "refunds"));
  const logger = createLogger({ service: "refunds", instance: "test", level: "silent" });
  return {
    store: createRefundsStore(pools.hot),
    reads: createRefundsReads(pools.read),
    syncs: createSyncStore(pools.background),
    reports: createReportsStore(pools.hot, pools.background),
    callbacks: createCallbacksStore(pools.background, { schema: "refunds", objects: "refunds" }),
    exceptions: ownerExceptions({ metrics: registry, logger }, pools, metrics, refundsOwner),
    payments,
    acquirers,
    settings: { ownerDeadlineMs: 23_000 },
    metrics,
    logger,
    reportSlots: patientSlots(),
    syncSlots: patientSlots(),
    syncSoon: () => undefined,
    pause: async () => undefined,
  };
}

/** The service's use cases and the real owner of Payments on one database, and a scripted provider. */
export function withRefunds(): () => RefundsUnderTest {
  const database = withDatabase([paymentsSchema, refundsSchema]);
  let pools: Pools;
  let payments: PaymentsSide;
  let current: RefundsUnderTest;
  before(async () => {
    pools = await openRefundsPools(database());
    payments = await openPaymentsSide(database(), database());
  });
  beforeEach(() => {
    const provider = scriptedRefunds();
    const deps = refundsDepsOn(pools, payments.client(), acquirerOf(provider));
    current = {
      database: database(),
      deps,
      pools,
      provider,
      payments,
      create: (request) => createRefund(deps, request, "req_test"),
      request: (paymentId, changes) => requestOn(database(), paymentId, changes),
      events: async (id) => {
        const rows = await database().sql(
          "select event_type, payload::text as payload from refunds.outbox where object_id = $1 order by version",
          [id],
        );
        return rows.map(({ event_type, payload }) => ({
          type: String(event_type),
          refund: JSON.parse(String(payload)).data.refund,
        }));
      },
      row: async (id) => (await database().sql("select * from refunds.refunds where id = $1", [id]))[0],
    };
  });
  afterEach(async () => {
    // What one test left due is no other's business.
    await database().sql(
      `update refunds.refunds set next_look_at = case when next_look_at is not null then timestamptz '2099-01-01' end,
                                  tell_at = case when tell_at is not null then timestamptz '2099-01-01' end`,
    );
    await database().sql("update payments.refunds set sweep_at = '2099-01-01' where sweep_at is not null");
    payments.accepts("EUR", "GBP");
    await runClock(database());
  });
  after(async () => {
    await pools?.close();
    await payments?.close();
  });
  return () => current;
}

export async function requestOn(
  database: Pick<TestDatabase, "sql">,
  paymentId: string,
  changes: Partial<CreateRefund> = {},
): Promise<CreateRefund> {
  const [now] = await database.sql("select (extract(epoch from platform.clock()) * 1000)::float8 as ms");
  return {
    scope: { ...SCOPE, key_id: KEY_ID },
    refund_id: newId("refund"),
    start_before: Math.floor(Number(now?.["ms"])) + DEADLINE_MS,
    payment_id: paymentId,
    amount: 100,
    reason: "broken",
    merchant_reference: null,
    ...changes,
  };
}
