import { expect } from "chai";
import { paymentsReport, transfersReport } from "../src/adyen/report-lines.ts";
import { createLocalClock } from "../src/csv/local-time.ts";

const utc = createLocalClock("UTC");

const paymentRow = (type: string, modification = "ref_one") =>
  paymentsReport("Shop").lineOf(
    {
      "Merchant Account": "Shop",
      "Merchant Reference": "pay_one",
      "Booking Date": "2026-11-27 10:00:00",
      "Main Currency": "EUR",
      "Main Amount": "4.00",
      "Record Type": type,
      "Modification Merchant Reference": modification,
    },
    utc,
  );

const transferRow = (status: string) =>
  transfersReport("BA1").lineOf(
    {
      BalanceAccount: "BA1",
      Type: "cardTransfer",
      Status: status,
      "Booking Date": "2026-11-27 10:00:00",
      Currency: "EUR",
      Amount: "4.00",
      Reference: "po_one",
    },
    utc,
  );

describe("what came back, in Adyen's reports", () => {
  for (const type of ["RefundFailed", "RefundedReversed"])
    it(`of a refund is its reversal, under its own reference: ${type}`, () => {
      expect(paymentRow(type)).to.include({ kind: "reversal", reference: "ref_one", amount: 400 });
      expect(paymentRow(type, "pay_one"), "of a reversal it is no line of ours").to.equal(null);
    });

  it("of a payout is its reversal; its steps are no lines", () => {
    expect(transferRow("returned")).to.include({ kind: "reversal", reference: "po_one", amount: 400 });
    expect(transferRow("booked")).to.include({ kind: "payout", reference: "po_one" });
    expect(transferRow("authorised")).to.equal(null);
  });

  it("a refund stands under its own reference, and a reversal under the payment's", () => {
    expect(paymentRow("SentForRefund")).to.include({ kind: "refund", reference: "ref_one" });
    expect(paymentRow("SentForRefund", "pay_one")).to.include({ kind: "reversal", reference: "pay_one" });
  });
});
