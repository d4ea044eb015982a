import type { Pools } from "@flowlix/persistence";
import { paymentsSchema } from "@flowlix/payments";
import { createStops, shareOf, withDatabase, withModel } from "@flowlix/testkit";
import { expect } from "chai";
import * as fc from "fast-check";
import { refundsSchema } from "../src/schema.ts";
import { CALLS, FAULTS } from "./support/model/model-acquirer.ts";
import { ACCOUNT_CHANGES } from "../../../libs/engine/test/support/drawn-accounts.ts";
import { chargedAt, type DrawnAccounts } from "./support/model/refund-parties.ts";
import { PAID } from "./support/model/refund-rules.ts";
import { BUS_FAULTS, createRefundWorld, type RefundWorld } from "./support/model/refund-world.ts";
import { openPaymentsSide, type PaymentsSide } from "@flowlix/payments/testing";
import { openRefundsPools } from "./support/refunds-under-test.ts";

/** To look further: another seed, more runs. To repeat one: the seed and the path that were printed. */
const SEED = Number(process.env["PROPERTY_SEED"] ?? 20_261_121);
const RUNS = process.env["PROPERTY_RUNS"];
const PATH = process.env["PROPERTY_PATH"];

/** A failing run is made shorter for at most this long. */
const LIMIT_MS = 120_000;

const plan = fc.record({
  first: fc.constantFrom("processing", "processing", "received", "failed", "succeeded"),
  result: fc.constantFrom("succeeded", "succeeded", "failed", null),
} as const);

const act = <const Act extends string>(name: Act) => fc.constant(name);
const slot = fc.nat({ max: 3 });

const STEP = fc.oneof(
  { weight: 8, arbitrary: fc.record({ act: act("create"), slot }) },
  { weight: 1, arbitrary: fc.record({ act: act("late create"), slot }) },
  { weight: 4, arbitrary: fc.record({ act: act("sync") }) },
  { weight: 2, arbitrary: fc.record({ act: act("tell") }) },
  { weight: 3, arbitrary: fc.record({ act: act("sweep") }) },
  { weight: 2, arbitrary: fc.record({ act: act("read payment") }) },
  { weight: 3, arbitrary: fc.record({ act: act("read refund"), slot }) },
  { weight: 3, arbitrary: fc.record({ act: act("settle") }) },
  { weight: 3, arbitrary: fc.record({ act: act("callback"), index: fc.nat({ max: 9 }) }) },
  { weight: 2, arbitrary: fc.record({ act: act("late message") }) },
  {
    weight: 4,
    arbitrary: fc.record({
      act: act("fault"),
      call: fc.constantFrom("submit", "submit", ...CALLS),
      fault: fc.constantFrom("late", "lost_answer", ...FAULTS),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ act: act("lost commit"), owner: fc.constantFrom("refunds", "payments") }),
  },
  { weight: 3, arbitrary: fc.record({ act: act("bus fault"), fault: fc.constantFrom(...BUS_FAULTS) }) },
);
/** The same where the merchant has accounts, which change while Refunds go on. */
const STEP_WITH_ACCOUNTS = fc.oneof(
  { weight: 5, arbitrary: STEP },
  {
    weight: 1,
    arbitrary: fc.record({
      act: act("account"),
      index: fc.nat({ max: 2 }),
      change: fc.constantFrom(...ACCOUNT_CHANGES),
    }),
  },
);
type Step = typeof STEP_WITH_ACCOUNTS extends fc.Arbitrary<infer T> ? T : never;

/** Any of them may have no share, or not be used, also the one that has the charge. */
const ACCOUNTS: fc.Arbitrary<DrawnAccounts> = fc.record({
  accounts: fc.array(
    fc.record({
      weight: fc.constantFrom(0, 1, 50, 100),
      isActive: fc.nat({ max: 7 }).map((eighth) => eighth > 0),
    }),
    { minLength: 2, maxLength: 3 },
  ),
  charged: fc.nat({ max: 2 }),
  isSecond: fc.boolean(),
});

const owner = fc.constantFrom("refunds", "refunds", "payments");

/**
 * An owner's process is stopped for longer than a key's lease, a claim, or nothing at all; another one takes its place,
 * and it goes on beside what happens then.
 */
const STOP = fc.option(
  fc.record({
    owner,
    steps: fc.nat({ max: 6 }),
    when: fc.constantFrom("before", "after"),
    lapseMs: fc.constantFrom(41_000, 41_000, 60_000, 26_000, 0),
    moments: fc.nat({ max: 2 }),
  } as const),
  { freq: 2 },
);

/** Things that happen at once, after some time, in an order of their steps; and perhaps a crash or a stop. */
const momentOf = (step: fc.Arbitrary<Step>) =>
  fc.record({
    passMs: fc.oneof(
      { weight: 5, arbitrary: fc.constant(0) },
      { weight: 4, arbitrary: fc.constantFrom(1_300, 4_000, 12_000, 27_000, 41_000) },
      { weight: 2, arbitrary: fc.constantFrom(52_000, 180_000) },
    ),
    steps: fc.array(step, { minLength: 1, maxLength: 6, size: "medium" }),
    order: fc.infiniteStream(fc.nat({ max: 59 })),
    stop: STOP,
    crash: fc.option(
      fc.record({
        owner,
        steps: fc.nat({ max: 8 }),
        when: fc.constantFrom("before", "after"),
      } as const),
      { freq: 3 },
    ),
  });
type Moment = ReturnType<typeof momentOf> extends fc.Arbitrary<infer T> ? T : never;

/**
 * The first request is stopped over the end of its claim, most often with its answer in hand; others come meanwhile.
 */
const LAPSED = fc.record({
  fault: fc.constantFrom("throttled", "throttled", "unreachable", "lost", "late", "lost_answer"),
  // As often as a submission is tried, or its next try is answered.
  times: fc.constantFrom(1, 3, 3),
  stop: fc.record({
    owner: fc.constant("refunds"),
    // It reads and inserts; the first try is its third step, the last one its fifth.
    steps: fc.constantFrom(0, 1, 2, 2, 3, 4, 4, 4, 4),
    when: fc.constantFrom("before", "after", "after"),
    lapseMs: fc.constantFrom(41_000, 60_000),
    moments: fc.nat({ max: 1 }),
  } as const),
  meanwhile: fc.array(fc.constantFrom<Step>({ act: "create", slot: 0 }, { act: "sync" }, { act: "sweep" }), {
    minLength: 1,
    maxLength: 3,
  }),
} as const);
type Lapsed = typeof LAPSED extends fc.Arbitrary<infer T> ? T : never;

const AMOUNTS = fc.array(fc.constantFrom(1_000, 600, 500, 400, 100), { minLength: 2, maxLength: 4 });

function taskOf(world: RefundWorld, step: Step): () => Promise<unknown> {
  switch (step.act) {
    case "create":
      return () => world.create(step.slot, "in time");
    case "late create":
      return () => world.create(step.slot, "late");
    case "sync":
      return world.sync;
    case "tell":
      return world.report;
    case "read payment":
      return world.readPayment;
    case "read refund":
      return () => world.readRefund(step.slot);
    case "sweep":
      return world.sweep;
    case "callback":
      return () => world.callback(step.index);
    case "settle":
      return () => world.outside("settle", () => world.acquirer.settle());
    case "late message":
      return () => world.outside("late message", world.late);
    case "fault":
      return () =>
        world.outside(`fault ${step.call} ${step.fault}`, () => world.acquirer.fault(step.call, step.fault));
    case "account":
      return () =>
        world.outside(`account ${step.index} is ${step.change}`, () =>
          world.changeAccount(step.index, step.change),
        );
    case "lost commit":
      return () => world.outside(`${step.owner} loses a commit`, () => world.loseCommit(step.owner));
    case "bus fault":
      return () => world.outside(`bus fault ${step.fault}`, () => world.busFault(step.fault));
  }
}

async function live(
  world: RefundWorld,
  lapsed: Lapsed | null,
  moments: readonly Moment[],
): Promise<string[]> {
  const stops = createStops<NonNullable<Moment["stop"]>>({
    stopAt: (at) => world.stop(at.owner, at),
    hasStopped: world.hasStopped,
    goOn: world.wake,
    pass: world.pass,
  });
  if (lapsed !== null) {
    for (let left = lapsed.times; left > 0; left -= 1) world.acquirer.fault("submit", lapsed.fault);
    stops.stop(lapsed.stop);
    for (const steps of [[{ act: "create", slot: 0 } as const], lapsed.meanwhile])
      await stops.moment(() =>
        world.together(
          steps.map((step) => taskOf(world, step)),
          () => 0,
        ),
      );
  }
  for (const { passMs, steps, order, crash, stop } of moments) {
    if (passMs > 0) await world.pass(passMs);
    if (crash) world.kill(crash.owner, crash);
    stops.stop(stop);
    const choose = (among: number) => Number(order.next().value) % among;
    const tasks = steps.map((step) => taskOf(world, step));
    await stops.moment(() => world.together(tasks, choose));
  }
  return world.rest();
}

describe("whatever happens to the Refunds of a Payment, in any order", function () {
  this.timeout(180_000);
  const database = withDatabase([paymentsSchema, refundsSchema]);
  const { sql, time } = withModel(database);
  let pools: Pools;
  let side: PaymentsSide;

  before(async () => {
    pools = await openRefundsPools(database());
    side = await openPaymentsSide(database(), sql);
  });
  after(async () => {
    await pools?.close();
    await side?.close();
  });

  const FORMS = [
    { name: "", runs: 250, step: STEP, accountsOf: fc.constant(null) },
    { name: ", several accounts", runs: 120, step: STEP_WITH_ACCOUNTS, accountsOf: ACCOUNTS },
  ];
  for (const { name, runs, step, accountsOf } of FORMS)
    it(`the rules of money hold${name} [RF-5]`, async () => {
      const numRuns = Number(RUNS ?? shareOf(runs));
      const moments = fc.array(momentOf(step), { minLength: 2, maxLength: 10, size: "medium" });
      const ends = new Set<string>();
      const property = fc.asyncProperty(
        AMOUNTS,
        fc.array(plan, { minLength: 5, maxLength: 5 }),
        fc.option(LAPSED, { freq: 3 }),
        moments,
        accountsOf,
        async (amounts, plans, lapsed, all, accounts) => {
          await time().reset();
          // What an earlier run left open is no other's business.
          await sql.sql(
            "update refunds.refunds set next_look_at = '2099-01-01' where next_look_at is not null",
          );
          const world = createRefundWorld({
            paymentId: await side.paid(PAID, "EUR", chargedAt(accounts)),
            amounts,
            accounts,
            planOf: (_, amount) =>
              plans[(amount / 100) % plans.length] ?? { first: "processing", result: null },
            pools,
            side,
            database: sql,
            time: time(),
          });
          try {
            for (const status of await live(world, lapsed, all)) ends.add(status);
          } catch (error) {
            throw new Error(`${String(error)}\nsteps:\n  ${world.scheduler.trace.join("\n  ")}`, {
              cause: error,
            });
          } finally {
            await world.end();
          }
        },
      );
      const path = PATH === undefined ? {} : { path: PATH };
      await fc.assert(property, { seed: SEED, numRuns, interruptAfterTimeLimit: LIMIT_MS, ...path });
      // A property that never came anywhere would hold, too.
      if (numRuns >= runs && PATH === undefined)
        expect([...ends]).to.include.members(["SUCCEEDED", "FAILED", "PROCESSING", "VOIDED"]);
    });
});
