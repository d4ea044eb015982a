import { expect } from "chai";
import type { StatementLine } from "@flowlix/provider";
import { LATER_MS, makeCheckout, type CheckoutFixture } from "../support/checkout-fixture.ts";
import { aCard, aPayoutCard, call, newOrder, newPayout, newRefund } from "../support/orders.ts";
import { GARBLED, LOST } from "../support/checkout-faults.ts";

const DAY_MS = 86_400_000;

describe("statements of Checkout.com", () => {
  let fixture: CheckoutFixture;
  beforeEach(async () => (fixture = await makeCheckout()));
  afterEach(() => fixture.stop());

  const today = () => new Date(fixture.double.clock.nowMs()).toISOString().slice(0, 10);
  const read = async (day: string) => {
    const lines: StatementLine[] = [];
    const take = async (some: readonly StatementLine[]) => void lines.push(...some);
    const { outcome } = await fixture.adapter.statement.read(day, take, call());
    return { outcome, lines };
  };
  /** A charge with two refunds, one that is given back, and a payout. */
  async function aDay() {
    const { adapter, double } = fixture;
    // All of it is of one day, whenever the test runs.
    if (double.clock.nowMs() % DAY_MS > DAY_MS - 60_000) double.clock.advance(60_000);
    const [kept, given] = [
      newOrder({ amount: 1_230, currency: "KWD" }),
      newOrder({ amount: 500, currency: "JPY" }),
    ];
    for (const order of [kept, given]) await adapter.registerAndAuthorise?.(order, aCard(), call());
    double.clock.advance(LATER_MS);
    const refunds = [newRefund(kept, { amount: 40 }), newRefund(kept, { amount: 30 })] as const;
    const payout = newPayout({ amount: 105 });
    const day = today();
    for (const refund of refunds) await adapter.refunds.submit(refund, call());
    await adapter.payouts.submit(payout, aPayoutCard(), call());
    await adapter.reverseOrder(given, call());
    double.clock.advance(LATER_MS);
    return { kept, given, refunds, payout, day };
  }
  /** The report's file says something else. */
  const file = (body: string) =>
    fixture.double.faults.plan({
      match: { path: "/reports/" },
      fault: { kind: "answer_after", answer: { status: 200, body } },
    });
  const HEADER =
    "Payment ID,Action ID,Reference,Breakdown Type,Processed On,Processing Currency,Processing Currency Amount";
  const row = (differences: Partial<Record<"kind" | "at" | "currency" | "amount" | "id", string>> = {}) => {
    const {
      kind = "Capture",
      at = "2026-11-20T10:00:00.0000000",
      currency = "EUR",
      amount = "10.00",
      id = "act_one",
    } = differences;
    return `pay_one,${id},pay_${"A".repeat(24)},${kind},${at},${currency},${amount}`;
  };
  const DAY = "2026-11-20";

  it("are there once the day's report was made, with every movement under our reference", async () => {
    const { kept, given, refunds, payout, day } = await aDay();
    expect((await read(day)).outcome, "before the day is over").to.deep.equal(LOST);
    fixture.double.clock.advance(DAY_MS + fixture.adapter.statement.postedWithinMs);
    const { outcome, lines } = await read(day);
    expect(outcome).to.deep.equal({ kind: "read", lines: 6 });
    const facts = lines.map(({ kind, reference, amount, currency }) => [kind, reference, amount, currency]);
    expect(facts).to.have.deep.members([
      ["charge", kept.reference, 1_230, "KWD"],
      ["charge", given.reference, 500, "JPY"],
      ...refunds.map(({ reference, amount, currency }) => ["refund", reference, amount, currency]),
      ["payout", payout.reference, 105, "EUR"],
      ["reversal", given.reference, 500, "JPY"],
    ]);
  });

  it("skip fees, chargebacks and settlements by a list, and an unknown type makes them unreadable", async () => {
    file(
      [
        HEADER,
        row(),
        row({ kind: "Scheme Fixed Fee", amount: "-0.0123" }),
        row({ kind: "Chargeback" }),
        row({ kind: "Settlement" }),
      ].join("\r\n"),
    );
    expect(await read(DAY)).to.have.deep.property("outcome", { kind: "read", lines: 1 });
    file([HEADER, row(), row({ kind: "Refund Reversal" })].join("\r\n"));
    expect((await read(DAY)).outcome).to.deep.equal(GARBLED);
  });

  const unreadable: readonly (readonly [name: string, text: string])[] = [
    ["no column of those that are needed", "Payment ID,Action ID\r\npay_one,act_one"],
    ["nothing at all", ""],
    ["a time of another day", [HEADER, row({ at: "2026-11-21T00:00:00.0000000" })].join("\n")],
    ["a time that is none", [HEADER, row({ at: "yesterday" })].join("\n")],
    ["more decimals than the currency has", [HEADER, row({ amount: "10.005" })].join("\n")],
    ["decimals of a currency that has none", [HEADER, row({ currency: "JPY", amount: "10.50" })].join("\n")],
    ["an amount with separators", [HEADER, row({ amount: "1,000.00" })].join("\n")],
    ["no amount", [HEADER, row({ amount: "0.00" })].join("\n")],
    ["no action's id", [HEADER, row({ id: "" })].join("\n")],
    ["a row that is cut off", [HEADER, row(), "pay_two,act_two"].join("\n")],
  ];
  for (const [name, text] of unreadable)
    it(`with ${name} prove nothing: garbled`, async () => {
      file(text);
      expect((await read(DAY)).outcome).to.deep.equal(GARBLED);
    });

  it("that break off, or whose report is not to be had, are lost", async () => {
    const { double } = fixture;
    for (const match of [{ path: "/reports/" }, { pathEnds: "/reports" }])
      for (const kind of ["drop_before", "cut"] as const) {
        double.faults.plan({ match, fault: { kind } });
        expect((await read(DAY)).outcome, JSON.stringify([match, kind])).to.deep.equal(LOST);
      }
    for (const status of [429, 500, 503]) {
      double.faults.plan({
        match: { pathEnds: "/reports" },
        fault: { kind: "answer_before", answer: { status } },
      });
      expect((await read(DAY)).outcome, String(status)).to.deep.equal(LOST);
    }
  });

  it("of a day that has two reports prove nothing: neither is chosen", async () => {
    const reports = ["rpt_one", "rpt_two"].map((id) => ({
      id,
      type: "FinancialActions",
      from: `${DAY}T00:00:00Z`,
      to: "2026-11-21T00:00:00Z",
      files: [{ id: "file_one", filename: "one.csv" }],
    }));
    const answer = { status: 200, body: { data: reports } };
    fixture.double.faults.plan({ match: { pathEnds: "/reports" }, fault: { kind: "answer_before", answer } });
    expect((await read(DAY)).outcome).to.deep.equal(GARBLED);
  });
});
