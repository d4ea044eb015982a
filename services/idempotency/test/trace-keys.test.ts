import { createPools, type Pools } from "@flowlix/persistence";
import { newId } from "@flowlix/runtime";
import { withDatabase } from "@flowlix/testkit";
import { expect } from "chai";
import { idempotencySchema } from "../src/schema.ts";
import { traceKeys } from "../src/trace-keys.ts";

describe("the key of an object, for an operator", () => {
  const database = withDatabase([idempotencySchema]);
  let pools: Pools;
  before(async () => {
    const url = database().urlOf("idempotency");
    pools = await createPools({ url, name: "test", hot: 1, read: 1, background: 1 });
  });
  after(() => pools?.close());

  it("is told by its state and when it was begun, never by its name or its answer", async () => {
    const [payment, refund, key] = [newId("payment"), newId("refund"), newId("key")];
    await database().sql(
      `insert into idempotency.records
         (key_id, operation, idempotency_key, fingerprint_key_id, fingerprint, object_id, state, response_status, response_body,
          token, start_before, lease_until, created_at)
       values ($1, 'create_payment', 'a secret name', 'k', decode(repeat('00', 32), 'hex'), $2, 'done', 201, '{"body":1}',
               null, null, null, timestamptz '2030-01-01 00:00:00.123Z'),
              ($1, 'create_refund', 'another', 'k', decode(repeat('00', 32), 'hex'), $3, 'held', null, null,
               gen_random_uuid(), platform.clock(), platform.clock(), platform.clock())`,
      [key, payment, refund],
    );
    const reported = await traceKeys(pools.read, [payment, newId("payout")]);
    expect(reported).to.deep.equal([
      {
        object_id: payment,
        at_ms: Date.parse("2030-01-01T00:00:00.123Z"),
        part: "key",
        what: "done",
        facts: {
          operation: "create_payment",
          key_id: key,
          answered: 201,
          start_before_ms: null,
          lease_until_ms: null,
        },
      },
    ]);
    const both = await traceKeys(pools.read, [payment, refund]);
    expect(both.map(({ what }) => what)).to.have.members(["done", "held"]);
    expect(JSON.stringify(both)).not.to.match(/secret name|another|body/);
  });
});
