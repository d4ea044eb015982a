import type { Page } from "@flowlix/testkit/browser";
import { expect } from "chai";
import { TEST_TIMEOUT_MS } from "../e2e/support/platform.ts";
import {
  answerBank,
  fillIn,
  GOOD_CARD,
  hostedPayment,
  payWith,
  RETURN_URL,
  untilMerchant,
  untilState,
  untilStatus,
} from "./support/hosted-page.ts";
import { look } from "./support/look.ts";
import { MERCHANT_HOST, withPayers } from "./support/payers.ts";

const MERCHANT = new RegExp(`^https://${MERCHANT_HOST}/`);
const MINUTE_MS = 60_000;

describe("what comes of a payment on the hosted page", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const { platform, payer, bank } = withPayers();
  const open = async (amount?: number) => {
    const payment = await hostedPayment(platform().api, amount === undefined ? {} : { amount });
    const visitor = await payer();
    await visitor.page.goto(payment.url);
    return { ...payment, ...visitor };
  };
  const charges = (id: string) => platform().acquirer.charges(id);
  /** It has led on by itself, which nothing came of while it was looked at; its link leads to the same place. */
  const ledOn = async (page: Page, merchant: { readonly tried: Promise<string>; open(): void }) => {
    expect(await merchant.tried).to.equal(await page.locator("#back").getAttribute("href"));
    merchant.open();
    await page.locator("#back").click();
  };

  it("success: charged once, said so, and led back to the merchant [HPP-6, D3-PAGE-12]", async () => {
    const { id, page, hold } = await open();
    await untilState(page, "form");
    await look(page, "form");
    await fillIn(page);
    await look(page, "form-filled-in");
    const merchant = await hold(MERCHANT);
    await page.locator("#pay").click();
    await untilState(page, "succeeded");
    await look(page, "succeeded");
    await ledOn(page, merchant);
    await untilMerchant(page, id, "SUCCEEDED");
    expect(await charges(id)).to.equal(1);
    const payment = await untilStatus(platform().api, id, "SUCCEEDED");
    expect(payment.payment_method).to.deep.equal({
      type: "card",
      card: { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2040 },
    });
  });

  it("decline: said plainly, nothing leads on by itself, a link leads back [D3-PAGE-7]", async () => {
    const { id, page } = await open(100_051);
    await payWith(page);
    await untilState(page, "failed");
    await look(page, "failed");
    expect(await charges(id)).to.equal(0);
    expect(await page.locator("meta[http-equiv=refresh]").count()).to.equal(0);
    await page.locator(`main a[href^="https://${MERCHANT_HOST}"]`).click();
    await untilMerchant(page, id, "FAILED");
  });

  it("3D Secure completed: to the bank and back, charged once [HPP-6, D3-PAGE-6]", async () => {
    const { id, page } = await open(103_000);
    await payWith(page);
    await page.waitForURL(`${bank()}/**`);
    expect(await platform().api.read(id))
      .to.have.property("text")
      .that.includes('"reason":"three_d_secure"');
    await answerBank(page, "complete");
    await untilMerchant(page, id, "SUCCEEDED");
    expect(await charges(id)).to.equal(1);
  });

  it("3D Secure in a browser that is not led on by itself: a link leads to the bank", async () => {
    const { id, url, page } = await open(103_000);
    await payWith(page);
    await page.waitForURL(`${bank()}/**`);
    await page.route(/\/status/, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/<meta http-equiv="refresh"[^>]*>/, "");
      await route.fulfill({ response, body });
    });
    await page.goto(`${url}/status?go=1`);
    await untilState(page, "challenge");
    await look(page, "challenge");
    await page.locator(`main a[href^="${bank()}"]`).click();
    await answerBank(page, "complete");
    await untilMerchant(page, id, "SUCCEEDED");
    expect(await charges(id)).to.equal(1);
  });

  it("3D Secure failed: said plainly, with a way back", async () => {
    const { id, page } = await open(103_000);
    await payWith(page);
    await page.waitForURL(`${bank()}/**`);
    await answerBank(page, "fail");
    await untilState(page, "failed");
    await look(page, "failed-at-the-bank");
    expect(await charges(id)).to.equal(0);
    expect((await untilStatus(platform().api, id, "FAILED")).failure_code).to.equal("three_d_secure_failed");
  });

  it("3D Secure cancelled: the page leads to the challenge again [D3-PAGE-11]", async () => {
    const { id, url, page } = await open(103_000);
    await payWith(page);
    await page.waitForURL(`${bank()}/**`);
    await look(page, "bank");
    await answerBank(page, "cancel");
    await page.waitForURL(/\/status\?left=1$/);
    expect(await page.locator("main").getAttribute("data-state"), "at once, without a look again").to.equal(
      "challenge",
    );
    expect(await page.locator("main").innerText()).to.include("without confirming");
    // It goes on looking for a late answer, and stays what it is.
    for (const _ of [1, 2, 3]) await page.waitForResponse((answer) => answer.url().includes("/status?"));
    expect(await page.locator("main").getAttribute("data-state")).to.equal("challenge");
    await look(page, "challenge-again");
    expect(await charges(id)).to.equal(0);
    await page.goto(url);
    await untilState(page, "challenge");
    await page.locator(`main a[href^="${bank()}"]`).click();
    await answerBank(page, "complete");
    await untilMerchant(page, id, "SUCCEEDED");
    expect(await charges(id)).to.equal(1);
  });

  it("cancelled: nothing charged, back to the merchant, and the link still works [D3-PAGE-8]", async () => {
    const { id, url, page, hold } = await open();
    const merchant = await hold(MERCHANT);
    await page.locator("#cancel").click();
    await untilState(page, "cancelled");
    await look(page, "cancelled");
    await ledOn(page, merchant);
    await untilMerchant(page, id, "REQUIRES_ACTION");
    expect(await charges(id)).to.equal(0);
    await page.goto(url);
    await payWith(page);
    await untilMerchant(page, id, "SUCCEEDED");
    expect(await charges(id)).to.equal(1);
  });

  it("cancelled once the bank was asked: nothing is promised but one charge at most", async () => {
    const { id, page, hold } = await open(103_000);
    const merchant = await hold(MERCHANT);
    await payWith(page);
    await page.waitForURL(`${bank()}/**`);
    await answerBank(page, "cancel");
    await untilState(page, "challenge");
    await page.locator("#cancel").click();
    await untilState(page, "cancelled");
    expect(await page.locator("main").innerText())
      .to.include("you pay for it only once")
      .and.not.include("nothing was charged");
    await look(page, "cancelled-at-the-bank");
    await ledOn(page, merchant);
    await untilMerchant(page, id, "REQUIRES_ACTION");
  });

  it("not carried out at the provider: the form comes back with a message, and a second try works", async () => {
    const { id, page } = await open();
    await platform().acquirer.fault({ operation: "authorise", fault: "unavailable", times: 1 });
    await payWith(page);
    await untilState(page, "form");
    await page.locator("[role=alert]").first().waitFor();
    await look(page, "form-given-back");
    expect(await page.locator("#card-number").inputValue(), "the number is not kept").to.equal("");
    await payWith(page);
    await untilMerchant(page, id, "SUCCEEDED");
    expect(await charges(id)).to.equal(1);
  });

  it("answer lost: the page waits until it is known, and never shows the form", async () => {
    const { id, url, page, newTab } = await open();
    await platform().acquirer.fault(
      { operation: "authorise", fault: "lose_answer", times: 1 },
      { operation: "read", fault: "down" },
    );
    await payWith(page);
    await untilState(page, "checking");
    await look(page, "checking");
    const other = await newTab();
    await other.goto(url);
    await untilState(other, "checking");
    await platform().acquirer.mend();
    await untilMerchant(page, id, "SUCCEEDED");
    expect(await charges(id)).to.equal(1);
  });

  it("result later: the page waits, then shows it", async () => {
    const { id, page } = await open(104_000);
    // The result comes after five seconds of the database's time: not before the page was looked at.
    await platform().stopTime();
    await payWith(page);
    await untilState(page, "processing");
    await look(page, "processing");
    await platform().letTimeRun();
    await untilMerchant(page, id, "SUCCEEDED");
    expect(await charges(id)).to.equal(1);
  });

  it("already finished: its link shows the outcome and a way back, never the form [D3-PAGE-13]", async () => {
    const { id, url, page, hold } = await open();
    await payWith(page);
    await untilMerchant(page, id, "SUCCEEDED");
    await hold(MERCHANT);
    await page.goto(url);
    await untilState(page, "succeeded");
    await look(page, "already-finished");
    expect(await page.locator("#pay-form, #card-number").count()).to.equal(0);
    const back = await page.locator(`main a[href^="https://${MERCHANT_HOST}"]`).getAttribute("href");
    expect(back).to.equal(`${RETURN_URL}&payment_id=${id}&status=SUCCEEDED`);
  });

  it("unknown link: one page for a forged token, another's token and no Payment at all", async () => {
    const mine = await hostedPayment(platform().api);
    const other = await hostedPayment(platform().api);
    const { page } = await payer();
    const texts = new Set<string>();
    const token = mine.url.split("/").at(-1) ?? "";
    const forged = `${mine.url.slice(0, -1)}${mine.url.endsWith("A") ? "B" : "A"}`;
    for (const url of [
      forged,
      mine.url.replace(mine.id, other.id),
      mine.url.replace(mine.id, `pay_${"x".repeat(24)}`),
    ]) {
      expect(url).not.to.equal(mine.url);
      const answer = await page.goto(url);
      expect(answer?.status()).to.equal(404);
      await untilState(page, "unknown");
      texts.add(await page.locator("main").innerText());
      expect(await page.content()).not.to.include(token);
    }
    await look(page, "unknown-link");
    expect(texts.size).to.equal(1);
  });

  it("too many refused tries: the form is closed for a while, then opens again [D3-PAGE-9]", async () => {
    const { id, url, page } = await open();
    const refused = await payer({ javaScriptEnabled: false });
    for (let tries = 0; tries < 10; tries += 1) {
      await refused.page.goto(url);
      await fillIn(refused.page, { ...GOOD_CARD, number: "4242 4242 4242 4241" });
      await refused.page.locator("#pay").click();
      await refused.page.locator("main").waitFor();
    }
    await page.goto(url);
    await untilState(page, "closed");
    await look(page, "form-closed");
    expect(await page.locator("#card-number").count()).to.equal(0);
    await platform().passTime(10 * MINUTE_MS + 1_000);
    await page.goto(url);
    await payWith(page);
    await untilMerchant(page, id, "SUCCEEDED");
    expect(await charges(id)).to.equal(1);
  });

  it("expired: said so, with a way back, never the form and never a charge [D3-PAGE-13]", async () => {
    const { id, url, page, newTab } = await open();
    await fillIn(page);
    await platform().passTime(61 * MINUTE_MS);
    await page.locator("#pay").click();
    await untilState(page, "expired");
    await look(page, "expired");
    await untilStatus(platform().api, id, "EXPIRED");
    const again = await newTab();
    await again.goto(url);
    await untilState(again, "expired");
    expect(await again.locator("#card-number").count()).to.equal(0);
    await again.locator(`main a[href^="https://${MERCHANT_HOST}"]`).click();
    await untilMerchant(again, id, "EXPIRED");
    expect(await charges(id)).to.equal(0);
  });

  it("expired in front of an open form: it leads to what has become of the Payment, with nothing sent", async () => {
    const { id, page } = await open();
    await page.clock.install();
    await page.reload();
    await fillIn(page);
    await platform().passTime(61 * MINUTE_MS);
    await untilStatus(platform().api, id, "EXPIRED");
    await untilState(page, "form");
    await page.clock.fastForward(61 * MINUTE_MS);
    await untilState(page, "expired");
    expect(await charges(id)).to.equal(0);
  });

  it("expired at the bank: the page says so, whatever the bank's page still offers", async () => {
    const { id, page } = await open(103_098);
    await payWith(page);
    await page.waitForURL(`${bank()}/**`);
    await platform().passTime(16_000);
    await untilStatus(platform().api, id, "EXPIRED");
    await answerBank(page, "complete");
    await untilState(page, "expired");
    expect(await charges(id)).to.equal(0);
  });
});
