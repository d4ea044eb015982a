import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Flowlix } from "@flowlix/client";
import { skipBecause, waitFor } from "@flowlix/testkit";
import {
  expectAccessible,
  screenshot,
  visitor,
  withBrowser,
  type Page,
  type Visitor,
} from "@flowlix/testkit/browser";
import { expect } from "chai";
import { answerBank } from "../browser/support/hosted-page.ts";
import { IN_PROCESS, TEST_TIMEOUT_MS, withPlatform } from "../e2e/support/platform.ts";
import { pythonWith } from "./python-environment.ts";
import { closed, startShop, stoppedEarly, type Shop } from "./shop-process.ts";

const COMMAND = [fileURLToPath(new URL("../../../clients/shops/direct/start", import.meta.url))] as const;

/** Two come from a terminal: one from it, and one from the shop's start, which had the first as well. */
const SIGNALS = 500;

describe("the example shop with a card form of its own", function () {
  this.timeout(TEST_TIMEOUT_MS);
  before(function () {
    if (pythonWith("client") === undefined) skipBecause(this, "there is no Python with pip and its packages");
  });
  after("close the shop, before its platform stops", () => (shop === undefined ? undefined : closed(shop)));
  const browser = withBrowser();
  const platform = withPlatform(IN_PROCESS);
  let shop: Shop | undefined;
  let client: Flowlix;
  let env: NodeJS.ProcessEnv;
  let customer: Visitor;
  const open = (): Shop => shop ?? expect.fail("the shop is closed");

  before("open the shop", async () => {
    const { publicUrl: FLOWLIX_URL, apiKey: FLOWLIX_KEY } = platform().installation();
    env = { ...process.env, FLOWLIX_URL, FLOWLIX_KEY, SHOP_PORT: "0" };
    client = new Flowlix({ url: FLOWLIX_URL, key: FLOWLIX_KEY });
    shop = await startShop(COMMAND, env);
  });
  beforeEach("a customer comes", async () => {
    const bank = platform().installation().runtime().acquirer.url;
    const origins = [open().url, platform().installation().publicUrl, bank].map((url) => new URL(url).origin);
    customer = await visitor(browser(), { locale: "en-GB", origins, ignoreHTTPSErrors: true });
  });
  afterEach("the customer leaves, and had nothing to complain of", () => customer.leave());

  async function choose(product: string): Promise<Page> {
    const { page } = customer;
    await page.goto(open().url);
    await page.locator(`input[value="${product}"]`).check();
    return page;
  }
  const pay = (page: Page) => page.getByRole("button", { name: "Pay" }).click();
  const untilShop = async (page: Page, title: string) => {
    await page.waitForURL(`${open().url}/orders/**`);
    await page.locator("h1", { hasText: new RegExp(`^${title}$`) }).waitFor();
  };
  const paidOrders = (): string[] =>
    [
      ...open()
        .output()
        .matchAll(/^Order (\S+) is paid/gm),
    ].map(([, id]) => id ?? "");
  const isSent = (page: Page): number =>
    paidOrders().filter((id) => page.url().startsWith(`${open().url}/orders/${id}`)).length;
  const payments = async () => (await client.payments.list({ limit: 100 })).data;
  const lastPayment = async () => (await payments())[0] ?? expect.fail("none");

  it("sells once, however often and however it hears of the payment, and gives the money back once", async () => {
    const page = await choose("print");
    await expectAccessible(page);
    await screenshot(page, "shop-direct-form");
    await pay(page);
    await untilShop(page, "Paid. Thank you!");
    await expectAccessible(page);
    await screenshot(page, "shop-direct-paid");

    const [endpoint] = (await client.webhookEndpoints.list()).data;
    const delivered = async () =>
      (await client.webhookEndpoints.listDeliveries(endpoint?.id ?? "")).data.filter(
        ({ status }) => status === "succeeded",
      );
    const [first] = await waitFor("the webhook", async () => {
      const deliveries = await delivered();
      return deliveries.length === 1 && deliveries;
    });
    await client.events.resend(first?.event_id ?? "");
    await waitFor("the webhook again", async () => (await delivered()).length === 2);
    expect(isSent(page)).to.equal(1);

    await page.getByRole("button", { name: "Give it back" }).dblclick();
    await untilShop(page, "Given back");
    await screenshot(page, "shop-direct-given-back");
    expect(await lastPayment()).to.include({ amount_refunded: 4_999, amount_refundable: 0 });
  });

  it("charges once where the form is sent twice", async () => {
    const { length: before } = await payments();
    const page = await choose("print");
    const action = (await page.locator("form").getAttribute("action")) ?? "";
    const card = { number: "4111111111111111", exp_month: "12", exp_year: "2034", cvc: "123" };
    const form = { product: "print", ...card, holder_name: "Ada Lovelace" };
    const send = () => page.request.post(`${open().url}${action}`, { form });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map((answer) => answer.status())).to.deep.equal([200, 200, 200]);
    const order = /orders\/([^/]+)/.exec(action)?.[1];
    expect(paidOrders().filter((id) => id === order)).to.have.lengthOf(1);
    expect(await payments()).to.have.lengthOf(before + 1);
  });

  it("sells after the customer's bank has asked", async () => {
    const page = await choose("chair");
    await pay(page);
    await answerBank(page, "complete");
    await untilShop(page, "Paid. Thank you!");
    expect(isSent(page)).to.equal(1);
  });

  it("leads to the bank again where the customer left it, and to another Payment after a decline", async () => {
    const page = await choose("chair");
    await pay(page);
    await answerBank(page, "cancel");
    await untilShop(page, "Not paid yet");
    const { id } = await lastPayment();
    await page.getByRole("link", { name: "go on to your bank" }).click();
    await answerBank(page, "fail");
    await untilShop(page, "Not paid");
    await screenshot(page, "shop-direct-declined");
    await pay(page);
    await answerBank(page, "complete");
    await untilShop(page, "Paid. Thank you!");
    expect((await lastPayment()).id).not.to.equal(id);
    expect(isSent(page)).to.equal(1);
  });

  it("shows the form again where the card is none, and sends nothing after a decline", async () => {
    const page = await choose("lamp");
    await page.getByLabel("Card number").fill("4111");
    await pay(page);
    await page.locator("h1", { hasText: "Look at the card again" }).waitFor();
    await pay(page);
    await untilShop(page, "Not paid");
    expect(isSent(page)).to.equal(0);
  });

  it("believes neither a return URL nor an unsigned webhook nor another site's form", async () => {
    const page = await choose("lamp");
    await pay(page);
    await untilShop(page, "Not paid");
    const [order = ""] = page.url().split("?");
    await page.goto(`${order}?status=SUCCEEDED`);
    await untilShop(page, "Not paid");
    const forged = {
      type: "payment.succeeded",
      data: { payment: { ...(await lastPayment()), status: "SUCCEEDED" } },
    };
    const { status } = await fetch(open().webhookUrl, {
      method: "POST",
      headers: {
        "webhook-id": "evt_1",
        "webhook-timestamp": String(Math.floor(Date.now() / 1000)),
        "webhook-signature": "v1,AAAA",
      },
      body: JSON.stringify(forged),
    });
    expect([status, isSent(page)]).to.deep.equal([400, 0]);
    const foreign = await page.request.post(`${order}/pay`, { headers: { "sec-fetch-site": "cross-site" } });
    expect(foreign.status()).to.equal(403);
  });

  it("takes its webhook endpoint away when it is stopped", async () => {
    const another = await startShop(COMMAND, env);
    const endpoints = async () => (await client.webhookEndpoints.list()).data.map(({ url }) => url);
    expect(await endpoints()).to.include(another.webhookUrl);
    expect(await closed(another)).to.equal(0);
    expect(await endpoints()).not.to.include(another.webhookUrl);
  });

  it("takes its webhook endpoint away where several signals come at once, as from Ctrl-C in a terminal", async () => {
    const another = await startShop(COMMAND, env);
    const group = -(another.process.pid ?? expect.fail("it has no process"));
    for (let sent = 0; sent < SIGNALS && another.process.exitCode === null; sent += 1) {
      process.kill(group, sent % 2 === 0 ? "SIGINT" : "SIGTERM");
      await setImmediate();
    }
    await waitFor("the endpoint to be taken away", async () =>
      (await client.webhookEndpoints.list()).data.every(({ url }) => url !== another.webhookUrl),
    );
  });

  it("leaves no webhook endpoint behind, however early it is stopped", async () => {
    expect(await stoppedEarly(COMMAND, env, client)).to.deep.equal({ code: 0, left: [] });
  });
});
