import { expect } from "chai";
import { createProvider, deadlineIn, orderNamed, orderReference, type StatementLine } from "../src/index.ts";
import { fakeAdapter } from "./fake-adapter.ts";

const ID = `pay_${"a".repeat(24)}`;

describe("what an order is called at the acquirer", () => {
  it("is the Payment's id for its first card, and id and attempt for each later one", () => {
    expect(orderReference({ id: ID, attempt: 1 })).to.equal(ID);
    expect(orderReference({ id: ID, attempt: 2 })).to.equal(`${ID}_2`);
  });

  it("leads back to the Payment, for each attempt there may be", () => {
    for (let attempt = 1; attempt <= 10; attempt += 1)
      expect(orderNamed(orderReference({ id: ID, attempt }))).to.deep.equal({ id: ID, attempt });
  });

  it("is taken for nothing else: what is no name of ours stands for itself", () => {
    for (const other of [
      `${ID}_1`,
      `${ID}_11`,
      `${ID}_02`,
      `${ID}_2_2`,
      `ref_${"a".repeat(24)}_2`,
      "x_2",
      "",
    ])
      expect(orderNamed(other)).to.deep.equal({ id: other, attempt: 1 });
  });

  it("leads the lines of a statement back to the Payment as well, and those of others to themselves", async () => {
    const line = { amount: 1, currency: "EUR", executedAtMs: 0 };
    const said: StatementLine[] = [
      { ...line, kind: "charge", reference: `${ID}_2` },
      { ...line, kind: "reversal", reference: `${ID}_3` },
      { ...line, kind: "charge", reference: ID },
      { ...line, kind: "payout", reference: `${ID}_2` },
    ];
    const taken: string[] = [];
    const { statement } = createProvider({
      adapter: {
        ...fakeAdapter(),
        statement: {
          cutOffMs: 0,
          postedWithinMs: 0,
          read: async (_day, take) => {
            await take(said);
            return { outcome: { kind: "read", lines: said.length }, providerAtFault: false };
          },
        },
      },
    });
    await statement.read(
      "2026-01-01",
      async (lines) => void taken.push(...lines.map(({ reference }) => reference)),
      deadlineIn(1_000),
    );
    expect(taken).to.deep.equal([ID, ID, ID, `${ID}_2`]);
  });
});
