import { expect } from "chai";
import { balancesOf } from "../src/control/balances.ts";
import { total } from "./support/scripted-journal.ts";

describe("a merchant's balance", () => {
  it("is what the provider holds: what is owed, and what is in suspense", () => {
    const [balance] = balancesOf([
      total("capture", "1000"),
      total("refund", "300"),
      total("payout", "200"),
      total("late_charge", "70"),
      total("late_charge_adopted", "20"),
      total("reversal", "40"),
      total("late_refund", "3"),
      total("late_payout", "2"),
      total("capture_declined", "4"),
      total("refund_failed_later", "3"),
      total("payout_returned", "2"),
    ]);
    expect(balance).to.deep.equal({
      mode: "sandbox",
      currency: "EUR",
      captured: "1000",
      refunded: "300",
      paid_out: "200",
      late_charges: "50",
      reversed: "40",
      late_refunds: "3",
      late_payouts: "2",
      captures_declined: "4",
      refunds_failed_later: "3",
      payouts_returned: "2",
      provider: "506",
      merchant: "500",
      suspense: "6",
    });
  });

  it("stands for itself in each mode and currency, the live ones first", () => {
    const balances = balancesOf([
      total("capture", "1", { currency: "GBP" }),
      total("capture", "2"),
      total("payout", "3"),
      total("capture", "4", { livemode: true, currency: "USD" }),
    ]);
    expect(balances.map(({ mode, currency, merchant }) => [mode, currency, merchant])).to.deep.equal([
      ["live", "USD", "4"],
      ["sandbox", "EUR", "-1"],
      ["sandbox", "GBP", "1"],
    ]);
  });

  it("is exact beyond what a number can tell", () => {
    const [balance] = balancesOf([total("capture", "90071992547409930"), total("refund", "1")]);
    expect(balance?.merchant).to.equal("90071992547409929");
  });
});
