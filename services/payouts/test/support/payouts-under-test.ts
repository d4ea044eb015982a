import { createDecryptor, createEncryptor, type PayoutInstrument } from "@flowlix/cards";
import { ENCRYPTED_FOR } from "@flowlix/contracts";
import { acquirersOf } from "@flowlix/engine";
import {
  ownerDeps,
  rowsOf,
  startBeforeOf,
  type OwnerRows,
  type OwnerUnderTest,
} from "@flowlix/engine/testing";
import { createListPool, createPools, type Pool, type Pools } from "@flowlix/persistence";
import { EVERYTHING, type Capabilities, type ProviderPayouts } from "@flowlix/provider";
import { newId } from "@flowlix/runtime";
import { runClock, type TestDatabase, testKeyRing, withDatabase } from "@flowlix/testkit";
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
import { syncPayouts } from "./sync-due.ts";

export { DEADLINE_MS } from "@flowlix/engine/testing";
export const CARD_NUMBER = "4242424242424242";

export interface PayoutsUnderTest
  extends OwnerRows, Pick<OwnerUnderTest<CreatePayout>, "database" | "ask" | "sync" | "syncReading"> {
  readonly deps: PayoutsDeps;
  readonly provider: ScriptedPayouts;
  readonly create: (request: CreatePayout) => ReturnType<typeof createPayout>;
  /** A create of its own id whose time to start lies ahead on the database's clock. */
  readonly request: (changes?: Partial<CreatePayout>) => Promise<CreatePayout>;
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
  const create: PayoutsUnderTest["create"] = (request) => createPayout(deps, request, "req_test");
  const requestOf: PayoutsUnderTest["request"] = async (changes = {}) =>
    encryptedRequest({ ...changes, start_before: changes.start_before ?? (await startBeforeOf(database)) });
  return {
    database,
    deps,
    provider,
    create,
    request: requestOf,
    ask: async ({ id = newId("payout"), amount = 1_250, livemode = false } = {}) => {
      const request = await requestOf({ payout_id: id, amount, scope: { ...SCOPE, livemode } });
      return { id, request, send: () => create(request) };
    },
    sync: () => syncPayouts(deps, 100),
    syncReading: (read, syncSlots) =>
      syncPayouts({ ...deps, syncSlots, acquirers: acquirerOf({ ...provider, read }) }, 100),
    ...rowsOf(database, "payouts"),
    fold: (limit) => foldTotals(pools.background, limit),
  };
}

/** An acquirer that makes its payouts as given. */
export const acquirerOf = (
  payouts: ProviderPayouts,
  name = "sandbox",
  capabilities: Capabilities = EVERYTHING,
): PayoutsDeps["acquirers"] => acquirersOf([{ name, livemode: false, capabilities, payouts }]);

export function depsFor(pools: Pools, lists: Pool, provider: ProviderPayouts): PayoutsDeps {
  return {
    ...ownerDeps(pools, payoutsOwner, payoutsMetrics),
    store: createPayoutsStore(pools.hot),
    reads: createPayoutsReads(pools.read),
    lists: createPayoutsLists(lists, 2),
    syncs: createSyncStore(pools.background),
    acquirers: acquirerOf(provider),
    decryptor: createDecryptor(RING, "payout_card"),
    settings: { ownerDeadlineMs: 23_000 },
  };
}

const encryptor = createEncryptor(RING, "payout_card");

/** A create as the gateway sends it, its card encrypted for this very request with whatever else is to be encrypted. */
export function encryptedRequest(
  changes: Partial<CreatePayout> & Pick<CreatePayout, "start_before">,
  encrypted: Partial<PayoutInstrument> = {},
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
  const card = { kind: "payout_card", number: CARD_NUMBER, ...encrypted } as const;
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
