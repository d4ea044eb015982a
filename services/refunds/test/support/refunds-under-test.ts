import { acquirersOf } from "@flowlix/engine";
import { ownerDeps, rowsOf, startBeforeOf, type OwnerUnderTest } from "@flowlix/engine/testing";
import { createPools, type Pools } from "@flowlix/persistence";
import type { ProviderRefunds } from "@flowlix/provider";
import { newId } from "@flowlix/runtime";
import { patientSlots, quietLoop, runClock, type TestDatabase, withDatabase } from "@flowlix/testkit";
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
import { syncRefunds } from "./sync-due.ts";

export { DEADLINE_MS } from "@flowlix/engine/testing";
const KEY_ID = `key_${"0".repeat(24)}`;

export interface RefundsUnderTest extends Pick<
  OwnerUnderTest<CreateRefund>,
  "database" | "ask" | "sync" | "syncReading" | "row"
> {
  readonly deps: RefundsDeps;
  readonly pools: Pools;
  readonly provider: ScriptedRefunds;
  readonly payments: PaymentsSide;
  readonly create: (request: CreateRefund) => ReturnType<typeof createRefund>;
  /** A create of its own id whose time to start lies ahead on the database's clock. */
  readonly request: (paymentId: string, changes?: Partial<CreateRefund>) => Promise<CreateRefund>;
  /** Types and snapshots in the outbox for a Refund, oldest first. */
  readonly events: (id: string) => Promise<{ type: string; refund: unknown }[]>;
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
  return {
    ...ownerDeps(pools, refundsOwner, refundsMetrics),
    store: createRefundsStore(pools.hot),
    reads: createRefundsReads(pools.read),
    syncs: createSyncStore(pools.background),
    reports: createReportsStore(pools.hot, pools.background),
    payments,
    acquirers,
    settings: { ownerDeadlineMs: 23_000 },
    reportSlots: patientSlots(),
    reportLoop: quietLoop,
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
    const create: RefundsUnderTest["create"] = (request) => createRefund(deps, request, "req_test");
    const { events, row } = rowsOf(database(), "refunds");
    current = {
      database: database(),
      deps,
      pools,
      provider,
      payments,
      create,
      request: (paymentId, changes) => requestOn(database(), paymentId, changes),
      ask: async () => {
        const request = await requestOn(database(), await payments.paid());
        return { id: request.refund_id, request, send: () => create(request) };
      },
      sync: () => syncRefunds(deps, 100),
      syncReading: (read, syncSlots) =>
        syncRefunds({ ...deps, syncSlots, acquirers: acquirerOf({ ...provider, read }) }, 100),
      events: async (id) =>
        (await events(id)).map(({ event_type, data }) => ({ type: event_type, refund: data["refund"] })),
      row,
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
  return {
    scope: { ...SCOPE, key_id: KEY_ID },
    refund_id: newId("refund"),
    start_before: await startBeforeOf(database),
    payment_id: paymentId,
    amount: 100,
    reason: "broken",
    merchant_reference: null,
    ...changes,
  };
}
