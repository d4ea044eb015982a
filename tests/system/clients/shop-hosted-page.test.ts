import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { Flowlix } from "@flowlix/client";
import { waitFor } from "@flowlix/testkit";
import {
  expectAccessible,
  screenshot,
  visitor,
  withBrowser,
  type Page,
  type Visitor,
} from "@flowlix/testkit/browser";
import { expect } from "chai";
import { answerBank, payWith, untilState } from "../browser/support/hosted-page.ts";
import { IN_PROCESS, TEST_TIMEOUT_MS, withPlatform } from "../e2e/support/platform.ts";
import { closed, startShop, stoppedEarly, type Shop } from "./shop-process.ts";

const MAIN = fileURLToPath(new URL("../../../clients/shops/hosted-page/src/main.ts", import.meta.url));
const COMMAND = [process.execPath, MAIN] as const;

const PAYMENT_PAGE = /\/pay\/pay_/;

describe("the example shop over the hosted page", function () {
  this.timeout(TEST_TIMEOUT_MS);
  after("close the shop, before its platform stops", () => closed(shop));
  const browser = withBrowser();
  const platform = withPlatform(IN_PROCESS);
  let shop: Shop;
  let client: Flowlix;
  let env: Record<string, string>;
  let customer: Visitor;

  before("open the shop", async () => {
    const { publicUrl: FLOWLIX_URL, apiKey: FLOWLIX_KEY } = platform().installation();
    env = { FLOWLIX_URL, FLOWLIX_KEY, SHOP_PORT: "0" };
    client = new Flowlix({ url: FLOWLIX_URL, key: FLOWLIX_KEY });
    shop = await startShop(COMMAND, env);
  });
  beforeEach("a customer comes", async () => {
    const bank = platform().installation().runtime().acquirer.url;
    const origins = [shop.url, platform().installation().publicUrl, bank].map((url) => new URL(url).origin);
    customer = await visitor(browser(), { locale: "en-GB", origins, ignoreHTTPSErrors: true });
  });
  afterEach("the customer leaves, and had nothing to complain of", () => customer.leave());

  /** Opens the page of a new Payment. */
  async function buy(product: string): Promise<Page> {
    const { page } = customer;
    await page.goto(shop.url);
    await page.locator(`button[value="${product}"]`).click();
    await page.waitForURL(PAYMENT_PAGE);
    return page;
  }
  const untilShop = async (page: Page, title: string) => {
    await page.waitForURL(`${shop.url}/orders/**`);
    await page.locator("h1", { hasText: new RegExp(`^${title}$`) }).waitFor();
  };
  const cancel = (page: Page) => page.getByRole("link", { name: /^Cancel/ }).click();
  const paidOrders = (): string[] =>
    [...shop.output().matchAll(/^Order (\S+) is paid/gm)].map(([, id]) => id ?? "");
  const isSent = (page: Page): number =>
    paidOrders().filter((id) => page.url().startsWith(`${shop.url}/orders/${id}`)).length;

  it("sells once, however often and however it hears of the payment", async () => {
    const { page } = customer;
    await page.goto(shop.url);
    await expectAccessible(page);
    await screenshot(page, "shop-hosted-products");
    await buy("print");
    await payWith(page);
    await untilShop(page, "Paid. Thank you!");
    await expectAccessible(page);
    await screenshot(page, "shop-hosted-paid");

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
  });

  it("learns from the webhook that an order is paid, where its customer does not come back", async () => {
    const before = paidOrders().length;
    const page = await buy("print");
    await customer.hold(new RegExp(`^${shop.url}/orders/`));
    await payWith(page);
    await untilState(page, "succeeded");
    await waitFor("the order to be paid", () => paidOrders().length === before + 1);
  });

  it("sells after the customer's bank has asked", async () => {
    const page = await buy("chair");
    await payWith(page);
    await answerBank(page, "complete");
    await untilShop(page, "Paid. Thank you!");
    expect(isSent(page)).to.equal(1);
  });

  it("asks for the same Payment after a cancel, and for another one after a decline", async () => {
    const page = await buy("lamp");
    const first = page.url();
    await cancel(page);
    await untilShop(page, "Not paid yet");
    await page.getByRole("button", { name: "Pay now" }).click();
    await page.waitForURL(PAYMENT_PAGE);
    expect(page.url()).to.equal(first);

    await payWith(page);
    await page.getByRole("link", { name: /^Go back/ }).click();
    await untilShop(page, "Not paid");
    await screenshot(page, "shop-hosted-declined");
    await page.getByRole("button", { name: "Pay again" }).click();
    await page.waitForURL(PAYMENT_PAGE);
    expect(page.url()).not.to.equal(first);
    expect(isSent(page)).to.equal(0);
  });

  it("believes neither a return URL nor an unsigned webhook, and shows an order to its customer only", async () => {
    const page = await buy("print");
    await cancel(page);
    await untilShop(page, "Not paid yet");
    const [order = ""] = page.url().split("?");
    await page.goto(`${order}?status=SUCCEEDED`);
    await untilShop(page, "Not paid yet");

    const { data } = await client.payments.list({ limit: 1 });
    const forged = { type: "payment.succeeded", data: { payment: { ...data[0], status: "SUCCEEDED" } } };
    const headers = {
      "webhook-id": "evt_1",
      "webhook-timestamp": String(Math.floor(Date.now() / 1000)),
      "webhook-signature": "v1,AAAA",
    };
    const { status } = await fetch(shop.webhookUrl, {
      method: "POST",
      headers,
      body: JSON.stringify(forged),
    });
    expect([status, isSent(page)]).to.deep.equal([400, 0]);

    await page.context().clearCookies();
    expect((await page.goto(order))?.status()).to.equal(404);
  });

  it("takes its webhook endpoint away when it is stopped", async () => {
    const another = await startShop(COMMAND, env);
    const endpoints = async () => (await client.webhookEndpoints.list()).data.map(({ url }) => url);
    expect(await endpoints()).to.include(another.webhookUrl);
    expect(await closed(another)).to.equal(0);
    expect(await endpoints()).not.to.include(another.webhookUrl);
  });

  it("leaves no webhook endpoint behind, however early it is stopped", async () => {
    expect(await stoppedEarly(COMMAND, env, client)).to.deep.equal({ code: 0, left: [] });
  });

  const refused = async (changed: Readonly<Record<string, string>>) => {
    const child = spawn(process.execPath, [MAIN], { env: { ...env, ...changed } });
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
    return [said, code];
  };

  it("says in words that it has no key", async () => {
    expect(await refused({ FLOWLIX_KEY: "" })).to.deep.equal([
      "No API key: set FLOWLIX_KEY in the environment, or give `key`.\n",
      1,
    ]);
  });

  it("says in words that its port is taken", async () => {
    const { port } = new URL(shop.url);
    expect(await refused({ SHOP_PORT: port })).to.deep.equal([
      `Port ${port} is taken: set SHOP_PORT to another one.\n`,
      1,
    ]);
  });
});
