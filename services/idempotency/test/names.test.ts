import { randomUUID } from "node:crypto";
import { isDomainError } from "@flowlix/runtime";
import { expect } from "chai";
import { begin } from "../src/begin.ts";
import { complete } from "../src/complete.ts";
import { find } from "../src/find.ts";
import { beginRequest, OTHER_IDENTITY, withStore } from "./support/store.ts";

const RESPONSE = { status: 201, body: '{"id":"pay_1"}' };
let serial = 0;

/** One key by two names: what its release before called it, and its hash. */
function twoNames() {
  serial += 1;
  const [clear, hash] = [`order "${serial}"\\`, `hash-${serial}`];
  const request = beginRequest({ idempotency_key: clear });
  return {
    byClear: () => ({ ...request, token: randomUUID(), object_id: `pay_${randomUUID()}` }),
    byHash: () => ({
      ...request,
      idempotency_key: hash,
      other_names: [clear],
      token: randomUUID(),
      object_id: `pay_${randomUUID()}`,
    }),
    clear,
    hash,
  };
}

describe("a key that has two names", () => {
  const given = withStore();

  it("is replayed under the new one where it was answered under the old", async () => {
    const { store } = given();
    const key = twoNames();
    const first = key.byClear();
    await begin(store, first);
    await complete(store, { ...first, response: RESPONSE });
    const replay = { kind: "replay", response: RESPONSE } as const;
    expect(await begin(store, key.byHash())).to.deep.equal(replay);
    expect(await find(store, key.byHash())).to.deep.equal(replay);
  });

  it("is replayed under the old one where it was answered under the new", async () => {
    const { store } = given();
    const key = twoNames();
    const first = key.byHash();
    await begin(store, first);
    await complete(store, { ...first, response: RESPONSE });
    expect(await begin(store, { ...key.byClear(), other_names: [key.hash] })).to.include({ kind: "replay" });
  });

  it("is reused under the new one with another identity", async () => {
    const { store } = given();
    const key = twoNames();
    await begin(store, key.byClear());
    const other = { ...key.byHash(), fingerprints: OTHER_IDENTITY };
    expect(await begin(store, other)).to.deep.equal({ kind: "reused" });
    expect(await find(store, other)).to.deep.equal({ kind: "reused" });
  });

  it("is taken over, completed and replayed by the name of its record", async () => {
    const { store, database } = given();
    const key = twoNames();
    const first = key.byClear();
    await begin(store, first);
    await store.hold(first, first.token);
    const second = key.byHash();
    const resumed = await begin(store, second);
    expect(resumed).to.include({
      kind: "proceed",
      idempotency_key: key.clear,
      object_id: first.object_id,
      resumed: true,
    });
    const named = { ...second, idempotency_key: key.clear };
    expect((await complete(store, { ...named, response: RESPONSE })).response).to.deep.equal(RESPONSE);
    expect(await begin(store, key.byHash())).to.include({ kind: "replay" });
    const rows = await database.sql("select 1 from idempotency.records where idempotency_key = any ($1)", [
      [key.clear, key.hash],
    ]);
    expect(rows).to.have.lengthOf(1);
  });

  it("is one key for many requests of one moment, whichever name each calls it by", async () => {
    const { store } = given();
    for (let round = 0; round < 20; round += 1) {
      const key = twoNames();
      const requests = Array.from({ length: 6 }, (_, n) =>
        n % 2 === 0
          ? { ...key.byHash(), names_change: true }
          : { ...key.byClear(), other_names: [key.hash], names_change: true },
      );
      const results = await Promise.all(requests.map((request) => begin(store, request)));
      const kinds = results.map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === "proceed")).to.have.lengthOf(1);
      expect(kinds.filter((kind) => kind === "in_use")).to.have.lengthOf(5);
    }
  });

  it("is one key beside requests of a release that knows the old name alone", async () => {
    const { store } = given();
    for (let round = 0; round < 20; round += 1) {
      const key = twoNames();
      const requests = Array.from({ length: 6 }, (_, n) =>
        n % 2 === 0 ? key.byClear() : { ...key.byClear(), other_names: [key.hash], names_change: true },
      );
      const results = await Promise.all(requests.map((request) => begin(store, request)));
      expect(results.filter(({ kind }) => kind === "proceed")).to.have.lengthOf(1);
    }
  });
});

describe("a key that is begun by its text alone, as by a gateway of the release before", () => {
  const given = withStore();
  const failureOf = (work: Promise<unknown>) =>
    work.then(
      () => "none",
      (error: unknown) => (isDomainError(error) ? error.type : String(error)),
    );

  it("is made until a hashed name is stored, and refused from then on by every process", async () => {
    const { store, another } = given();
    const early = beginRequest();
    expect(await begin(store, early)).to.include({ kind: "proceed" });
    await complete(store, { ...early, response: RESPONSE });

    const clear = beginRequest();
    const hashed = {
      ...beginRequest(),
      idempotency_key: `§${"h".repeat(24)}`,
      other_names: [clear.idempotency_key],
    };
    expect(await begin(store, hashed)).to.include({ kind: "proceed" });
    await complete(store, { ...hashed, response: RESPONSE });
    for (const process of [store, another]) {
      expect(await failureOf(begin(process, clear))).to.equal("service_unavailable");
      expect(await begin(process, { ...early, token: randomUUID() })).to.include({ kind: "replay" });
    }
    const change = { ...clear, other_names: [hashed.idempotency_key], names_change: true };
    expect(await begin(another, change)).to.include({ kind: "replay" });
    const begun = { ...beginRequest(), other_names: [`§${"i".repeat(24)}`], names_change: true };
    expect(await begin(another, begun)).to.include({ kind: "proceed" });
  });
});
