import { createListPool, createPools, type Pool, type Pools } from "@flowlix/persistence";
import { newId } from "@flowlix/runtime";
import { createLives, livesTimeoutMs, shareOf, withDatabase, withModel } from "@flowlix/testkit";
import { expect } from "chai";
import * as fc from "fast-check";
import { foldTotals } from "../src/read/fold-totals.ts";
import { payoutsSchema } from "../src/schema.ts";
import { ACCOUNTS, LIFE, LIFE_WITH_ACCOUNTS, live, PLAN } from "./support/model/payout-lives.ts";
import { createPayoutWorld } from "./support/model/payout-world.ts";
import { CARD_NUMBER, depsFor } from "./support/payouts-under-test.ts";
import { scriptedPayouts } from "./support/scripted-payouts.ts";

/** To look further: another seed, more runs. To repeat one: the seed and the path that were printed. */
const SEED = Number(process.env["PROPERTY_SEED"] ?? 20_261_121);
const RUNS = process.env["PROPERTY_RUNS"];
const PATH = process.env["PROPERTY_PATH"];

describe("whatever happens to a Payout, in any order", function () {
  this.timeout(60_000);
  const database = withDatabase([payoutsSchema]);
  const { sql, time } = withModel(database, "payouts.payouts");
  let pools: Pools;
  let lists: Pool;

  before(async () => {
    const access = { url: database().urlOf("payouts"), name: "test" };
    pools = await createPools({ ...access, hot: 4, read: 2, background: 2 });
    lists = createListPool({ ...access, connections: 1 });
  });
  after(async () => {
    await lists?.end();
    await pools?.close();
  });

  const FORMS = [
    { name: "", runs: 500, lifeOf: LIFE, accountsOf: fc.constant([]) },
    { name: ", several accounts", runs: 200, lifeOf: LIFE_WITH_ACCOUNTS, accountsOf: ACCOUNTS },
  ];
  for (const { name, runs, lifeOf, accountsOf } of FORMS)
    it(`the rules of money hold${name} [PO-3, PO-5]`, async function () {
      const numRuns = Number(RUNS ?? shareOf(runs));
      this.timeout(livesTimeoutMs(numRuns));
      const lives = createLives();
      const property = fc.asyncProperty(PLAN, lifeOf, accountsOf, (plan, life, accounts) =>
        lives.live(
          () =>
            createPayoutWorld({
              id: newId("payout"),
              merchantId: newId("merchant"),
              plan,
              accounts,
              deps: depsFor(pools, lists, scriptedPayouts()),
              fold: () => foldTotals(pools.background),
              database: sql,
              time: time(),
            }),
          (world) => live(world, life),
        ),
      );
      const path = PATH === undefined ? {} : { path: PATH };
      await fc.assert(property, { seed: SEED, numRuns, ...path });
      if (PATH === undefined) expect(lives.count(), "lives that were lived to their end").to.equal(numRuns);
      // A property that never came anywhere would hold, too.
      if (lives.count() >= runs)
        expect([...lives.ends]).to.include.members([
          "SUCCEEDED",
          "FAILED",
          "PENDING",
          "PROCESSING",
          "no row",
        ]);
    });

  it("and no row of any table has ever held the card's number [PO-2]", async () => {
    const tables = await sql.sql(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('payouts', 'public')",
    );
    expect(tables.map(({ name }) => name)).to.include.members(["payouts.outbox", "public.history"]);
    for (const { name } of tables) {
      const rows = await sql.sql(
        `select 1 from ${String(name)} as t where t::text like '%${CARD_NUMBER}%' limit 1`,
      );
      expect(rows, String(name)).to.deep.equal([]);
    }
  });
});
