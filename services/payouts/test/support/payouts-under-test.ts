import { createDecryptor, createEncryptor } from "@flowlix/cards";
import { ENCRYPTED_FOR } from "@flowlix/contracts";
import { acquirersOf, createCallbacksStore, ownerExceptions, ownerMetrics } from "@flowlix/engine";
import { createListPool, createPools, type Pool, type Pools } from "@flowlix/persistence";
import type { ProviderPayouts } from "@flowlix/provider";
import { createLogger, createMetrics, newId } from "@flowlix/runtime";
import { patientSlots, runClock, type TestDatabase, testKeyRing, withDatabase } from "@flowlix/testkit";
import { payoutsOwner } from "../../src/owner.ts";
import { createPayout } from "../../src/create/create-payout.ts";
import type { CreatePayout } from "../../src/create/attempt.ts";
import type { PayoutsDeps } from "../../src/deps.ts";
import { foldTotals } from "../../src/read/fold-totals.ts";
import { createSyncStore } from "../../src/status-sync/sync-store.ts";
import { payoutsMetrics } from "../../src/metrics.ts";
import { createPayoutsLists } from "../../src/read/payouts-lists.ts";
import { createPayoutsReads } from "../../src/read/payouts-reads.ts";
import { createPayoutsStore } from "../../src/payout/payouts-store.ts";
import { payoutsSchema } from "../../src/schema.ts";
import { scriptedPayouts, type ScriptedPayouts } from "./scripted-payouts.ts";

export const DEADLINE_MS = 25_000;
export const CARD_NUMBER = "4242424242424242";

export interface RecordedEvent {
  readonly event_type: string;
  readonly data: unknown;
}

export interface PayoutsUnderTest {
  readonly database: TestDatabase;
  readonly deps: PayoutsDeps;
  readonly provider: ScriptedPayouts;
  readonly create: (request: CreatePayout) => ReturnType<typeof createPayout>;
  /** A create of its own id whose time to start lies ahead on the database's clock. */
  readonly request: (changes?: Partial<CreatePayout>) => Promise<CreatePayout>;
  /** Events in the outbox for an object, oldest first. */
  readonly events: (id: string) => Promise<RecordedEvent[]>;
  readonly row: (id: string) => Promise<Record<string, unknown> | undefined>;
  readonly fold: (limit?: number) => Promise<number>;
}

export const SCOPE = {
  merchant_id: `mer_${"0".repeat(24)}`,
  livemode: false,
  key_id: `key_${"0".repeat(24)}`,
};
const RING = testKeyRing("card");

/** The service's use cases on a database of its own and a scripted provider, for the surrounding `describe`. */
export function withPayouts(): () => PayoutsUnderTest {
  const database = withDatabase([payoutsSchema]);
  let pools: Pools;
  let lists: Pool;
  let current: PayoutsUnderTest;
  before(async () => {
    const access = { url: database().urlOf("payouts"), name: "test" };
    pools = await createPools({ ...access, hot: 4, read: 2, background: 2 });
    lists = createListPool({ ...access, connections: 2 });
  });
  beforeEach(() => {
    current = payoutsOn(database(), pools, lists);
  });
  afterEach(async () => {
    // What one test left due is no other's business.
    await database().sql(
      "update payouts.payouts set next_look_at = '2099-01-01' where next_look_at is not null",
    );
    await runClock(database());
  });
  after(async () => {
    await lists?.end();
    await pools?.close();
  });
  return () => current;
}

/** The use cases over given connections. */
function payoutsOn(database: TestDatabase, pools: Pools, lists: Pool): PayoutsUnderTest {
  const provider = scriptedPayouts();
  const deps = depsFor(pools, lists, provider);
  return {
    database,
    deps,
    provider,
    create: (request) => createPayout(deps, request, "req_test"),
    request: async (changes = {}) =>
      encryptedRequest({ ...changes, start_before: changes.start_before ?? (await deadlineOf(database)) }),
    events: async (id) => {
      const rows = await database.sql(
        "select event_type, payload::text as payload from payouts.outbox where object_id = $1 order by version",
        [id],
      );
      return rows.map(({ event_type, payload }) => ({
        event_type: String(event_type),
        data: JSON.parse(String(payload)).data,
      }));
    },
    row: async (id) => (await database.sql("select * from payouts.payouts where id = $1", [id]))[0],
    fold: (limit) => foldTotals(pools.background, limit),
  };
}

/** An acquirer that makes its payouts as given. */
export const acquirerOf = (payouts: ProviderPayouts, name = "sandbox"): PayoutsDeps["acquirers"] =>
  acquirersOf([{ name, livemode: false, payouts }]);

export function depsFor(pools: Pools, lists: Pool, provider: ProviderPayouts): PayoutsDeps {
  const registry = createMetrics({ processMetrics: false });
  const metrics = payoutsMetrics(registry, ownerMetrics(registry, "payouts"));
  const logger = createLogger({ service: "payouts", instance: "test", level: "silent" });
  return {
    store: createPayoutsStore(pools.hot),
    reads: createPayoutsReads(pools.read),
    lists: createPayoutsLists(lists, 2),
    syncs: createSyncStore(pools.background),
    callbacks: createCallbacksStore(pools.background, { schema: "payouts", objects: "payouts" }),
    exceptions: ownerExceptions({ metrics: registry, logger }, pools, metrics, payoutsOwner),
    acquirers: acquirerOf(provider),
    decryptor: createDecryptor(RING, "payout_card"),
    settings: { ownerDeadlineMs: 23_000 },
    metrics,
    logger,
    syncSlots: patientSlots(),
    syncSoon: () => undefined,
  };
}

const encryptor = createEncryptor(RING, "payout_card");

/** A create as the gateway sends it, its card sealed for this very request. */
export function encryptedRequest(
  changes: Partial<CreatePayout> & Pick<CreatePayout, "start_before">,
): CreatePayout {
  const asked = { ...payoutRequest(changes.start_before), ...changes };
  const context = {
    operation: ENCRYPTED_FOR.createPayout,
    object_id: asked.payout_id,
    merchant_id: asked.scope.merchant_id,
    livemode: asked.scope.livemode,
    amount: asked.amount,
    currency: asked.currency,
    start_before: asked.start_before,
  };
  const card = { kind: "payout_card", number: CARD_NUMBER } as const;
  return { ...asked, sealed_instrument: changes.sealed_instrument ?? encryptor.encrypt(card, context) };
}

const payoutRequest = (submissionDeadline: number): CreatePayout => ({
  scope: SCOPE,
  payout_id: newId("payout"),
  start_before: submissionDeadline,
  amount: 1_250,
  currency: "EUR",
  merchant_reference: null,
  destination: { card_brand: "visa", card_last4: "4242" },
  sealed_instrument: "",
  initiator_ip_address: "203.0.113.7",
  recipient: { first_name: "Ada", last_name: "Lovelace", country: "GB" },
});

/** A whole request's time from now on, by the database's clock. */
async function deadlineOf(database: TestDatabase): Promise<number> {
  const [now] = await database.sql("select (extract(epoch from platform.clock()) * 1000)::float8 as ms");
  return Math.floor(Number(now?.["ms"])) + DEADLINE_MS;
}
