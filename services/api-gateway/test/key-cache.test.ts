import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { createKeyCache } from "../src/access/key-cache.ts";
import type { KeyFound } from "../src/access/key-lookup.ts";

const caller: KeyFound = {
  kind: "caller",
  endsInMs: null,
  caller: {
    keyId: "key_1",
    merchantId: "mer_1",
    merchantName: "Shop",
    livemode: false,
    permissions: ["payments"],
    account: {
      provisioned: true,
      hasAcquirer: false,
      hadAcquirer: false,
      paymentsEnabled: true,
      payoutsEnabled: true,
      cardAttempts: 1,
    },
  },
};
const revoked: KeyFound = { kind: "refused", reason: "revoked" };

/** A cache with a clock and a database that the test moves. */
function setUp(entriesMax?: number) {
  const state = { now: 0, asked: 0, answer: caller as KeyFound | Error };
  const cache = createKeyCache({
    nowMs: () => state.now,
    lookup: async () => {
      state.asked += 1;
      if (state.answer instanceof Error) throw state.answer;
      return state.answer;
    },
    ...(entriesMax === undefined ? {} : { entriesMax }),
  });
  return { state, cache, find: (hash: Buffer) => cache.find(hash, 10_000) };
}

const hash = randomBytes(32);

async function rejection(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expect.fail("it should have been refused"),
    (error: unknown) => error,
  );
}

describe("the cache of API keys", () => {
  it("takes a yes for 3 seconds and then asks again", async () => {
    const { state, find } = setUp();
    await find(hash);
    state.now = 2_999;
    await find(hash);
    expect(state.asked).to.equal(1);
    state.now = 3_000;
    await find(hash);
    expect(state.asked).to.equal(2);
  });

  it("takes a no for 1 second", async () => {
    const { state, find } = setUp();
    state.answer = revoked;
    await find(hash);
    state.now = 999;
    await find(hash);
    expect(state.asked).to.equal(1);
    state.now = 1_000;
    await find(hash);
    expect(state.asked).to.equal(2);
  });

  it("sees a revocation within 5 seconds [AUTH-3, D8-2]", async () => {
    const { state, find } = setUp();
    await find(hash);
    state.answer = revoked;
    state.now = 3_000;
    expect(await find(hash)).to.equal(revoked);
  });

  it("without the database answers a yes until it is 5 seconds old, and then none at all", async () => {
    const { state, find } = setUp();
    await find(hash);
    state.answer = new Error("down");
    state.now = 4_999;
    expect(await find(hash)).to.equal(caller);
    state.now = 5_000;
    expect(await rejection(find(hash))).to.equal(state.answer);
  });

  it("without the database never answers from an old no", async () => {
    const { state, find } = setUp();
    state.answer = revoked;
    await find(hash);
    state.answer = new Error("down");
    state.now = 1_000;
    expect(await rejection(find(hash))).to.equal(state.answer);
  });

  it("a key that ends sooner is asked about sooner, by the database's own count", async () => {
    const { state, find } = setUp();
    state.answer = { ...caller, endsInMs: 500 };
    await find(hash);
    state.answer = new Error("down");
    state.now = 499;
    expect((await find(hash)).kind).to.equal("caller");
    state.now = 500;
    expect(await rejection(find(hash))).to.equal(state.answer);
  });

  it("asks once for many requests that come at the same time", async () => {
    const { state, find } = setUp();
    await Promise.all(Array.from({ length: 50 }, () => find(hash)));
    expect(state.asked).to.equal(1);
  });

  it("waits for a first lookup as long as its caller can, and not longer", async () => {
    const answer = Promise.withResolvers<KeyFound>();
    const cache = createKeyCache({ nowMs: () => 0, lookup: () => answer.promise });
    const patient = cache.find(hash, 60_000);
    const message = "no answer within 1 ms";
    expect(await rejection(cache.find(hash, 1)))
      .to.be.an("error")
      .with.property("message", message);
    answer.resolve(caller);
    expect(await patient).to.equal(caller);
  });

  it("has an older yes at hand for a caller who waits too long for a newer one", async () => {
    const never = Promise.withResolvers<KeyFound>().promise;
    const state: { now: number; answer: Promise<KeyFound> } = { now: 0, answer: Promise.resolve(caller) };
    const cache = createKeyCache({ nowMs: () => state.now, lookup: () => state.answer });
    await cache.find(hash, 60_000);
    state.answer = never;
    state.now = 4_800;
    expect(await cache.find(hash, 60_000)).to.equal(caller);
    state.now = 5_000;
    await rejection(cache.find(hash, 1));
  });

  it("forgets everything on clear, an answer on its way included", async () => {
    const { state, cache, find } = setUp();
    const onItsWay = find(hash);
    while (state.asked === 0) await Promise.resolve();
    cache.clear();
    await onItsWay;
    await find(hash);
    expect(state.asked).to.equal(2);
  });

  it("keeps at most as many keys as it may", async () => {
    const { state, find } = setUp(2);
    const hashes = [randomBytes(32), randomBytes(32), randomBytes(32)];
    for (const one of hashes) await find(one);
    expect(state.asked).to.equal(3);
    for (const one of hashes.slice(1)) await find(one);
    expect(state.asked).to.equal(3);
    await find(hashes[0] ?? hash);
    expect(state.asked).to.equal(4);
  });

  it("gives keys that are refused no place of those that are known", async () => {
    const { state, find } = setUp(2);
    await find(hash);
    state.answer = revoked;
    for (const one of [randomBytes(32), randomBytes(32), randomBytes(32)]) await find(one);
    state.answer = new Error("down");
    state.now = 4_999;
    expect(await find(hash)).to.equal(caller);
  });

  it("looks two keys up at once that were never seen, and a known one beside them", async () => {
    const asked: Buffer[] = [];
    const state = { now: 0, answer: Promise.resolve(caller) as Promise<KeyFound> };
    const cache = createKeyCache({
      nowMs: () => state.now,
      lookup: (one) => {
        asked.push(one);
        return state.answer;
      },
    });
    await cache.find(hash, 60_000);
    const flood = Promise.withResolvers<KeyFound>();
    state.answer = flood.promise;
    const madeUp = Array.from({ length: 5 }, () => randomBytes(32));
    const refusals = madeUp.map((one) => cache.find(one, 60_000));
    while (asked.length < 3) await Promise.resolve();
    state.answer = Promise.resolve(revoked);
    state.now = 5_000;
    expect(await cache.find(hash, 60_000)).to.equal(revoked);
    expect(asked).to.deep.equal([hash, ...madeUp.slice(0, 2), hash]);
    flood.resolve(revoked);
    expect(await Promise.all(refusals)).to.deep.equal(madeUp.map(() => revoked));
  });

  it("refuses a key that was never seen where two thousand others wait", async () => {
    const flood = Promise.withResolvers<KeyFound>();
    const cache = createKeyCache({ nowMs: () => 0, lookup: () => flood.promise });
    const waiting = Array.from({ length: 2_002 }, () => cache.find(randomBytes(32), 60_000));
    expect(await rejection(cache.find(hash, 60_000))).to.have.property("type", "service_unavailable");
    flood.resolve(revoked);
    await Promise.all(waiting);
  });
});
