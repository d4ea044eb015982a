import { newId } from "@flowlix/runtime";
import { expect } from "chai";
import type { Books } from "../verifier/books.ts";
import { reconcile } from "../verifier/reconcile.ts";
import { createdAtMs } from "../verifier/unattributed.ts";
import { executedPayout, executedRefund, charge, PAYMENT, matchingBooks } from "./support/books.ts";

const { book } = matchingBooks();
const lines = book ?? [];
const shared = (changes: Partial<Books>): ReturnType<typeof reconcile> =>
  reconcile(matchingBooks({ exclusive: false, ...changes }));
const unanswered = (at: number, amount = 1_234) =>
  ({ fact: "unclear", of: "payment", reference: 9, asked: { amount, currency: "EUR", at_ms: at } }) as const;

describe("lines of the book that the API does not know, where there may be others", () => {
  it("are told the time of by their ids", () => {
    const before = Date.now();
    const createdAt = createdAtMs(newId("payment"));
    expect(createdAt).to.be.within(before, Date.now());
    expect(createdAtMs("pay_nobodys")).to.deep.equal(Number.NaN);
  });

  it("are lost money where they fit a create that was never answered", () => {
    const reference = newId("payment");
    const { findings, unattributed } = shared({
      facts: [...matchingBooks().facts, unanswered(createdAtMs(reference) + 60_000)],
      book: [...lines, charge({ reference, amount: 1_234 })],
    });
    expect(findings).to.deep.equal([
      {
        kind: "lost",
        text: `the book has a charge ${reference} that the API does not know; it fits payment 9, which was never reported`,
      },
    ]);
    expect(unattributed).to.equal(0);
  });

  it("are lost money where a charge of ours was refunded", () => {
    const { findings } = shared({
      book: [...lines, executedRefund({ reference: newId("refund"), charge: PAYMENT, amount: 1 })],
    });
    expect(findings.map(({ kind, text }) => [kind, text.endsWith(`of ${PAYMENT}`)])).to.deep.equal([
      ["lost", true],
    ]);
  });

  const reference = newId("payment");
  const createdAt = createdAtMs(reference);
  for (const [what, fact, line] of [
    ["another amount", unanswered(createdAt, 1_235), charge({ reference, amount: 1_234 })],
    ["another currency", unanswered(createdAt), charge({ reference, amount: 1_234, currency: "GBP" })],
    ["another time", unanswered(createdAt + 600_000), charge({ reference, amount: 1_234 })],
    ["another kind", unanswered(createdAt), executedPayout({ reference, amount: 1_234, currency: "EUR" })],
  ] as const)
    it(`are others' by ${what}, and counted`, () => {
      const { findings, unattributed } = shared({
        facts: [...matchingBooks().facts, fact],
        book: [...lines, line],
      });
      expect([findings, unattributed]).to.deep.equal([[], 1]);
    });

  it("are all lost money where nobody else is there", () => {
    const { findings, unattributed } = reconcile(matchingBooks({ book: [...lines, charge({ reference })] }));
    expect([findings.map(({ kind }) => kind), unattributed]).to.deep.equal([["lost"], 0]);
  });
});
