import { randomBytes } from "node:crypto";
import type { idempotencyContract, KeyIdentity, Result } from "@flowlix/contracts";
import { createPools, type Pools } from "@flowlix/persistence";
import { moveClock, waitFor, withDatabase, quietLoop } from "@flowlix/testkit";
import { apiGatewaySchema } from "@flowlix/api-gateway";
import { expect } from "chai";
import { createKeyHasher, createKeyNamer } from "../src/idempotency/key-names.ts";
import { createKeyRenaming, type KeyRenaming } from "../src/idempotency/rename-keys.ts";
import { keepRenaming, readKeyHashing } from "../src/store/key-hashing.ts";

const MINUTE = 60_000;
const KEY_ID = `key_${"k".repeat(24)}`;
const ring = { id: "a", key: randomBytes(32) };
const hash = createKeyHasher({ active: ring, all: [ring] });
const sent = (text: string) => ({ keyId: KEY_ID, operation: "create_payment", text }) as const;
const identity = (text: string): KeyIdentity => ({
  key_id: KEY_ID,
  operation: "create_payment",
  idempotency_key: text,
});

type Listed = Result<typeof idempotencyContract, "listClearNames">;

/** Keys by name, as the idempotency service would list and rename them, two at a time. */
function scripted(texts: readonly string[]) {
  const names = new Set(texts);
  const failures: Error[] = [];
  const worked = new Set<string>();
  let lists = 0;
  const calls = {
    listClearNames: async ({ after }: { after: KeyIdentity | null }): Promise<Listed> => {
      lists += 1;
      const behind = [...names].toSorted().filter((name) => name > (after?.idempotency_key ?? ""));
      const seen = behind.slice(0, 2).map(identity);
      const keys = seen.filter(({ idempotency_key }) => !idempotency_key.startsWith("§"));
      return { keys, next: seen.length < 2 ? null : (seen.at(-1) ?? null) };
    },
    renameKeys: async ({ keys }: { keys: { idempotency_key: string; names: string[] }[] }) => {
      const failure = failures.pop();
      if (failure !== undefined) throw failure;
      const free = keys.filter(
        ({ idempotency_key }) => names.has(idempotency_key) && !worked.has(idempotency_key),
      );
      for (const key of free) {
        names.delete(key.idempotency_key);
        names.add(key.names[0] ?? "");
      }
      return { renamed: free.length, superseded: [] };
    },
  };
  return { calls, names, failures, worked, lists: () => lists };
}

describe("the renaming of keys that are named by their text", () => {
  const database = withDatabase([apiGatewaySchema]);
  let pools: Pools;
  const started: KeyRenaming[] = [];
  const warnings: unknown[] = [];

  before(async () => {
    const url = database().urlOf(apiGatewaySchema.service);
    pools = await createPools({ url, name: "test", hot: 1, read: 1, background: 2 });
  });
  beforeEach(async () => {
    await moveClock(database(), 0);
    await hashedSince("1 day");
  });
  afterEach(() => Promise.all(started.splice(0).map((renaming) => renaming.stop())));
  after(() => pools?.close());

  const hashedSince = (age: string) =>
    database().sql(
      `update gateway.idempotency_key_hashing
          set hashed_from = platform.clock() - $1::interval, renamed_all_at = null, renamed = 0,
              renaming_by = null, renaming_until = null`,
      [age],
    );
  const row = async () => (await database().sql("select * from gateway.idempotency_key_hashing"))[0] ?? {};
  const start = async (idempotency: ReturnType<typeof scripted>["calls"]) => {
    const logger = { info: () => {}, warn: (...line: unknown[]) => void warnings.push(line) };
    const deps = { pool: pools.background, idempotency, hash, logger, loop: quietLoop, pollMs: 20 };
    const renaming = createKeyRenaming(deps, await readKeyHashing(pools.background));
    started.push(renaming);
    renaming.start();
    return renaming;
  };
  const over = (renaming: KeyRenaming) =>
    waitFor("the renaming to be over", () => renaming.current().renamedAll);

  it("gives all of them their hashes, notes it, and every process then sends hashes alone", async () => {
    const texts = ["order 1", "order 2", "order 3", "order 4", "order 5"];
    const idempotency = scripted(texts);
    const before = createKeyNamer(hash, (await start(idempotency.calls)).current, () => false);
    expect(before(sent("order 1")).other_names).to.deep.equal(["order 1"]);
    await start(idempotency.calls);
    for (const renaming of started) await over(renaming);
    expect([...idempotency.names]).to.have.members(texts.map((text) => hash(sent(text))[0]));
    expect(Number((await row())["renamed"])).to.equal(5);
    for (const { current } of started)
      expect(createKeyNamer(hash, current, () => false)(sent("order 1"))).to.deep.equal(
        identity(hash(sent("order 1"))[0]),
      );
  });

  it("begins anew where a process died or failed between listing and renaming", async () => {
    const idempotency = scripted(["order 1", "order 2", "order 3"]);
    idempotency.failures.push(new Error("away"));
    await over(await start(idempotency.calls));
    expect(warnings).to.have.lengthOf(1);
    expect([...idempotency.names].every((name) => name.startsWith("§"))).to.equal(true);

    await hashedSince("1 day");
    const died = { by: "7c9e6679-7425-40de-944b-e07fc1f90ae7", renamed: 0, changeMs: 0 };
    expect(await keepRenaming(pools.background, died)).to.equal(true);
    const next = scripted(["order 4"]);
    const renaming = await start(next.calls);
    expect(
      await keepRenaming(pools.background, { ...died, by: "8c9e6679-7425-40de-944b-e07fc1f90ae7" }),
    ).to.equal(false);
    expect(next.lists()).to.equal(0);
    await moveClock(database(), MINUTE);
    await over(renaming);
    expect([...next.names]).to.deep.equal([hash(sent("order 4"))[0]]);
  });

  it("is not over while one of them is being worked on", async () => {
    const idempotency = scripted(["order 1", "order 2", "order 3"]);
    idempotency.worked.add("order 2");
    const renaming = await start(idempotency.calls);
    await waitFor("several times through all keys", () => idempotency.lists() > 10);
    expect((await row())["renamed_all_at"]).to.equal(null);
    idempotency.worked.clear();
    await over(renaming);
    expect([...idempotency.names].every((name) => name.startsWith("§"))).to.equal(true);
  });

  it("begins ten minutes after the change, when nobody uses both names any more", async () => {
    await hashedSince("9 minutes");
    const idempotency = scripted(["order 1"]);
    const renaming = await start(idempotency.calls);
    const claim = { by: "7c9e6679-7425-40de-944b-e07fc1f90ae7", renamed: 0, changeMs: 10 * MINUTE };
    expect(await keepRenaming(pools.background, claim)).to.equal(false);
    expect(idempotency.lists()).to.equal(0);
    await moveClock(database(), 2 * MINUTE);
    await over(renaming);
    expect(idempotency.lists()).to.be.at.least(2);
  });

  it("cannot be undone by a later moment of change once it is over", async () => {
    await over(await start(scripted([]).calls));
    const putOff = database().sql(
      "update gateway.idempotency_key_hashing set hashed_from = platform.clock() + interval '1 day'",
    );
    const failure = await putOff.then(
      () => "none",
      (error: unknown) => String(error),
    );
    expect(failure).to.include("keys_stay_hashed");
  });

  it("lets go of it where the process stops", async () => {
    const idempotency = scripted(["order 1"]);
    idempotency.worked.add("order 1");
    const renaming = await start(idempotency.calls);
    await waitFor("it to be under way", () => idempotency.lists() > 1);
    await renaming.stop();
    const { renaming_by, renaming_until } = await row();
    expect([renaming_by, renaming_until]).to.deep.equal([null, null]);
  });
});
