import { createPools, packingOf } from "@flowlix/persistence";
import { runMigrations, withDatabase } from "@flowlix/testkit";
import { expect } from "chai";
import * as fc from "fast-check";
import { begin } from "../src/begin.ts";
import { complete } from "../src/complete.ts";
import { find } from "../src/find.ts";
import { createRecordsStore, type RecordsStore } from "../src/records-store.ts";
import { idempotencySchema } from "../src/schema.ts";
import { PackResponses1765810000000 } from "../src/migrations/1765810000000-pack-responses.ts";
import { beginRequest, DEADLINE_MS, LEASE_MS, withStore } from "./support/store.ts";

const TIMES = { deadlineMs: DEADLINE_MS, leaseMs: LEASE_MS };

describe("a stored response", () => {
  const given = withStore();

  const kept = async (key: string) =>
    (
      await given().database.sql(
        "select response_body, response_packed from idempotency.records where idempotency_key = $1",
        [key],
      )
    )[0];

  it("is replayed byte for byte, packed or plain, by a process that packs and by one that does not", async () => {
    const { store, another } = given();
    const bodies = fc.oneof(fc.json(), fc.string({ unit: "grapheme", maxLength: 3_000 }), fc.constant(""));
    // A text of Postgres has no such character, and no JSON has it in the clear.
    const drawn = bodies.filter((body) => !body.includes("\u0000"));
    await fc.assert(
      fc.asyncProperty(drawn, fc.constantFrom(store, another), async (body, writes) => {
        const request = beginRequest();
        await begin(writes, request);
        const response = { status: 201, body };
        expect(await complete(writes, { ...request, response })).to.deep.equal({ response });
        for (const reads of [store, another]) {
          expect(await find(reads, request)).to.deep.equal({ kind: "replay", response });
          const late = {
            ...request,
            token: beginRequest().token,
            response: { status: 500, body: "another" },
          };
          expect(await begin(reads, late)).to.deep.equal({ kind: "replay", response });
          expect(await complete(reads, late)).to.deep.equal({ response });
        }
      }),
      { numRuns: 50 },
    );
  });

  it("is kept in one form alone", async () => {
    const { store, another, database } = given();
    const [packed, plain] = [beginRequest(), beginRequest()];
    for (const [writes, request] of [[store, packed] as const, [another, plain] as const]) {
      await begin(writes, request);
      await complete(writes, { ...request, response: { status: 201, body: '{"id":"pay_1"}' } });
    }
    expect(await kept(packed.idempotency_key)).to.include({ response_body: null });
    expect(await kept(plain.idempotency_key)).to.deep.equal({
      response_body: '{"id":"pay_1"}',
      response_packed: null,
    });
    const both = database.sql("update idempotency.records set response_body = '', response_packed = ''");
    expect(await both.catch(({ message }: Error) => message)).to.contain("done_has_its_response");
  });

  it("in a format of another release is refused by its number, and its key is not free for it", async () => {
    const { store, database } = given();
    const request = beginRequest();
    await begin(store, request);
    await complete(store, { ...request, response: { status: 201, body: "{}" } });
    await database.sql(
      "update idempotency.records set response_packed = '\\x63' where idempotency_key = $1",
      [request.idempotency_key],
    );
    const again = begin(store, { ...request, token: beginRequest().token });
    expect(await again.catch(({ message }: Error) => message)).to.contain("format 99");
  });
});

describe("an installation that had responses before they were packed", () => {
  const before = idempotencySchema.migrations.slice(
    0,
    idempotencySchema.migrations.indexOf(PackResponses1765810000000),
  );
  const database = withDatabase([{ ...idempotencySchema, migrations: before }]);
  it("replays them, and packs new ones from when an operator has it begin, in processes that start then", async () => {
    await database().sql(`
      insert into idempotency.records (key_id, operation, idempotency_key, fingerprint_key_id, fingerprint, object_id,
                                       state, response_status, response_body, created_at)
      values ('key_${"0".repeat(24)}', 'create_payment', 'of before', 'f1', decode(repeat('ab', 32), 'hex'), 'pay_1', 'done',
              201, '{"id": "pay_1"}', platform.clock())`);
    await runMigrations(database().adminUrl, idempotencySchema);
    const url = database().urlOf("idempotency");
    const pools = await createPools({ url, name: "test", hot: 1, read: 1, background: 1 });
    const started = async (): Promise<RecordsStore> =>
      createRecordsStore(pools, TIMES, await packingOf(pools.read, "idempotency"));
    const isPackedBy = async (store: RecordsStore): Promise<boolean> => {
      const request = beginRequest();
      await begin(store, request);
      await complete(store, { ...request, response: { status: 201, body: "{}" } });
      const [row] = await database().sql(
        "select response_packed is not null as packed from idempotency.records where idempotency_key = $1",
        [request.idempotency_key],
      );
      return row?.["packed"] === true;
    };
    try {
      const store = await started();
      expect(await find(store, beginRequest({ idempotency_key: "of before" }))).to.deep.equal({
        kind: "replay",
        response: { status: 201, body: '{"id": "pay_1"}' },
      });
      expect(await isPackedBy(store)).to.equal(false);
      await database().sql("update idempotency.packing set begins_at = platform.clock()");
      expect(await isPackedBy(await started())).to.equal(true);
    } finally {
      await pools.close();
    }
  });
});
