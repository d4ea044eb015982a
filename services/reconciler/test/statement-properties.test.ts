import { expect } from "chai";
import * as fc from "fast-check";
import { dayAfter } from "../src/statement/lines.ts";
import {
  at,
  POSTED_WITHIN_MS,
  DAY,
  newWorld,
  NEXT,
  withStatement,
  type Movement,
  type StatementUnderTest,
} from "./support/statement-under-test.ts";

const SEED = Number(process.env["PROPERTY_SEED"] ?? 20_261_122);
const AFTER = "2026-03-12";
const LAST = "2026-03-13";
const DAYS = [DAY, NEXT, AFTER] as const;
const MIDNIGHTS = [at(NEXT, "00:00:00"), at(AFTER, "00:00:00")];

/** A movement around midnight: posted after it was executed, and stated by the day it was entered on. */
const MOVEMENT = fc.record({
  midnight: fc.nat(1),
  kind: fc.constantFrom("charge" as const, "refund" as const, "payout" as const, "reversal" as const),
  /** Milliseconds from midnight at which it was executed. */
  offsetMs: fc.oneof(
    fc.integer({ min: -180_000, max: 180_000 }),
    fc.integer({ min: -5_000, max: 5_000 }),
    fc.constantFrom(-1, 0, 1),
  ),
  /** Booked hours later its object is still open when its statement is compared. */
  postedAfterMs: fc.oneof(fc.constant(0), fc.nat(30_000), fc.nat(20 * 3_600_000)),
  enteredAfterMs: fc.oneof(fc.constant(0), fc.nat(POSTED_WITHIN_MS - 1)),
  // What is wrong with it: any of these, and all at once.
  sides: fc.constantFrom(
    "both" as const,
    "both" as const,
    "both" as const,
    "books" as const,
    "statement" as const,
  ),
  amount: fc.constantFrom(1_000, 1_000, 1_001),
  currency: fc.constantFrom("EUR", "EUR", "GBP"),
  again: fc.constantFrom("never" as const, "never" as const, "same day" as const, "other day" as const),
});

type Made = typeof MOVEMENT extends fc.Arbitrary<infer Value> ? Value : never;

const RUN = fc.record({
  movements: fc.array(MOVEMENT, { minLength: 1, maxLength: 30 }),
  /** Days that are compared once more, in this order, when each day is over. */
  again: fc.array(fc.nat(2), { maxLength: 6 }),
});

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Puts a movement on both sides, with what is wrong with it; answers what there is to be found of it. */
function play(under: StatementUnderTest, index: number, made: Made): string[] {
  const { kind, sides, amount, currency, again } = made;
  const executedMs = (MIDNIGHTS[made.midnight] ?? 0) + made.offsetMs;
  const movement: Movement = { kind, reference: `m_${index}`, atMs: executedMs };
  if (sides !== "statement") {
    under.posted({ ...movement, atMs: executedMs + made.postedAfterMs });
    under.world.objects.set(movement.reference, { status: "PROCESSING", ended: false });
  }
  const of = (...differences: string[]) => differences.map((one) => `${one} ${kind} m_${index} open`);
  if (sides === "books") return of("missing_there");

  const day = dayOf(executedMs + made.enteredAfterMs);
  const stated: Movement = { ...movement, amount, currency };
  under.states(day, stated);
  if (again === "same day") under.states(day, stated);
  const duplicate = again === "never" ? [] : ["duplicate_there"];
  // What nobody here knows has no day on which it would be right.
  if (sides === "statement") return of("missing_here", ...(again === "same day" ? duplicate : []));
  if (again === "other day") under.states(dayAfter(day, day === AFTER ? -1 : 1), stated);
  return of(
    ...duplicate,
    ...(amount === 1_000 ? [] : ["amount"]),
    ...(currency === "EUR" ? [] : ["currency"]),
  );
}

describe("movements around midnight, and every mistake that a statement may have in them", () => {
  const statement = withStatement();

  it("exactly that is found, whichever days are compared again", async function () {
    this.timeout(120_000);
    const property = fc.asyncProperty(RUN, async ({ movements, again }) => {
      const under = await statement.start(newWorld());
      await statement.forget();
      const expected = movements.flatMap((made, index) => play(under, index, made)).sort();
      for (const [index, day] of [NEXT, AFTER, LAST].entries()) {
        under.world.nowMs = at(day, "00:10:00");
        await under.itIs(under.world.nowMs);
        await under.job();
        for (const one of again.filter((which) => which <= index)) await under.compare(DAYS[one]);
      }
      expect(await under.standing()).to.deep.equal(expected);
      for (const day of DAYS) await under.compare(day);
      expect(await under.standing()).to.deep.equal(expected);
    });
    await fc.assert(property, { numRuns: 25, seed: SEED });
  });
});
