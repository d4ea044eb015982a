import { expect } from "chai";
import * as fc from "fast-check";
import { moveClock, withDatabase } from "@flowlix/testkit";
import { sandboxAcquirerSchema } from "../src/index.ts";
import { newReference, withAcquirer } from "./support/acquirer.ts";

/** Charge enough for one of the special amounts and not for two, and amounts that meet its bound. */
const CHARGED = 150_000;
const AMOUNTS = [1, 30_000, 60_000, 100_051, 104_051, 104_099, 105_098, CHARGED, CHARGED + 1];
const FAULTS = ["lose_answer", "garbage", "fail_before", "down"];

type Step =
  | { readonly act: "refund" | "cancel" | "read"; readonly which: number; readonly program: number }
  | { readonly act: "reverse"; readonly charge: number; readonly program: number }
  | { readonly act: "fault"; readonly fault: string; readonly program: number };

const RUN = fc.record({
  refunds: fc.array(fc.record({ charge: fc.nat(1), amount: fc.constantFrom(...AMOUNTS) }), {
    minLength: 2,
    maxLength: 8,
  }),
  /** Steps of a round are taken at once; two seconds pass between rounds. */
  rounds: fc.array(
    fc.array(
      fc.oneof(
        { weight: 6, arbitrary: stepOf("refund") },
        { weight: 2, arbitrary: stepOf("cancel") },
        { weight: 2, arbitrary: stepOf("read") },
        {
          weight: 1,
          arbitrary: fc.record({
            act: fc.constant("reverse" as const),
            charge: fc.nat(1),
            program: fc.nat(1),
          }),
        },
        {
          weight: 1,
          arbitrary: fc.record({
            act: fc.constant("fault" as const),
            fault: fc.constantFrom(...FAULTS),
            program: fc.nat(1),
          }),
        },
      ),
      { minLength: 1, maxLength: 12 },
    ),
    { minLength: 1, maxLength: 4 },
  ),
});

function stepOf<Act extends "refund" | "cancel" | "read">(act: Act) {
  return fc.record({ act: fc.constant(act), which: fc.nat(7), program: fc.nat(1) });
}

describe("whatever is asked, in any order, with any fault", () => {
  const database = withDatabase([sandboxAcquirerSchema]);
  const one = withAcquirer(database);
  const two = withAcquirer(database);
  let passed = 0;

  async function charge(): Promise<string> {
    const reference = newReference();
    await one().register(reference, CHARGED);
    await one().authorise(reference);
    return reference;
  }

  const rowsOf = async (charged: string) => {
    const [order] = await database().sql(
      "select coalesce(refunded, 0)::integer as refunded, reversed from sandbox_acquirer.orders where reference = $1",
      [charged],
    );
    const transfers = await database().sql(
      "select reference, amount::integer as amount, state from sandbox_acquirer.transfers where charge = $1",
      [charged],
    );
    return { order, transfers, book: await one().refundsOf(charged) };
  };
  const sum = (rows: readonly Record<string, unknown>[]): number =>
    rows.reduce((total, { amount }) => total + Number(amount), 0);

  it("no charge gives back more than it has, and nothing is executed twice or after it was closed", async function () {
    this.timeout(120_000);
    const run = async ({ refunds, rounds }: typeof RUN extends fc.Arbitrary<infer R> ? R : never) => {
      const charges = [await charge(), await charge()];
      const made = refunds.map((refund) => ({ ...refund, reference: newReference("ref") }));
      const closed = new Set<string>();
      const take = async (step: Step): Promise<void> => {
        const program = step.program === 0 ? one() : two();
        if (step.act === "fault") {
          await program.faults([{ operation: "refund", fault: step.fault, times: 1 }]);
          return;
        }
        if (step.act === "reverse") {
          await program.reverse(charges[step.charge] ?? "");
          return;
        }
        const refund = made[step.which % made.length];
        if (refund === undefined) return;
        const { reference, amount } = refund;
        const charged = charges[refund.charge] ?? "";
        if (step.act === "refund") await program.refund(reference, charged, amount);
        else if (step.act === "read") await program.readRefund(reference);
        else {
          const answer = await program.cancelRefund(reference, charged, amount);
          if (answer.json()["state"] === "cancelled") closed.add(reference);
        }
      };
      for (const round of rounds) {
        await Promise.all(round.map((step) => take(step).catch(() => undefined)));
        await moveClock(database(), (passed += 2_000));
      }
      await Promise.all(
        made.map(({ reference }) =>
          one()
            .readRefund(reference)
            .catch(() => undefined),
        ),
      );

      for (const charged of charges) {
        const { order, transfers, book } = await rowsOf(charged);
        const holding = transfers.filter(({ state }) => state === "processing" || state === "succeeded");
        const executed = transfers.filter(({ state }) => state === "succeeded");
        expect(order?.["refunded"], "taken of the charge").to.equal(sum(holding));
        expect(sum(holding), "no more than was charged").to.be.at.most(CHARGED);
        if (order?.["reversed"] === true) expect(holding).to.deep.equal([]);
        expect(book.map(({ reference }) => reference)).to.have.members(
          executed.map(({ reference }) => reference),
        );
        expect(sum(book)).to.equal(sum(executed));
        for (const { reference } of book) expect(closed.has(String(reference)), "closed").to.equal(false);
      }
    };
    await fc.assert(fc.asyncProperty(RUN, run), { numRuns: 25 });
  });
});
