import { newId } from "@flowlix/runtime";
import { expect } from "chai";
import type { Books } from "../verifier/books.ts";
import { reconcile } from "../verifier/reconcile.ts";
import { bornAtMs } from "../verifier/unattributed.ts";
import { bookedPayout, bookedRefund, charge, PAYMENT, trueBooks } from "./support/books.ts";

const { book } = trueBooks();
const lines = book ?? [];
const shared = (changes: Partial<Books>): ReturnType<typeof reconcile> =>
  reconcile(trueBooks({ exclusive: false, ...changes }));
const unanswered = (at: number, amount = 1_234) =>
  ({ fact: "unclear", of: "payment", reference: 9, asked: { amount, currency: "EUR", at_ms: at } }) as const;

describe("lines of the book of which the API knows nothing, where others may be", () => {
  it("are told the time of by their ids", () => {
    const before = Date.now();
    const born = bornAtMs(newId("payment"));
    expect(born).to.be.within(before, Date.now());
    expect(bornAtMs("pay_nobodys")).to.deep.equal(Number.NaN);
  });

  it("are lost money where they fit a create that was never answered", () => {
    const reference = newId("payment");
    const { findings, unattributed } = shared({
      facts: [...trueBooks().facts, unanswered(bornAtMs(reference) + 60_000)],
      book: [...lines, charge({ reference, amount: 1_234 })],
    });
    expect(findings).to.deep.equal([
      {
        kind: "lost",
        text: `the book has a charge ${reference} of which the API knows nothing; it fits payment 9, which was never told of`,
      },
    ]);
    expect(unattributed).to.equal(0);
  });

  it("are lost money where a charge of ours was refunded", () => {
    const { findings } = shared({
      book: [...lines, bookedRefund({ reference: newId("refund"), charge: PAYMENT, amount: 1 })],
    });
    expect(findings.map(({ kind, text }) => [kind, text.endsWith(`of ${PAYMENT}`)])).to.deep.equal([
      ["lost", true],
    ]);
  });

  const reference = newId("payment");
  const born = bornAtMs(reference);
  for (const [what, fact, line] of [
    ["another amount", unanswered(born, 1_235), charge({ reference, amount: 1_234 })],
    ["another currency", unanswered(born), charge({ reference, amount: 1_234, currency: "GBP" })],
    ["another time", unanswered(born + 600_000), charge({ reference, amount: 1_234 })],
    ["another kind", unanswered(born), bookedPayout({ reference, amount: 1_234, currency: "EUR" })],
  ] as const)
    it(`are others' by ${what}, and counted`, () => {
      const { findings, unattributed } = shared({
        facts: [...trueBooks().facts, fact],
        book: [...lines, line],
      });
      expect([findings, unattributed]).to.deep.equal([[], 1]);
    });

  it("are all lost money where nobody else is there", () => {
    const { findings, unattributed } = reconcile(trueBooks({ book: [...lines, charge({ reference })] }));
    expect([findings.map(({ kind }) => kind), unattributed]).to.deep.equal([["lost"], 0]);
  });
});
