import { expect } from "chai";
import * as fc from "fast-check";
import {
  at,
  BOOKED_WITHIN_MS,
  DAY,
  newWorld,
  NEXT,
  withStatement,
  type Movement,
  type StatementUnderTest,
} from "./support/statement-under-test.ts";

const AFTER = "2026-03-12";
const LAST = "2026-03-13";
const DAYS = [DAY, NEXT, AFTER] as const;
const MIDNIGHTS = [at(NEXT, "00:00:00"), at(AFTER, "00:00:00")];

const FAULTS = ["none", "omit", "amount", "currency", "duplicate", "add"] as const;

/** A movement around midnight: booked after it was executed, and stated by the day it was entered on. */
const MOVEMENT = fc.record({
  midnight: fc.nat(1),
  kind: fc.constantFrom("charge" as const, "refund" as const, "payout" as const, "reversal" as const),
  /** Milliseconds from midnight at which it was executed. */
  offsetMs: fc.oneof(
    fc.integer({ min: -180_000, max: 180_000 }),
    fc.integer({ min: -5_000, max: 5_000 }),
    fc.constantFrom(-1, 0, 1),
  ),
  bookedAfterMs: fc.oneof(fc.constant(0), fc.nat(30_000)),
  enteredAfterMs: fc.oneof(fc.constant(0), fc.nat(BOOKED_WITHIN_MS - 1)),
  fault: fc.constantFrom("none" as const, "none" as const, ...FAULTS),
});

type Made = typeof MOVEMENT extends fc.Arbitrary<infer Value> ? Value : never;

const RUN = fc.record({
  movements: fc.array(MOVEMENT, { minLength: 1, maxLength: 30 }),
  /** Days that are compared once more, in this order, when each day is over. */
  again: fc.array(fc.nat(2), { maxLength: 6 }),
});

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Puts a movement on both sides, as the fault has it; answers what there is to be found of it. */
function play(under: StatementUnderTest, index: number, made: Made): string[] {
  const { kind, fault } = made;
  const executedMs = (MIDNIGHTS[made.midnight] ?? 0) + made.offsetMs;
  const movement: Movement = { kind, reference: `m_${index}`, atMs: executedMs };
  const name = `${kind} m_${index} open`;
  const state = (more: Partial<Movement> = {}): void =>
    under.states(dayOf(executedMs + made.enteredAfterMs), { ...movement, ...more });
  if (fault !== "add") under.booked({ ...movement, atMs: executedMs + made.bookedAfterMs });
  switch (fault) {
    case "omit":
      return [`missing_there ${name}`];
    case "add":
      state();
      return [`missing_here ${name}`];
    case "amount":
      state({ amount: 1_001 });
      return [`amount ${name}`];
    case "currency":
      state({ currency: "GBP" });
      return [`currency ${name}`];
    case "duplicate":
      state();
      state();
      return [`duplicate_there ${name}`];
    default:
      state();
      return [];
  }
}

describe("whatever moves around midnight, and whatever the statement has wrong of it", () => {
  const statement = withStatement();

  it("exactly that is found, whichever days are compared again", async function () {
    this.timeout(120_000);
    const property = fc.asyncProperty(RUN, async ({ movements, again }) => {
      const under = await statement.start(newWorld());
      await statement.forget();
      const expected = movements.flatMap((made, index) => play(under, index, made)).sort();
      for (const [index, day] of [NEXT, AFTER, LAST].entries()) {
        await under.itIs(at(day, "00:10:00"));
        await under.turn();
        for (const one of again.filter((which) => which <= index)) await under.compare(DAYS[one]);
      }
      expect(await under.standing()).to.deep.equal(expected);
      for (const day of DAYS) await under.compare(day);
      expect(await under.standing()).to.deep.equal(expected);
    });
    await fc.assert(property, { numRuns: 25 });
  });
});
