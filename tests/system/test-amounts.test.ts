import { readFileSync } from "node:fs";
import { orderedByAmount } from "@flowlix/provider";
import { OUTCOMES } from "@flowlix/workbench";
import { expect } from "chai";
import { TEST_AMOUNTS, TEST_CARDS } from "../../libs/hosted-page/src/sandbox-offers.ts";
import { failureOf } from "../../libs/provider/src/sandbox/response-codes.ts";
import { planOf } from "../../services/sandbox-acquirer/src/orders/amounts.ts";
import { transferPlanOf } from "../../services/sandbox-acquirer/src/transfers/transfer-amounts.ts";

const PAGE = readFileSync(new URL("../../docs/site/testing.md", import.meta.url), "utf8");
const ORDINARY = 99_999;
/** Every special one is among them. */
const AMOUNTS = Array.from({ length: 10_000 }, (_, at) => ORDINARY + at);
const ordered = (kind: "payment" | "refund" | "payout") =>
  AMOUNTS.filter((amount) => orderedByAmount(kind, amount) !== null);

describe("what test amounts are said to order", () => {
  it("is said of those by which the acquirer does something else than usual, and of no other", () => {
    const usual = planOf(ORDINARY);
    expect(ordered("payment")).to.deep.equal(AMOUNTS.filter((amount) => planOf(amount) !== usual));
    for (const kind of ["refund", "payout"] as const) {
      const usualTransfer = transferPlanOf(kind, ORDINARY);
      const special = AMOUNTS.filter((amount) => transferPlanOf(kind, amount) !== usualTransfer);
      expect(ordered(kind), kind).to.deep.equal(special);
    }
  });

  it("names the failure that the acquirer's code leads to", () => {
    for (const amount of AMOUNTS) {
      const { first, later } = planOf(amount);
      const code = (later ?? first).code;
      if (code !== null) expect(orderedByAmount("payment", amount)).to.contain(failureOf(code));
    }
  });

  it("is what the hosted page and the workbench offer", () => {
    for (const { amount } of TEST_AMOUNTS)
      expect(orderedByAmount("payment", amount), `${amount}`).not.to.equal(null);
    for (const { name, requests, label } of OUTCOMES) {
      const { path, body } = requests.at(-1) ?? expect.fail(name);
      const kind = path === "/v1/refunds" ? "refund" : path === "/v1/payouts" ? "payout" : "payment";
      const isUsual = /^Succeeds$|^Processing, then succeeds$|^A page for your payer$/.test(label);
      const said = orderedByAmount(kind, Number(body["amount"]));
      if (!isUsual) expect(said, name).not.to.equal(null);
    }
  });

  it("stands beside the same cards on the hosted page and in the documents", () => {
    for (const { number } of TEST_CARDS) expect(PAGE).to.contain(`| \`${number}\``);
  });
});
