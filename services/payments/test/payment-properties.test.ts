import { connect, createPools, type Pools } from "@flowlix/persistence";
import { newId } from "@flowlix/runtime";
import { keepHistory, shareOf, takeTime, withDatabase, type MovingTime, type Sql } from "@flowlix/testkit";
import { expect } from "chai";
import * as fc from "fast-check";
import type { PaymentsDeps } from "../src/deps.ts";
import { paymentsSchema } from "../src/schema.ts";
import { LIFE, live, PLAN } from "./support/model/payment-lives.ts";
import { createPaymentWorld } from "./support/model/payment-world.ts";
import { paymentsOn } from "./support/payments-under-test.ts";

/** To look further: another seed, more runs. To repeat one: the seed and the path that were printed. */
const SEED = Number(process.env["PROPERTY_SEED"] ?? 20_261_121);
const RUNS_OF = { direct: 350, hosted: 300 };
const RUNS = process.env["PROPERTY_RUNS"];
const PATH = process.env["PROPERTY_PATH"];

/**
 * A failing life is made shorter by living at most so many others. A bound of time would end the whole run
 * and call what was lived until then a pass.
 */
const SHORTER_LIVES_MAX = 200;
/** Bounds what hangs: a life takes a fraction of a second. */
const LIFE_MAX_MS = 2_000;

/** Where runs must have come to. Nobody knows more of what stays PENDING or PROCESSING. */
const ENDS = {
  direct: ["SUCCEEDED", "FAILED", "EXPIRED", "PENDING", "PROCESSING", "no row"],
  hosted: ["SUCCEEDED", "FAILED", "EXPIRED", "PROCESSING", "no row"],
};

describe("whatever happens to a Payment in whatever order", function () {
  this.timeout(60_000);
  const database = withDatabase([paymentsSchema]);
  let pools: Pools;
  let client: Awaited<ReturnType<typeof connect>>;
  let sql: Sql;
  let deps: PaymentsDeps;
  let time: MovingTime;
  const random = Math.random;

  before(async () => {
    pools = await createPools({
      url: database().urlOf("payments"),
      name: "test",
      hot: 4,
      read: 2,
      background: 2,
    });
    client = await connect(database().adminUrl, "model");
    sql = { sql: async (text, values = []) => (await client.query(text, [...values])).rows };
    ({ deps } = paymentsOn({ ...database(), ...sql }, pools));
    await keepHistory(sql, "payments.payments");
    time = takeTime(sql);
    // The spread of looks would make a run another one when it is repeated.
    Math.random = () => 0.5;
  });
  after(async () => {
    Math.random = random;
    time?.release();
    await client?.end();
    await pools?.close();
  });

  for (const integration of ["direct", "hosted"] as const) {
    it(`the rules of money hold, ${integration} [D10-14]`, async function () {
      const numRuns = Number(RUNS ?? shareOf(RUNS_OF[integration]));
      this.timeout((numRuns + SHORTER_LIVES_MAX) * LIFE_MAX_MS);
      const ends = new Set<string>();
      let lives = 0;
      let shorterLives: number | null = null;
      const property = fc.asyncProperty(PLAN, LIFE, fc.boolean(), async (plan, life, inOneCall) => {
        if (shorterLives !== null && (shorterLives += 1) > SHORTER_LIVES_MAX) return;
        const world = createPaymentWorld({
          id: newId("payment"),
          plan,
          inOneCall,
          deps,
          database: sql,
          time,
        });
        try {
          ends.add(await live(world, integration, life));
          lives += 1;
        } catch (error) {
          shorterLives ??= 0;
          throw new Error(`${String(error)}\nturns:\n  ${world.turns.trace.join("\n  ")}`, { cause: error });
        } finally {
          await world.end();
        }
      });
      const path = PATH === undefined ? {} : { path: PATH };
      await fc.assert(property, { seed: SEED, numRuns, includeErrorInReport: true, ...path });
      if (PATH === undefined) expect(lives, "lives that were lived to their end").to.equal(numRuns);
      // A property that never came anywhere would hold, too.
      if (lives >= RUNS_OF[integration]) expect([...ends]).to.include.members(ENDS[integration]);
    });
  }
});
