import { connect, type Pools } from "@flowlix/persistence";
import { paymentsSchema } from "@flowlix/payments";
import { EVERY_COMBINATION, moveClock, withDatabase } from "@flowlix/testkit";
import { expect } from "chai";
import { refundsSchema } from "../src/schema.ts";
import type { Plan } from "./support/model/model-acquirer.ts";
import type { Death } from "./support/model/crashable.ts";
import { createRefundWorld, type RefundWorld } from "./support/model/refund-world.ts";
import { openPaymentsSide, type PaymentsSide } from "@flowlix/payments/testing";
import { openRefundsPools } from "./support/refunds-under-test.ts";

const ways = {
  "succeeds later": { first: "processing", result: "succeeded" },
  "fails at once": { first: "failed", result: null },
} as const satisfies Record<string, Plan>;

/** What goes wrong with the submission besides. */
const answers = ["it is answered", "its answer is lost", "it never arrives", "it arrives late"] as const;
const FAULT = {
  "its answer is lost": "lost_answer",
  "it never arrives": "lost",
  "it arrives late": "late",
} as const;

/** What happens to an owner's process: killed, or stopped until everything else is over (SIGSTOP, SIGCONT). */
const FATES = ["dies", "is stopped"] as const;

interface Blow {
  readonly fate: (typeof FATES)[number];
  readonly owner: "refunds" | "payments";
  readonly at: Death;
}

/** Before a step is after the one before it: only the first has no such one. */
const momentsIn = (steps: number): readonly Death[] => [
  { steps: 0, when: "before" },
  ...Array.from({ length: steps }, (_, at) => ({ steps: at, when: "after" }) as const),
];

describe("a crash or a stop at any arrow of a Refund's way", function () {
  this.timeout(120_000);
  const database = withDatabase([paymentsSchema, refundsSchema]);
  let pools: Pools;
  let side: PaymentsSide;
  let client: Awaited<ReturnType<typeof connect>>;
  let sql: { sql: (text: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]> };

  before(async () => {
    pools = await openRefundsPools(database());
    client = await connect(database().adminUrl, "model");
    sql = { sql: async (text, values = []) => (await client.query(text, [...values])).rows };
    side = await openPaymentsSide(database(), sql);
  });
  after(async () => {
    await client?.end();
    await pools?.close();
    await side?.close();
  });

  async function world(plan: Plan): Promise<RefundWorld> {
    await moveClock(sql, 0);
    await sql.sql("update refunds.refunds set next_look_at = '2099-01-01' where next_look_at is not null");
    return createRefundWorld({
      paymentId: await side.paid(),
      amounts: [600, 600],
      planOf: () => plan,
      pools,
      side,
      database: sql,
    });
  }

  /** The whole way: made, synced, ended, synced again, reported, swept; then the merchant asks once more. */
  async function goTheWay(one: RefundWorld, answer: (typeof answers)[number]): Promise<void> {
    if (answer !== "it is answered") one.acquirer.fault("submit", FAULT[answer]);
    await one.together([() => one.create(0, "in time")], () => 0);
    await one.pass(26_000);
    await one.together([one.sync], () => 0);
    one.acquirer.settle();
    await one.pass(2_500);
    await one.together([one.sync], () => 0);
    await one.together([one.report], () => 0);
    await one.pass(60_000);
    await one.together([one.sweep], () => 0);
    await one.together([() => one.create(0, "in time")], () => 0);
    await one.together([() => one.create(1, "in time")], () => 0);
  }

  /** The owner of Refunds dies between the reservation and the row: only the sweep can give the money back. */
  async function leaveReservation(one: RefundWorld): Promise<void> {
    one.kill("refunds", { steps: 1, when: "before" });
    await one.together([() => one.create(0, "in time")], () => 0);
    expect((await side.payment(one.paymentId)).amount_refundable, "reserved").to.equal(400);
  }

  /** Twice, because what broke off comes again; then the merchant asks for the same once more, and for another. */
  async function sweepAndAskAgain(one: RefundWorld): Promise<void> {
    for (const ms of [60_000, 31_000]) {
      await one.pass(ms);
      await one.together([one.sweep], () => 0);
    }
    await one.together([() => one.create(0, "in time")], () => 0);
    await one.together([() => one.create(1, "in time")], () => 0);
  }

  /** Lets a life be lived in which one thing happens to an owner, and everything come to rest; tells how it went. */
  async function living(
    plan: Plan,
    { fate, owner, at }: Blow,
    live: (one: RefundWorld, strike: () => void) => Promise<void>,
  ): Promise<void> {
    const one = await world(plan);
    try {
      await live(one, () => (fate === "dies" ? one.kill(owner, at) : one.stop(owner, at)));
      // Everybody else has long gone on without it, and given it up.
      if (fate === "is stopped") await one.goOn();
      await one.rest();
    } catch (error) {
      const steps = one.scheduler.trace.join("\n  ");
      const how = `${owner} ${fate} ${at.when} step ${at.steps}`;
      throw new Error(`${how}: ${String(error)}\nsteps:\n  ${steps}`, { cause: error });
    } finally {
      await one.end();
    }
  }

  for (const [nth, fate] of FATES.entries()) {
    for (const [whichWay, [way, plan]] of Object.entries(ways).entries()) {
      for (const [which, answer] of answers.entries()) {
        // A fourth of them in which every fate, way and answer occurs.
        if (!EVERY_COMBINATION && (2 * nth + whichWay + which) % answers.length !== 0) continue;
        it(`an owner ${fate}; ${way}, ${answer}: nothing is refunded twice, no reservation stays, and both owners agree [RF-15]`, async () => {
          const whole = await world(plan);
          await goTheWay(whole, answer);
          const steps = { refunds: whole.steps("refunds"), payments: whole.steps("payments") };
          await whole.rest();
          await whole.end();
          expect(steps.refunds).to.be.greaterThan(8);
          expect(steps.payments).to.be.greaterThan(2);
          for (const owner of ["refunds", "payments"] as const)
            for (const at of momentsIn(steps[owner]))
              await living(plan, { fate, owner, at }, async (one, strike) => {
                strike();
                await goTheWay(one, answer);
              });
        });
      }
    }
  }

  for (const fate of FATES) {
    it(`an owner ${fate} in the sweep of a reservation that came to nothing: its money comes back, once [RF-15]`, async () => {
      const plan = ways["succeeds later"];
      const whole = await world(plan);
      await leaveReservation(whole);
      const before = { refunds: whole.steps("refunds"), payments: whole.steps("payments") };
      await sweepAndAskAgain(whole);
      const steps = {
        refunds: whole.steps("refunds") - before.refunds,
        payments: whole.steps("payments") - before.payments,
      };
      expect(await whole.rest()).to.include("VOIDED");
      await whole.end();
      expect(steps.refunds).to.be.greaterThan(4);
      expect(steps.payments).to.be.greaterThan(4);
      for (const owner of ["refunds", "payments"] as const)
        for (const at of momentsIn(steps[owner]))
          await living(plan, { fate, owner, at }, async (one, strike) => {
            await leaveReservation(one);
            strike();
            await sweepAndAskAgain(one);
          });
    });
  }
});
