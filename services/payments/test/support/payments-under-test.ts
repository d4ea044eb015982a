import { createDecryptor, createEncryptor, summaryOf, type Instrument } from "@flowlix/cards";
import { ENCRYPTED_FOR } from "@flowlix/contracts";
import { acquirersOf } from "@flowlix/engine";
import {
  ownerDeps,
  rowsOf,
  startBeforeOf,
  type Asked,
  type OwnerRows,
  type OwnerUnderTest,
} from "@flowlix/engine/testing";
import { createPools, type Pool, type Pools } from "@flowlix/persistence";
import { createFairQueue, newId } from "@flowlix/runtime";
import {
  patientSlots,
  quietLoop,
  runClock,
  testCard,
  type TestDatabase,
  testKeyRing,
  withDatabase,
} from "@flowlix/testkit";
import { paymentsOwner } from "../../src/owner.ts";
import { createPayment } from "../../src/create/create-payment.ts";
import type { CreatePayment } from "../../src/create/attempt.ts";
import type { PaymentsDeps } from "../../src/deps.ts";
import { createHostedStore } from "../../src/hosted/hosted-store.ts";
import { createSyncStore } from "../../src/status-sync/sync-store.ts";
import { paymentsMetrics } from "../../src/metrics.ts";
import { createPaymentsLists } from "../../src/read/payments-lists.ts";
import { createPaymentsReads } from "../../src/read/payments-reads.ts";
import { createPaymentsStore } from "../../src/payment/payments-store.ts";
import { createReservationsStore } from "../../src/refunds/reservations-store.ts";
import { createReturnTokens } from "../../src/authentication/return-token.ts";
import { paymentsSchema } from "../../src/schema.ts";
import { scriptedProvider, type ScriptedProvider } from "./scripted-provider.ts";
import { syncPayments } from "./sync-due.ts";

export { DEADLINE_MS } from "@flowlix/engine/testing";

export interface PaymentsUnderTest
  extends OwnerRows, Pick<OwnerUnderTest, "database" | "ask" | "sync" | "syncReading"> {
  readonly deps: PaymentsDeps;
  /** Of what no request waits for. */
  readonly pool: Pool;
  readonly provider: ScriptedProvider;
  readonly create: (request: CreatePayment) => ReturnType<typeof createPayment>;
  /** A create of its own id whose time to start lies ahead on the database's clock. */
  readonly request: (changes?: Partial<CreatePayment>, instrument?: Instrument) => Promise<CreatePayment>;
}

const SCOPE = { merchant_id: `mer_${"0".repeat(24)}`, livemode: false, key_id: `key_${"0".repeat(24)}` };
const RING = testKeyRing("card");
const CARD: Instrument = { kind: "card", card: testCard() };

/** The service's use cases on a database of its own and a scripted provider, for the surrounding `describe`. */
export function withPayments(): () => PaymentsUnderTest {
  const database = withDatabase([paymentsSchema]);
  let pools: Pools;
  let current: PaymentsUnderTest;
  before(async () => {
    pools = await createPools({
      url: database().urlOf("payments"),
      name: "test",
      hot: 4,
      read: 2,
      background: 2,
    });
  });
  beforeEach(() => {
    current = paymentsOn(database(), pools);
  });
  afterEach(async () => {
    // What one test left due is no other's business.
    await database().sql(
      "update payments.payments set next_look_at = '2099-01-01' where next_look_at is not null",
    );
    await database().sql("update payments.refunds set sweep_at = '2099-01-01' where sweep_at is not null");
    await runClock(database());
  });
  after(() => pools?.close());
  return () => current;
}

/** The use cases over given connections. */
export function paymentsOn(database: TestDatabase, pools: Pools): PaymentsUnderTest {
  const provider = scriptedProvider();
  const deps = depsFor(pools, provider);
  const encryptor = createEncryptor(RING, "card");
  const create: PaymentsUnderTest["create"] = (request) => createPayment(deps, request, "req_test");
  const requestOf: PaymentsUnderTest["request"] = async (changes = {}, instrument = CARD) => {
    const asked = { ...paymentRequest(await startBeforeOf(database), instrument), ...changes };
    const context = {
      operation: ENCRYPTED_FOR.create,
      object_id: asked.payment_id,
      merchant_id: asked.scope.merchant_id,
      livemode: asked.scope.livemode,
      amount: asked.amount,
      currency: asked.currency,
      start_before: asked.start_before,
    };
    return {
      ...asked,
      sealed_instrument: changes.sealed_instrument ?? encryptor.encrypt(instrument, context),
    };
  };
  return {
    database,
    deps,
    pool: pools.background,
    provider,
    create,
    request: requestOf,
    ask: async ({ id = newId("payment"), amount = 1_250, livemode = false } = {}): Promise<Asked> => {
      const request = await requestOf({ payment_id: id, amount, scope: { ...SCOPE, livemode } });
      return { id, request, send: () => create(request) };
    },
    sync: () => syncPayments(deps, 100),
    syncReading: (read, syncSlots) =>
      syncPayments({ ...deps, syncSlots, acquirers: acquirersOf([{ ...provider, read }]) }, 100),
    ...rowsOf(database, "payments"),
  };
}

const refundsOn = (pool: Pool, pools: Pools): PaymentsDeps["backgroundRefunds"] => ({
  reservations: createReservationsStore(pool, pools.background),
  refundQueue: createFairQueue({ atOnce: 3, waitingOfKeyMax: 256, waitingMax: 1_024, waitMaxMs: 10_000 }),
});

function depsFor(pools: Pools, provider: ScriptedProvider): PaymentsDeps {
  return {
    ...ownerDeps(pools, paymentsOwner, paymentsMetrics),
    store: createPaymentsStore(pools.hot),
    hosted: createHostedStore(pools.hot, pools.read),
    reads: createPaymentsReads(pools.read),
    lists: createPaymentsLists(pools.read, 2),
    syncs: createSyncStore(pools.background),
    ...refundsOn(pools.hot, pools),
    backgroundRefunds: refundsOn(pools.background, pools),
    preventRefund: async () => ({ kind: "voided" }),
    acquirers: acquirersOf([provider]),
    decryptor: createDecryptor(RING, "card"),
    returnTokens: createReturnTokens(testKeyRing("return")),
    settings: {
      ownerDeadlineMs: 23_000,
      threeDSecureExpiryMs: 900_000,
      hostedPageExpiryMs: 3_600_000,
      paymentCurrencies: ["EUR", "GBP"],
      reservationSweepMs: 50_000,
      publicUrl: "https://pay.example",
    },
    sweepSlots: patientSlots(),
    sweepLoop: quietLoop,
    pause: async () => undefined,
  };
}

function paymentRequest(submissionDeadline: number, instrument: Instrument): CreatePayment {
  return {
    scope: SCOPE,
    payment_id: newId("payment"),
    start_before: submissionDeadline,
    amount: 1_250,
    currency: "EUR",
    payment_method: { type: "card", card: summaryOf(instrument.card) },
    sealed_instrument: "",
    customer_ip_address: "203.0.113.7",
    merchant_customer_id: "customer-1",
    return_url: "https://merchant.example/return?order=1",
    merchant_reference: null,
    description: null,
    billing_details: null,
  };
}
