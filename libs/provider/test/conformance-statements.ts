import { expect } from "chai";
import type { StatementLine } from "../src/index.ts";
import {
  charged,
  payoutCardOf,
  possible,
  soon,
  type ConformanceAmounts,
  type Tried,
} from "./conformance-support.ts";

export function describeStatements(get: () => Tried, amounts: ConformanceAmounts): void {
  const statementOf = async (day: string): Promise<readonly StatementLine[]> => {
    const all: StatementLine[] = [];
    const outcome = await get().provider.statement.read(
      day,
      async (lines) => {
        all.push(...lines);
      },
      soon(),
    );
    expect(outcome).to.deep.equal({ kind: "read", lines: all.length });
    return all;
  };

  it("states every movement of money once, by our reference, with its amount, currency and time", async () => {
    const { fixture, provider } = get();
    const [kept, given, declined] = [
      fixture.makeOrder(amounts.transfers.charge),
      fixture.makeOrder(amounts.succeeds),
      fixture.makeOrder(amounts.declined),
    ];
    for (const order of [kept, given, declined]) await charged(get(), order);
    await provider.reverse(given, soon());
    const refund = fixture.makeRefund(amounts.transfers.succeeds, kept);
    const payout = fixture.makePayout(amounts.transfers.succeeds);
    const failing = possible([["declined", amounts.transfers.declined]]).map(([, amount]) =>
      fixture.makePayout(amount),
    );
    await provider.refunds.submit(refund, soon());
    for (const order of [payout, ...failing])
      await provider.payouts.submit(order, payoutCardOf(get(), order), soon(), "", false);
    const before = fixture.today();
    await fixture.processingEnds();
    await provider.refunds.read(refund, soon());
    await provider.payouts.read(payout, soon());

    const days = new Set([before, fixture.today()]);
    const stated = (await Promise.all([...days].map(statementOf))).flat();
    const of = (orders: readonly { reference: string }[]) =>
      stated.filter(({ reference }) => orders.some((order) => order.reference === reference));
    const facts = of([kept, given, declined, refund, payout, ...failing])
      .map(({ kind, reference, amount, currency }) => [kind, reference, amount, currency].join(" "))
      .sort();
    const moved = [
      ["charge", kept],
      ["charge", given],
      ["reversal", given],
      ["refund", refund],
      ["payout", payout],
    ] as const;
    expect(facts).to.deep.equal(
      moved
        .map(([kind, { reference, amount, currency }]) => [kind, reference, amount, currency].join(" "))
        .sort(),
    );
    for (const { executedAtMs } of stated)
      expect(days, "the day it was executed on").to.include(provider.statement.dayOf(executedAtMs));
  });

  it("states nothing on a day on which nothing was executed", async () => {
    expect(await statementOf("2001-09-09")).to.deep.equal([]);
  });

  it("says how its days are cut, and when they are complete", () => {
    const { statement } = get().provider;
    const { fromMs, toMs } = statement.boundsOf("2026-03-29");
    expect(toMs - fromMs).to.equal(86_400_000);
    expect([fromMs - 1, fromMs, toMs - 1, toMs].map((ms) => statement.dayOf(ms))).to.deep.equal([
      "2026-03-28",
      "2026-03-29",
      "2026-03-29",
      "2026-03-30",
    ]);
    expect(statement.postedWithinMs).to.be.within(0, get().traits.settlesLater ? 172_800_000 : 3_600_000);
  });
}
