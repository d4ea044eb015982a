import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { clockMs, moveClock, runClock, stopClock } from "@flowlix/testkit";
import { begin } from "../src/begin.ts";
import { complete } from "../src/complete.ts";
import { find } from "../src/find.ts";
import { beginRequest, DEADLINE_MS, LEASE_MS, OTHER_IDENTITY, withStore } from "./support/store.ts";

const RESPONSE = { status: 201, body: '{"id":"pay_1"}' };

describe("an idempotency key", () => {
  const given = withStore();
  afterEach(() => runClock(given().database));

  it("is bound to the id proposed with its first request", async () => {
    const { store } = given();
    const request = beginRequest();
    const result = await begin(store, request);
    expect(result).to.include({
      kind: "proceed",
      object_id: request.object_id,
      token: request.token,
      resumed: false,
    });
  });

  it("gives the request a database time before which its work must begin", async () => {
    const { store, database } = given();
    await stopClock(database);
    const result = await begin(store, beginRequest());
    if (result.kind !== "proceed") throw new Error(result.kind);
    expect(result.start_before).to.equal(Math.floor(await clockMs(database)) + DEADLINE_MS);
  });

  it("lets one of a hundred simultaneous requests proceed and answers in_use to the others [IDEM-5]", async () => {
    const { store } = given();
    const request = beginRequest();
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        begin(store, { ...request, token: randomUUID(), object_id: `pay_${n}` }),
      ),
    );
    const kinds = results.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "proceed")).to.have.length(1);
    expect(kinds.filter((kind) => kind === "in_use")).to.have.length(99);
  });

  it("is reused when its identity differs, in every state [IDEM-4]", async () => {
    const { store } = given();
    const request = beginRequest();
    await begin(store, request);
    const other = { ...request, token: randomUUID(), fingerprints: OTHER_IDENTITY };
    expect(await begin(store, other)).to.deep.equal({ kind: "reused" });
    await store.hold(request, request.token);
    expect(await begin(store, other)).to.deep.equal({ kind: "reused" });
    await complete(store, { ...request, response: RESPONSE });
    expect(await begin(store, other)).to.deep.equal({ kind: "reused" });
    expect(await find(store, other)).to.deep.equal({ kind: "reused" });
  });

  it("replays the stored response to the same identity", async () => {
    const { store } = given();
    const request = beginRequest();
    await begin(store, request);
    await complete(store, { ...request, response: RESPONSE });
    expect(await begin(store, { ...request, token: randomUUID() })).to.deep.equal({
      kind: "replay",
      response: RESPONSE,
    });
  });

  it("is scoped to the API key and the operation [IDEM-7]", async () => {
    const { store } = given();
    const request = beginRequest();
    await begin(store, request);
    const elsewhere = { ...request, token: randomUUID(), fingerprints: OTHER_IDENTITY };
    expect((await begin(store, { ...elsewhere, key_id: `key_${"1".repeat(24)}` })).kind).to.equal("proceed");
    expect((await begin(store, { ...elsewhere, operation: "create_refund" })).kind).to.equal("proceed");
  });

  it("compares with the ring key its fingerprint was made with after the ring has turned", async () => {
    const { store } = given();
    const request = beginRequest();
    await begin(store, request);
    const fingerprints = [{ key_id: "f2", hash: "ef".repeat(32) }, ...request.fingerprints];
    expect((await begin(store, { ...request, token: randomUUID(), fingerprints })).kind).to.equal("in_use");
  });

  it("stays in use until its lease has run out, then goes on with the same object under a new token [IDEM-5]", async () => {
    const { store, database } = given();
    const request = beginRequest();
    await begin(store, request);
    const retry = { ...request, token: randomUUID(), object_id: "pay_another" };
    await moveClock(database, LEASE_MS - 5_000);
    expect((await begin(store, retry)).kind).to.equal("in_use");
    await moveClock(database, LEASE_MS + 5_000);
    const taken = await begin(store, retry);
    expect(taken).to.include({
      kind: "proceed",
      object_id: request.object_id,
      token: retry.token,
      resumed: true,
    });
  });

  it("is taken over by one of many when its lease has run out", async () => {
    const { store, database } = given();
    const request = beginRequest();
    await begin(store, request);
    await moveClock(database, LEASE_MS + 5_000);
    const results = await Promise.all(
      Array.from({ length: 20 }, () => begin(store, { ...request, token: randomUUID() })),
    );
    expect(results.filter(({ kind }) => kind === "proceed")).to.have.length(1);
  });

  it("ignores complete, hold and release of a token that was taken over", async () => {
    const { store, database } = given();
    const request = beginRequest();
    await begin(store, request);
    await moveClock(database, LEASE_MS + 5_000);
    const token = randomUUID();
    await begin(store, { ...request, token });
    expect(await complete(store, { ...request, response: RESPONSE })).to.deep.equal({ response: null });
    expect(await store.hold(request, request.token)).to.equal(false);
    expect(await store.release(request, request.token)).to.equal(false);
    expect(await complete(store, { ...request, token, response: RESPONSE })).to.deep.equal({
      response: RESPONSE,
    });
  });

  it("tells the first finisher's story to a second one", async () => {
    const { store } = given();
    const request = beginRequest();
    await begin(store, request);
    await complete(store, { ...request, response: RESPONSE });
    const second = await complete(store, { ...request, response: { status: 201, body: '{"id":"other"}' } });
    expect(second).to.deep.equal({ response: RESPONSE });
  });

  it("starts afresh with a new id after a release", async () => {
    const { store } = given();
    const request = beginRequest();
    await begin(store, request);
    expect(await store.release(request, request.token)).to.equal(true);
    const next = { ...request, token: randomUUID(), object_id: "pay_new", fingerprints: OTHER_IDENTITY };
    expect(await begin(store, next)).to.include({ kind: "proceed", object_id: "pay_new", resumed: false });
  });

  it("keeps its id for the same body after a hold", async () => {
    const { store } = given();
    const request = beginRequest();
    await begin(store, request);
    expect(await store.hold(request, request.token)).to.equal(true);
    const again = await begin(store, { ...request, token: randomUUID(), object_id: "pay_new" });
    expect(again).to.include({ kind: "proceed", object_id: request.object_id, resumed: true });
  });

  it("is not released once it is held: an object may exist under its id", async () => {
    const { store } = given();
    const request = beginRequest();
    await begin(store, request);
    await store.hold(request, request.token);
    expect(await store.release(request, request.token)).to.equal(false);
  });

  it("is found without a write: nothing for a free key, its object's id where one may exist", async () => {
    const { store, database } = given();
    const request = beginRequest();
    expect(await find(store, request)).to.deep.equal({ kind: "nothing" });
    const [{ count } = {}] = await database.sql(
      "select count(*)::int from idempotency.records where idempotency_key = $1",
      [request.idempotency_key],
    );
    expect(count).to.equal(0);
    await begin(store, request);
    expect(await find(store, request)).to.deep.equal({ kind: "in_use" });
    await moveClock(database, LEASE_MS + 5_000);
    const unfinished = { kind: "unfinished", object_id: request.object_id };
    expect(await find(store, request)).to.deep.equal(unfinished);
    await moveClock(database, 0);
    await store.hold(request, request.token);
    expect(await find(store, request)).to.deep.equal(unfinished);
  });

  it("recognises its own begin when the answer of the commit was lost", async () => {
    const { store } = given();
    const request = beginRequest();
    const first = await begin(store, request);
    expect(await begin(store, request)).to.deep.equal(first);
  });

  it("is begun twice side by side by one request: both calls are told the same", async () => {
    const { store } = given();
    const request = beginRequest();
    const [first, second] = await Promise.all([begin(store, request), begin(store, request)]);
    expect(first).to.include({ kind: "proceed", object_id: request.object_id, resumed: false });
    expect(second).to.deep.equal(first);
  });

  it("is taken over twice side by side by one request: both calls are told the same", async () => {
    const { store } = given();
    const earlier = beginRequest();
    await begin(store, earlier);
    await store.hold(earlier, earlier.token);
    const request = { ...earlier, token: randomUUID(), object_id: "pay_another" };
    const [first, second] = await Promise.all([begin(store, request), begin(store, request)]);
    expect(first).to.include({ kind: "proceed", object_id: earlier.object_id, resumed: true });
    expect(second).to.deep.equal(first);
  });

  it("has nothing of it changed by a begin that runs after its request ended or another one went on", async () => {
    const { store, database } = given();
    const [done, taken] = [beginRequest(), beginRequest()];
    await begin(store, done);
    await complete(store, { ...done, response: RESPONSE });
    expect(await begin(store, done)).to.deep.equal({ kind: "replay", response: RESPONSE });
    await begin(store, taken);
    await moveClock(database, LEASE_MS + 5_000);
    const token = randomUUID();
    await begin(store, { ...taken, token });
    expect(await begin(store, taken)).to.deep.equal({ kind: "in_use" });
    expect(await complete(store, { ...taken, token, response: RESPONSE })).to.deep.equal({
      response: RESPONSE,
    });
  });

  it("is in use until a lease ends where its begin runs after its release, and keeps the id under which nothing is", async () => {
    const { store, database } = given();
    const request = beginRequest();
    await begin(store, request);
    await store.release(request, request.token);
    await begin(store, request);
    const next = { ...request, token: randomUUID(), object_id: "pay_new" };
    expect((await begin(store, next)).kind).to.equal("in_use");
    await moveClock(database, LEASE_MS + 5_000);
    expect(await begin(store, next)).to.include({
      kind: "proceed",
      object_id: request.object_id,
      resumed: true,
    });
  });

  it("is deleted after its retention only when it is done [D10-6]", async () => {
    const { store, database } = given();
    const [done, open, held] = [beginRequest(), beginRequest(), beginRequest()];
    for (const request of [done, open, held]) await begin(store, request);
    await complete(store, { ...done, response: RESPONSE });
    await store.hold(held, held.token);
    await moveClock(database, 2 * 86_400_000);
    const day = 86_400_000;
    while ((await store.deleteOlderThan(day, 1)) > 0);
    expect(await store.read(done)).to.equal(null);
    expect(await store.read(open)).to.not.equal(null);
    expect(await store.read(held)).to.not.equal(null);
  });
});
