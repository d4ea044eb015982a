import { createPools, type Pools } from "@flowlix/persistence";
import { newId } from "@flowlix/runtime";
import { createLives, livesTimeoutMs, shareOf, withDatabase, withModel } from "@flowlix/testkit";
import { expect } from "chai";
import * as fc from "fast-check";
import type { PaymentsDeps } from "../src/deps.ts";
import { paymentsSchema } from "../src/schema.ts";
import {
  ACCOUNTS,
  LIFE,
  LIFE_WITH_ACCOUNTS,
  live,
  MOSTLY_DECLINED,
  PLAN,
} from "./support/model/payment-lives.ts";
import { createPaymentWorld } from "./support/model/payment-world.ts";
import { paymentsOn } from "./support/payments-under-test.ts";

/** To look further: another seed, more runs. To repeat one: the seed and the path that were printed. */
const SEED = Number(process.env["PROPERTY_SEED"] ?? 20_261_121);
const RUNS_OF = {
  direct: 350,
  hosted: 300,
  "hosted, three cards": 200,
  "direct, finished by us": 200,
  "hosted, finished by us": 150,
  "direct, several accounts": 300,
  "hosted, several accounts": 100,
};
const RUNS = process.env["PROPERTY_RUNS"];
const PATH = process.env["PROPERTY_PATH"];

/** Where runs must have come to. Nobody knows more of what stays PENDING or PROCESSING. */
const ENDS = {
  direct: ["SUCCEEDED", "FAILED", "EXPIRED", "PENDING", "PROCESSING", "no row"],
  hosted: ["SUCCEEDED", "FAILED", "EXPIRED", "PROCESSING", "no row"],
  "hosted, three cards": ["SUCCEEDED", "FAILED", "EXPIRED", "no row"],
  "direct, finished by us": ["SUCCEEDED", "FAILED", "EXPIRED", "PROCESSING", "no row"],
  "hosted, finished by us": ["SUCCEEDED", "FAILED", "EXPIRED", "no row"],
  "direct, several accounts": [
    "SUCCEEDED",
    "FAILED",
    "EXPIRED",
    "PENDING",
    "PROCESSING",
    "no row",
    "SUCCEEDED at a second account",
    "FAILED at a second account",
    "EXPIRED at a second account",
    "PROCESSING at a second account",
  ],
  "hosted, several accounts": ["SUCCEEDED", "FAILED", "EXPIRED", "no row"],
};

const ONE = { cards: 1, oursToFinish: false, hasAccounts: false } as const;
const LIVES = {
  direct: { ...ONE, integration: "direct" },
  hosted: { ...ONE, integration: "hosted" },
  "hosted, three cards": { ...ONE, integration: "hosted", cards: 3 },
  "direct, finished by us": { ...ONE, integration: "direct", oursToFinish: true },
  "hosted, finished by us": { ...ONE, integration: "hosted", oursToFinish: true },
  "direct, several accounts": { ...ONE, integration: "direct", hasAccounts: true },
  "hosted, several accounts": { ...ONE, integration: "hosted", hasAccounts: true },
} as const;

/** Where most orders are challenged, which are then ours to finish. */
const MOSTLY_CHALLENGED = fc.oneof(
  {
    weight: 4,
    arbitrary: PLAN.map((plan) => ({ ...plan, first: "action_required" as const, elsewhere: false })),
  },
  { weight: 1, arbitrary: PLAN },
);

describe("whatever happens to a Payment, in any order", function () {
  this.timeout(60_000);
  const database = withDatabase([paymentsSchema]);
  const { sql, time } = withModel(database, "payments.payments");
  let pools: Pools;
  let deps: PaymentsDeps;

  before(async () => {
    pools = await createPools({
      url: database().urlOf("payments"),
      name: "test",
      hot: 4,
      read: 2,
      background: 2,
    });
    ({ deps } = paymentsOn({ ...database(), ...sql }, pools));
  });
  after(() => pools?.close());

  for (const name of [
    "direct",
    "hosted",
    "hosted, three cards",
    "direct, finished by us",
    "hosted, finished by us",
    "direct, several accounts",
    "hosted, several accounts",
  ] as const) {
    const { integration, cards, oursToFinish, hasAccounts } = LIVES[name];
    it(`the rules of money hold, ${name} [D10-14]`, async function () {
      const numRuns = Number(RUNS ?? shareOf(RUNS_OF[name]));
      this.timeout(livesTimeoutMs(numRuns));
      const lives = createLives();
      const plansOf =
        cards === 1
          ? (oursToFinish ? MOSTLY_CHALLENGED : PLAN).map((plan) => ({ first: plan, later: plan }))
          : fc.record({ first: MOSTLY_DECLINED, later: PLAN });
      const lifeOf = hasAccounts ? LIFE_WITH_ACCOUNTS : LIFE;
      const accountsOf = hasAccounts ? ACCOUNTS : fc.constant([]);
      const drawn = [plansOf, lifeOf, fc.boolean(), accountsOf] as const;
      const property = fc.asyncProperty(...drawn, (plans, life, inOneCall, accounts) =>
        lives.live(
          () =>
            createPaymentWorld({
              id: newId("payment"),
              plans,
              cards,
              inOneCall,
              oursToFinish,
              accounts,
              deps,
              database: sql,
              time: time(),
            }),
          (world) => live(world, integration, life),
        ),
      );
      const path = PATH === undefined ? {} : { path: PATH };
      await fc.assert(property, { seed: SEED, numRuns, includeErrorInReport: true, ...path });
      if (PATH === undefined) expect(lives.count(), "lives that were lived to their end").to.equal(numRuns);
      // A property that never came anywhere would hold, too.
      if (lives.count() >= RUNS_OF[name]) expect([...lives.ends]).to.include.members(ENDS[name]);
    });
  }
});
