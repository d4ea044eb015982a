import { randomUUID } from "node:crypto";
import { HASHED_NAME_MARK, type KeyIdentity } from "@flowlix/contracts";
import { holdRows, moveClock } from "@flowlix/testkit";
import { expect } from "chai";
import { begin } from "../src/begin.ts";
import { complete } from "../src/complete.ts";
import { beginRequest, OTHER_IDENTITY, withStore } from "./support/store.ts";

const MINUTE = 60_000;
const RESPONSE = { status: 201, body: '{"id":"pay_1"}' };
const REPLAY = { kind: "replay", response: RESPONSE } as const;
let serial = 0;

/** A key as releases without hashes stored it, and as requests of now ask for it. */
function oldKey() {
  serial += 1;
  const [clear, hash] = [`order "${serial}"\\`, `${HASHED_NAME_MARK}${serial}`];
  const first = beginRequest({ idempotency_key: clear });
  const anew = () => ({ ...first, token: randomUUID(), object_id: `pay_${randomUUID()}` });
  const byHash = () => ({ ...anew(), idempotency_key: hash });
  const { key_id, operation } = first;
  const rename = { key_id, operation, idempotency_key: clear, names: [hash] };
  return {
    first,
    anew,
    byHash,
    byEither: () => ({ ...byHash(), other_names: [clear] }),
    rename,
    clear,
    hash,
  };
}

describe("keys that are named by their text", () => {
  const given = withStore();
  before(() => begin(given().store, oldKey().byHash()));
  /** This process has noted hashed names and does so once: what comes by its text is of before that. */
  beforeEach(() => given().database.sql("truncate idempotency.records, idempotency.hashed_names"));
  afterEach(() => moveClock(given().database, 0));

  const done = async (request = oldKey().first) => {
    await begin(given().store, request);
    await complete(given().store, { ...request, response: RESPONSE });
  };
  const heldKey = async () => {
    const key = oldKey();
    await begin(given().store, key.first);
    await given().store.hold(key.first, key.first.token);
    return key;
  };
  const stored = async () =>
    (await given().database.sql("select idempotency_key from idempotency.records")).map((row) =>
      String(row["idempotency_key"]),
    );

  it("are listed piece by piece among all others, and each once", async () => {
    const { store } = given();
    const texts = [];
    for (let n = 0; n < 7; n += 1) {
      const key = oldKey();
      await done(key.first);
      await done(oldKey().byHash());
      texts.push(key.clear);
    }
    const seen: string[] = [];
    let after: KeyIdentity | null = null;
    do {
      const piece = await store.listClearNames(after, 3);
      expect(piece.keys.length).to.be.at.most(3);
      seen.push(...piece.keys.map(({ idempotency_key }) => idempotency_key));
      after = piece.next;
    } while (after !== null);
    expect(seen).to.have.members(texts).and.to.have.length(7);
  });

  it("are replayed, and their reuse is detected, by the new name alone once they were renamed", async () => {
    const { store } = given();
    const key = oldKey();
    await done(key.first);
    expect(await store.renameKeys([key.rename])).to.deep.equal({ renamed: 1, superseded: [] });
    expect(await stored()).to.deep.equal([key.hash]);
    expect(await begin(store, key.byHash())).to.deep.equal(REPLAY);
    expect(await begin(store, { ...key.byHash(), fingerprints: OTHER_IDENTITY })).to.deep.equal({
      kind: "reused",
    });
  });

  it("go on with the same object under the new name where they were held", async () => {
    const { store, database } = given();
    const key = await heldKey();
    await moveClock(database, 2 * MINUTE);
    await store.renameKeys([key.rename]);
    const next = key.byHash();
    expect(await begin(store, next)).to.include({
      kind: "proceed",
      object_id: key.first.object_id,
      resumed: true,
    });
    await complete(store, { ...next, response: RESPONSE });
    expect(await begin(store, key.byHash())).to.deep.equal(REPLAY);
  });

  it("keep their name while somebody works on them, so that every end of the work finds them", async () => {
    const { store, database } = given();
    type Held = ReturnType<typeof beginRequest>;
    const ends = {
      complete: (held: Held) => complete(store, { ...held, response: RESPONSE }),
      hold: (held: Held) => store.hold(held, held.token),
      release: (held: Held) => store.release(held, held.token),
    };
    for (const [end, run] of Object.entries(ends)) {
      const key = await heldKey();
      await moveClock(database, 2 * MINUTE);
      const work = key.byEither();
      const begun = await begin(store, work);
      expect(begun).to.include({ kind: "proceed", idempotency_key: key.clear });
      expect((await store.renameKeys([key.rename])).renamed, end).to.equal(0);
      const result = await run({ ...work, idempotency_key: key.clear });
      expect(result, end).to.deep.equal(end === "complete" ? { response: RESPONSE } : true);
      await moveClock(database, 4 * MINUTE);
      expect((await store.renameKeys([key.rename])).renamed, end).to.equal(end === "release" ? 0 : 1);
      await moveClock(database, 0);
    }
  });

  it("are one key for many requests of the moment in which they are renamed", async () => {
    const { store, database } = given();
    for (let round = 0; round < 30; round += 1) {
      await moveClock(database, 0);
      const [held, over] = [await heldKey(), oldKey()];
      await done(over.first);
      await moveClock(database, 2 * MINUTE);
      const [, ...results] = await Promise.all([
        store.renameKeys([held.rename, over.rename]),
        ...Array.from({ length: 8 }, async (_, n) =>
          n % 2 === 0
            ? { held: await begin(store, held.byEither()) }
            : { over: await begin(store, { ...over.byEither(), names_change: n % 4 === 1 }) },
        ),
      ]);
      const ofHeld = results.flatMap((result) => ("held" in result ? [result.held] : []));
      const proceeding = ofHeld.filter(({ kind }) => kind === "proceed");
      expect(proceeding).to.have.lengthOf(1);
      expect(proceeding[0]).to.include({ object_id: held.first.object_id, resumed: true });
      expect(ofHeld.filter(({ kind }) => kind === "in_use")).to.have.lengthOf(3);
      for (const result of results) if ("over" in result) expect(result.over).to.deep.equal(REPLAY);
      expect(await stored()).to.have.lengthOf(2 * (round + 1));
    }
  });

  it("are renamed once by many at once, and what was swept since it was listed stays gone", async () => {
    const { store, database } = given();
    const keys = Array.from({ length: 20 }, oldKey);
    for (const key of keys) await done(key.first);
    await database.sql("delete from idempotency.records where idempotency_key = $1", [keys[0]?.clear]);
    const renames = keys.map((key) => key.rename);
    const all = await Promise.all([1, 2, 3].map(() => store.renameKeys(renames)));
    await store.renameKeys(renames);
    expect(all.reduce((sum, { renamed }) => sum + renamed, 0)).to.equal(19);
    expect(await stored()).to.have.members(keys.slice(1).map(({ hash }) => hash));
  });

  it("wait for nobody who holds them", async () => {
    const { store, database } = given();
    const [locked, free] = [oldKey(), oldKey()];
    for (const key of [locked, free]) await done(key.first);
    const release = await holdRows(
      database.urlOf("idempotency"),
      "select 1 from idempotency.records where idempotency_key = $1 for update",
      [locked.clear],
    );
    try {
      expect((await store.renameKeys([locked.rename, free.rename])).renamed).to.equal(1);
    } finally {
      await release();
    }
    expect((await store.renameKeys([locked.rename])).renamed).to.equal(1);
  });

  describe("beside a record under the new name, which a release without hashes made after its time", () => {
    /** Both records, the one by text made first or last. */
    const both = async (first: "text" | "hash", end: "done" | "held" | "open") => {
      const { store, database } = given();
      await moveClock(database, 0);
      const key = oldKey();
      const hashed = key.byHash();
      const makeHashed = async () => {
        await begin(store, hashed);
        if (end === "done") await complete(store, { ...hashed, response: RESPONSE });
        if (end === "held") await store.hold(hashed, hashed.token);
      };
      if (first === "hash") await makeHashed();
      await moveClock(database, MINUTE);
      await done(key.first);
      await moveClock(database, 2 * MINUTE);
      if (first === "text") await makeHashed();
      return { key, hashed };
    };

    it("are deleted where that one is done and stays at least as long", async () => {
      const { store } = given();
      const { key } = await both("text", "done");
      const superseded = [key.first.object_id];
      expect(await store.renameKeys([key.rename])).to.deep.equal({ renamed: 0, superseded });
      expect(await stored()).to.deep.equal([key.hash]);
      expect(await begin(store, key.byHash())).to.deep.equal(REPLAY);
    });

    it("stay where that one may go before them, and take its place when it has gone", async () => {
      const { store } = given();
      for (const end of ["open", "held", "done"] as const) {
        const { key, hashed } = await both(end === "done" ? "hash" : "text", end);
        expect(await store.renameKeys([key.rename]), end).to.deep.equal({ renamed: 0, superseded: [] });
        if (end !== "open") continue;
        await store.release(hashed, hashed.token);
        expect(await begin(store, key.byEither())).to.deep.equal(REPLAY);
        expect(await store.renameKeys([key.rename])).to.deep.equal({ renamed: 1, superseded: [] });
        expect(await begin(store, key.byHash())).to.deep.equal(REPLAY);
      }
    });

    it("are not renamed beside one under an older key of the ring either", async () => {
      const { store } = given();
      const { key } = await both("text", "held");
      const names = [`${HASHED_NAME_MARK}newer ${serial}`, key.hash];
      expect((await store.renameKeys([{ ...key.rename, names }])).renamed).to.equal(0);
    });
  });
});
