import { createPools, type Pools } from "@flowlix/persistence";
import { newId } from "@flowlix/runtime";
import { withDatabase } from "@flowlix/testkit";
import { expect } from "chai";
import { reconcilerSchema } from "../src/schema.ts";
import { traceStatement } from "../src/statement/trace-statement.ts";

const NOON = Date.parse("2030-01-02T12:00:00Z");

describe("what statements say of an object, for an operator", () => {
  const database = withDatabase([reconcilerSchema]);
  let pools: Pools;
  before(async () => {
    const url = database().urlOf("reconciler");
    pools = await createPools({ url, name: "test", hot: 1, read: 1, background: 1 });
  });
  after(() => pools?.close());

  type Source = Parameters<typeof traceStatement>[1];
  const statement = { dayOf: (ms: number) => new Date(ms).toISOString().slice(0, 10) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a trace asks for the day alone
  const port = { name: "sandbox", livemode: false, statement } as unknown as Source["own"]["port"];
  const source: Source = { own: { port, account: null }, accounts: () => [] };
  const line = (reference: string, booked_at_ms: number | null, provider = "sandbox") => ({
    reference,
    provider,
    livemode: false,
    booked_at_ms,
  });

  it("is the last comparison of the day of its entry, and each difference that names it", async () => {
    const [agreed, differing] = [newId("payment"), newId("payment")];
    await database().sql(
      `insert into reconciler.statement_runs (id, provider, livemode, day, state, asked_by, complete, ended_at, requested_at)
       values ('run_1', 'sandbox', false, '2030-01-02', 'done', 'clock', false, '2030-01-02 13:00Z', '2030-01-02 13:00Z'),
              ('run_2', 'sandbox', false, '2030-01-02', 'done', 'clock', true, '2030-01-03 01:00Z', '2030-01-03 01:00Z'),
              ('run_3', 'sandbox', true, '2030-01-02', 'done', 'clock', true, '2030-01-04 01:00Z', '2030-01-04 01:00Z')`,
    );
    await database().sql(
      `insert into reconciler.differences (id, provider, livemode, day, kind, reference, difference, state, statement_amount, book_amount)
       values ('dif_1', 'sandbox', false, '2030-01-02', 'charge', $1, 'amount', 'open', 5, 6),
              ('dif_2', 'sandbox', true, '2030-01-02', 'charge', $1, 'amount', 'open', 5, 6)`,
      [differing],
    );
    const reported = await traceStatement(pools.read, source, [line(agreed, NOON), line(differing, null)]);
    expect(
      reported.map(({ object_id, part, what, facts }) => [
        object_id,
        part,
        what,
        facts["run_id"] ?? facts["id"],
      ]),
    ).to.have.deep.members([
      [agreed, "statement", "day compared", "run_2"],
      [differing, "difference", "amount", "dif_1"],
    ]);
    expect(
      await traceStatement(pools.read, source, [line(agreed, NOON, "another")]),
      "of another acquirer",
    ).to.deep.equal([]);
  });
});
