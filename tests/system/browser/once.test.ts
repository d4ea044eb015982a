import { expect } from "chai";
import { HELD_MS } from "../e2e/support/acquirer.ts";
import { TEST_TIMEOUT_MS } from "../e2e/support/platform.ts";
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
import { MERCHANT_HOST, withPayers } from "./support/payers.ts";

const MERCHANT = new RegExp(`^https://${MERCHANT_HOST}/`);

describe("a payer who does more than once what should happen once", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const { platform, payer, bank } = withPayers();
  const open = async (amount = 1_250, settings = {}) => {
    const payment = await hostedPayment(platform().api, { amount });
    const visitor = await payer(settings);
    await visitor.page.goto(payment.url);
    return { ...payment, ...visitor };
  };
  const expectOneCharge = async (id: string) => {
    await untilStatus(platform().api, id, "SUCCEEDED");
    expect(await platform().acquirer.charges(id)).to.equal(1);
  };

  it("two tabs, both sent off at once: one charge, and both tell of it", async () => {
    const { id, url, page, newTab } = await open();
    const other = await newTab();
    await other.goto(url);
    await Promise.all([fillIn(page), fillIn(other, { ...GOOD_CARD, number: "5555555555554444" })]);
    await Promise.all([page.locator("#pay").click(), other.locator("#pay").click()]);
    await Promise.all([untilMerchant(page, id, "SUCCEEDED"), untilMerchant(other, id, "SUCCEEDED")]);
    await expectOneCharge(id);
  });

  it("two tabs, the second sent off after the first has paid: it tells of the first", async () => {
    const { id, url, page, newTab } = await open();
    const other = await newTab();
    await other.goto(url);
    await fillIn(other);
    await payWith(page);
    await untilMerchant(page, id, "SUCCEEDED");
    await other.locator("#pay").click();
    await untilMerchant(other, id, "SUCCEEDED");
    await expectOneCharge(id);
  });

  for (const javaScriptEnabled of [true, false]) {
    it(`a double click ${javaScriptEnabled ? "with" : "without"} JavaScript [D3-PAGE-14]`, async () => {
      const { id, page } = await open(1_250, { javaScriptEnabled });
      await fillIn(page);
      await page.locator("#pay").dblclick();
      await untilMerchant(page, id, "SUCCEEDED");
      await expectOneCharge(id);
    });
  }

  it("a form that is sent off again while the first is still under way", async () => {
    const { id, page, newTab, url } = await open();
    const other = await newTab();
    await other.goto(url);
    await fillIn(other);
    const held = { operation: "authorise", fault: "slow", delay_ms: HELD_MS, times: 1 } as const;
    await platform().acquirer.fault(held);
    await fillIn(page);
    const sent = page.locator("#pay").click({ noWaitAfter: true });
    await platform().acquirer.met();
    await other.locator("#pay").click();
    await untilState(other, "checking");
    await platform().acquirer.mend();
    await sent;
    await Promise.all([untilMerchant(page, id, "SUCCEEDED"), untilMerchant(other, id, "SUCCEEDED")]);
    await expectOneCharge(id);
  });

  it("reload of the outcome [D3-PAGE-14]", async () => {
    const { id, page, hold } = await open();
    const merchant = await hold(MERCHANT);
    await payWith(page);
    await untilState(page, "succeeded");
    await merchant.tried;
    await page.reload();
    await untilState(page, "succeeded");
    await expectOneCharge(id);
  });

  it("back button after paying: the outcome, never the form that was sent", async () => {
    const { id, url, page, hold } = await open();
    await payWith(page);
    await untilMerchant(page, id, "SUCCEEDED");
    const merchant = await hold(MERCHANT);
    await page.goBack();
    await untilState(page, "succeeded");
    await merchant.tried;
    await page.goto(url);
    await untilState(page, "succeeded");
    expect(await page.locator("#card-number").count()).to.equal(0);
    await expectOneCharge(id);
  });

  it("back from the bank's page: the challenge again, and one charge at its end", async () => {
    const { id, page } = await open(103_000);
    await payWith(page);
    await page.waitForURL(`${bank()}/**`);
    await page.goBack();
    await page.locator("main").waitFor();
    expect(await page.locator("#card-number").count()).to.equal(0);
    await page.goto((await platform().api.read(id)).text.match(/"redirect_url":"([^"]+)"/)?.[1] ?? "");
    await answerBank(page, "complete");
    await untilMerchant(page, id, "SUCCEEDED");
    await expectOneCharge(id);
  });

  it("the bank's page in two tabs, answered in both", async () => {
    const { id, page, newTab } = await open(103_000);
    await payWith(page);
    await page.waitForURL(`${bank()}/**`);
    const other = await newTab();
    await other.goto(page.url());
    await Promise.all([answerBank(page, "complete"), answerBank(other, "complete")]);
    await Promise.all([untilMerchant(page, id, "SUCCEEDED"), untilMerchant(other, id, "SUCCEEDED")]);
    await expectOneCharge(id);
  });
});
