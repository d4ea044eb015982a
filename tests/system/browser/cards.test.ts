import { randomUUID } from "node:crypto";
import { TEST_CARDS, waitFor } from "@flowlix/testkit";
import type { Page } from "@flowlix/testkit/browser";
import { expect } from "chai";
import { TEST_TIMEOUT_MS } from "../e2e/support/platform.ts";
import { paymentOf, type Api } from "../e2e/support/api.ts";
import { cli, newMerchant } from "../e2e/support/merchants.ts";
import {
  answerBank,
  fillIn,
  GOOD_CARD,
  hostedPayment,
  payWith,
  untilMerchant,
  untilState,
  untilStatus,
} from "./support/hosted-page.ts";
import { look } from "./support/look.ts";
import { MERCHANT_HOST, withPayers } from "./support/payers.ts";

const OTHER_CARD = { ...GOOD_CARD, number: TEST_CARDS.mastercard };
/** Declined, whatever the card: the amount decides. */
const INSUFFICIENT_FUNDS = 100_051;
/** The payer decides at the bank. */
const CHALLENGED = 103_000;

describe("another card after a decline, on the hosted page", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const { platform, payer, bank } = withPayers();
  let api: Api;
  before(async () => {
    const merchant = await newMerchant(platform());
    ({ api } = merchant);
    await cli(platform(), "merchant", "update", merchant.id, "--mode", "sandbox", "--card-attempts", "3");
  });
  const open = async (amount: number, settings = {}) => {
    const payment = await hostedPayment(api, { amount });
    const visitor = await payer(settings);
    await visitor.page.goto(payment.url);
    return { ...payment, ...visitor };
  };
  const attemptsOf = async (id: string) => paymentOf(await api.read(id)).card_attempts ?? [];
  /** How often each order of a Payment was charged. */
  const charges = (id: string) =>
    Promise.all([id, `${id}_2`, `${id}_3`, `${id}_4`].map((order) => platform().acquirer.charges(order)));

  it("leads back to the form, which says why; the next card is charged, once, and can be refunded", async () => {
    const { id, page } = await open(CHALLENGED);
    await payWith(page);
    await page.waitForURL(`${bank()}/**`);
    await answerBank(page, "fail");
    await untilState(page, "form");
    expect(await page.locator("#notice:focus").innerText()).to.equal(
      "Your bank could not confirm that it was you. Nothing was charged. You can pay with another card, or try again.",
    );
    await look(page, "card-declined");
    expect((await untilStatus(api, id, "REQUIRES_ACTION")).next_action?.reason).to.equal(
      "hosted_payment_page",
    );
    await payWith(page, OTHER_CARD);
    await page.waitForURL(`${bank()}/**`);
    await answerBank(page, "complete");
    await untilMerchant(page, id, "SUCCEEDED");

    const payment = await untilStatus(api, id, "SUCCEEDED");
    expect(payment.payment_method).to.deep.include({ type: "card" });
    expect(payment.card_attempts?.map(({ created_at: _at, ...attempt }) => attempt)).to.deep.equal([
      { attempt: 1, failure_code: "three_d_secure_failed", brand: "visa", last4: "4242" },
      { attempt: 2, failure_code: null, brand: "mastercard", last4: OTHER_CARD.number.slice(-4) },
    ]);
    expect(await charges(id)).to.deep.equal([0, 1, 0, 0]);
    const trace = JSON.stringify(await cli(platform(), "trace", id));
    expect(trace).to.include("card declined").and.to.include(`${id}_2`);

    const headers = { "idempotency-key": randomUUID(), "content-type": "application/json" };
    const body = JSON.stringify({ payment_id: id, amount: CHALLENGED, reason: "returned" });
    expect((await api.send("POST", "/v1/refunds", { headers, body })).status).to.equal(201);
    await waitFor("the second card's charge to be refunded", async () =>
      paymentOf(await api.read(id)).amount_refunded === CHALLENGED ? true : null,
    );
  });

  it("keeps the name on the card, and nothing else of it, until the payment is over", async () => {
    const { id, page, hold } = await open(CHALLENGED);
    await hold(new RegExp(`^https://${MERCHANT_HOST}/`));
    const kept = () => page.evaluate<string>("Object.values(sessionStorage).join()");
    await payWith(page);
    await page.waitForURL(`${bank()}/**`);
    await answerBank(page, "fail");
    await page.locator("#notice").waitFor();
    // What was typed is put back by the page's script, which runs when the document is there.
    await page.waitForLoadState("domcontentloaded");
    for (const [field, value] of [
      ["name", GOOD_CARD.name],
      ["number", ""],
      ["expiry", ""],
      ["cvc", ""],
    ] as const)
      expect(await page.locator(`#card-${field}`).inputValue(), field).to.equal(value);
    expect(await kept()).to.equal("");
    const { name: _same, ...other } = OTHER_CARD;
    await payWith(page, other);
    await page.waitForURL(`${bank()}/**`);
    await answerBank(page, "complete");
    await untilState(page, "succeeded");
    await page.waitForLoadState("domcontentloaded");
    expect(await kept(), "when it is over").to.equal("");
    await untilStatus(api, id, "SUCCEEDED");
  });

  it("keeps no name where no other card may follow, and none once the payer goes back to the merchant", async () => {
    const kept = (page: Page) => page.evaluate<string>("Object.values(sessionStorage).join()");
    const single = await hostedPayment((await newMerchant(platform())).api, { amount: CHALLENGED });
    const several = await hostedPayment(api, { amount: CHALLENGED });
    for (const { url, keeps } of [
      { url: single.url, keeps: false },
      { url: several.url, keeps: true },
    ]) {
      const { page, hold } = await payer();
      await hold(new RegExp(`^https://${MERCHANT_HOST}/`));
      await page.goto(url);
      await payWith(page);
      await page.waitForURL(`${bank()}/**`);
      await answerBank(page, "cancel");
      await untilState(page, "challenge");
      expect((await kept(page)).includes(GOOD_CARD.name), "at the challenge").to.equal(keeps);
      await page.locator("#cancel").click();
      await untilState(page, "cancelled");
      await page.waitForLoadState("domcontentloaded");
      expect(await kept(page), "on the way back").to.equal("");
    }
  });

  it("offers no other card after a cancelled challenge: this one has not failed", async () => {
    const { id, page } = await open(CHALLENGED);
    await payWith(page);
    await page.waitForURL(`${bank()}/**`);
    await answerBank(page, "cancel");
    await untilState(page, "challenge");
    expect(await page.locator("#card-number").count()).to.equal(0);
    expect((await untilStatus(api, id, "REQUIRES_ACTION")).next_action?.reason).to.equal("three_d_secure");
    expect((await attemptsOf(id)).filter(({ failure_code: code }) => code !== null)).to.deep.equal([]);
    await page.locator("#continue").click();
    await answerBank(page, "complete");
    await untilMerchant(page, id, "SUCCEEDED");
  });

  it("ends with the last card: said plainly, FAILED, and every card is on record", async () => {
    const { id, page } = await open(INSUFFICIENT_FUNDS);
    for (const card of [1, 2]) {
      await payWith(page);
      await page.locator(`input[name=card-attempt][value="${card + 1}"]`).waitFor({ state: "attached" });
    }
    await payWith(page);
    await untilState(page, "failed");
    const { failure_code, card_attempts } = await untilStatus(api, id, "FAILED");
    expect(failure_code).to.equal("insufficient_funds");
    expect(card_attempts?.map(({ failure_code: code }) => code)).to.deep.equal(
      Array.from({ length: 3 }, () => "insufficient_funds"),
    );
    expect(await charges(id)).to.deep.equal([0, 0, 0, 0]);
  });

  it("says so in every language", async () => {
    const { page, url } = await open(INSUFFICIENT_FUNDS);
    await payWith(page);
    await page.locator("#notice").waitFor();
    const said = new Set<string>();
    for (const language of ["en", "de", "fr", "es", "it", "pl"]) {
      await page.goto(`${url}?lang=${language}`);
      said.add(await page.locator("#notice").innerText());
      await look(page, `card-declined-${language}`);
    }
    expect(said.size).to.equal(6);
  });

  it("works without JavaScript, where a double click is one card", async () => {
    const { id, page } = await open(INSUFFICIENT_FUNDS, { javaScriptEnabled: false });
    await fillIn(page);
    await page.locator("#pay").dblclick();
    await page.locator("#notice").waitFor();
    expect(await page.locator("#notice").innerText()).to.include("not enough money");
    expect(await attemptsOf(id)).to.have.length(1);
    await payWith(page, OTHER_CARD);
    await page.locator("input[name=card-attempt][value='3']").waitFor({ state: "attached" });
    expect(await attemptsOf(id)).to.have.length(2);
    expect(await charges(id)).to.deep.equal([0, 0, 0, 0]);
  });

  it("two tabs: the form that was left open begins with no other card, and says what became of the first", async () => {
    const { id, url, page, newTab } = await open(INSUFFICIENT_FUNDS);
    const other = await newTab();
    await other.goto(url);
    await fillIn(other, OTHER_CARD);
    await payWith(page);
    await page.locator("#notice").waitFor();
    await other.locator("#pay").click();
    await other.locator("#notice").waitFor();
    expect(await attemptsOf(id)).to.have.length(1);
    await payWith(other, OTHER_CARD);
    await other.locator("input[name=card-attempt][value='3']").waitFor({ state: "attached" });
    expect((await attemptsOf(id)).map(({ brand }) => brand)).to.deep.equal(["visa", "mastercard"]);
  });

  it("back button after a decline: the form as it stands now, with what became of the card", async () => {
    const { id, page } = await open(INSUFFICIENT_FUNDS);
    await payWith(page);
    await page.locator("#notice").waitFor();
    await page.goBack();
    await untilState(page, "form");
    if ((await page.locator("#notice").count()) === 0) {
      // Out of the browser's memory: what it sends is no other card.
      await payWith(page);
      await page.locator("#notice").waitFor();
    }
    expect(await page.locator("#notice").innerText()).to.include("not enough money");
    expect(await attemptsOf(id)).to.have.length(1);
    expect(await charges(id)).to.deep.equal([0, 0, 0, 0]);
  });
});
