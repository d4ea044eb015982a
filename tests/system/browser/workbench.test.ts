import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { makeLiveMerchant, startCheckoutDouble } from "@flowlix/acquirer-doubles";
import { OUTCOMES } from "@flowlix/workbench";
import { startReceiver, type HttpReceiver } from "@flowlix/testkit";
import { withBrowser } from "@flowlix/testkit/browser";
import { expect } from "chai";
import { FIRST_PAYMENT } from "../../../services/standalone/src/banner.ts";
import { newKey, newMerchant } from "../e2e/support/merchants.ts";
import { paymentOf } from "../e2e/support/api.ts";
import { IN_PROCESS, TEST_TIMEOUT_MS, withPlatform } from "../e2e/support/platform.ts";
import { webhooksOf } from "../e2e/support/webhooks.ts";
import { go, lookAll, signIn, withWorkbench } from "./support/workbench.ts";

/** What an object is shown as once the outcome has happened; of the others the button itself is told. */
const ENDS: Readonly<Record<string, string>> = {
  payment_answer_lost: "SUCCEEDED",
};

describe("the workbench in a browser", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const browser = withBrowser();
  const platform = withPlatform(IN_PROCESS, {
    env: {
      REQUEST_DEADLINE: "25s",
      ACQUIRER_SECRET_KEYS: `k1:${randomBytes(32).toString("base64")}`,
      ACQUIRER_LOOPBACK: "true",
    },
  });
  let receiver: HttpReceiver;
  const open = withWorkbench(browser);
  before(async () => {
    receiver = await startReceiver(() => ({ status: 500, body: "out of stock" }));
  });
  after(() => receiver.close());

  const developer = async () => {
    const merchant = await newMerchant(platform());
    const { api_key: key } = await newKey(platform(), merchant.id, "sandbox");
    const page = await open(platform().installation().publicUrl);
    return { merchant, key, page };
  };

  it("asks for parts alone, whatever a link put behind the #", async () => {
    const { key, page } = await developer();
    await signIn(page, key);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    for (const part of [
      "../../v1/payments",
      "%2e%2e/%2e%2e/v1/payments",
      "payments/../../../v1/payments",
      "a\\..\\..",
    ]) {
      await page.evaluate(`location.hash = ${JSON.stringify(`#/${part}`)}`);
      await page.locator("#said", { hasText: "no such part" }).waitFor();
      await go(page, "try", "Try");
    }
    expect(asked.filter((path) => !path.startsWith("/workbench/"))).to.deep.equal([]);
  });

  it("takes a Sandbox key, keeps it in the tab alone, and shows a delivery with what the endpoint answered", async () => {
    const { merchant, key, page } = await developer();
    await lookAll(page, "workbench-enter");
    expect(await page.locator("#zone").isVisible(), "nothing with a time is there yet").to.equal(false);
    await webhooksOf(merchant.api).create(receiver.url);
    const { id } = paymentOf(await merchant.api.create());
    await signIn(page, key);
    await lookAll(page, "workbench-try");
    await go(page, `objects/${id}`, "Payment");
    await page.locator(".summary", { hasText: id }).waitFor();
    await page.locator(".timeline .delivery code", { hasText: "out of stock" }).waitFor();
    await page.locator("#zone", { hasText: "UTC" }).waitFor();
    await lookAll(page, "workbench-timeline");
    await page.locator(".timeline .request a").click();
    await page.locator("#heading", { hasText: "Request req_" }).waitFor();
    expect(await page.title()).to.match(/^Request req_/);
    await page.locator("dd", { hasText: "/v1/payments" }).waitFor();
    await lookAll(page, "workbench-request");
    await go(page, "requests", "Requests");
    await page.locator("tbody tr").first().waitFor();
    await lookAll(page, "workbench-requests");
    await page.getByRole("link", { name: "Errors only" }).click();
    await page.locator("#heading", { hasText: "Requests: errors only" }).waitFor();
    await page.locator(".nothing", { hasText: "No errors." }).waitFor();
    await go(page, "payments", "Payments");
    await page.locator("tbody a", { hasText: id }).waitFor();
    await lookAll(page, "workbench-payments");
    await go(page, "webhooks", "Webhooks");
    await page.locator("tbody a").first().click();
    await page.locator("tbody", { hasText: "out of stock" }).waitFor();
    await lookAll(page, "workbench-webhook");
    const desk = page.viewportSize();
    for (const width of [800, 1100]) {
      await page.setViewportSize({ width, height: 720 });
      const needed = await page.evaluate<number>("document.documentElement.scrollWidth");
      expect(needed, `the deliveries fit ${width} pixels`).to.be.at.most(width);
    }
    if (desk !== null) await page.setViewportSize(desk);
    const sent = receiver.requests.length;
    await page.locator("tbody .act").first().click();
    await page.locator("#said.good").waitFor();
    await receiver.received(sent + 1);
    expect(page.url()).not.to.contain("api_test_sk_");
    expect(await page.context().cookies()).to.deep.equal([]);
    expect(await page.evaluate<number>("localStorage.length")).to.equal(0);
    expect(await page.content()).not.to.contain(key);
    await page.locator("#leave").click();
    await page.locator("#enter").waitFor();
    expect(await page.evaluate<number>("sessionStorage.length")).to.equal(0);
    expect(await page.locator("#view").innerText()).to.equal("");
  });

  it("refuses a live key, a wrong one and a placeholder and keeps none, and an object of another merchant is not there", async () => {
    const { merchant, key, page } = await developer();
    const other = await newMerchant(platform());
    const { id } = paymentOf(await other.api.create());
    const live = await newKey(platform(), merchant.id, "live");
    await page.locator("#key").fill("api_test_sk_nothing");
    await page.locator("#enter button").click();
    await page.locator("#said.bad").waitFor();
    await page.locator("#key").fill(live.api_key);
    await page.locator("#enter button").click();
    await page.locator("#said.bad", { hasText: "Sandbox alone" }).waitFor();
    // A header cannot carry an ellipsis.
    for (const typed of ["api_test_sk_YOUR_KEY", "api_test_sk_…"]) {
      await page.locator("#key").fill(typed);
      await page.locator("#enter button").click();
      await page.locator("#said.bad", { hasText: "This is the placeholder of the documents" }).waitFor();
      await page.locator("#key").fill("");
      await page.evaluate(`document.getElementById("said").textContent = ""`);
    }
    expect(await page.evaluate("sessionStorage.length"), "keys in the tab").to.equal(0);
    await signIn(page, key);
    await page.evaluate(`location.hash = "#/objects/${id}"`);
    await page.locator("#said.bad").waitFor();
    expect(await page.locator("#view").innerText()).to.equal("");
    await page.locator("#leave").click();
    expect(await page.evaluate("sessionStorage.length"), "keys after signing out").to.equal(0);
  });

  for (const { name, label, group, events } of OUTCOMES)
    it(`makes happen: ${group}, ${label}`, async () => {
      const { key, page } = await developer();
      await signIn(page, key);
      await page.locator(`#try-${name}`).click();
      const [reported] = events.slice(-1);
      const end = ENDS[name] ?? reported?.slice(reported.indexOf(".") + 1).toUpperCase();
      if (end === undefined) {
        await page.locator("#said.bad").waitFor();
        return;
      }
      await page.locator(".timeline").waitFor();
      const kind = group === "Refunds" ? "Refund" : group === "Payouts" ? "Payout" : "Payment";
      await page.locator(".summary", { hasText: kind }).locator(".badge", { hasText: end }).first().waitFor();
    });

  it("shows operators any object, what waits and who did what, behind the control token", async () => {
    const merchant = await newMerchant(platform());
    const { id } = paymentOf(await merchant.api.create({ amount: 104_099 }));
    const page = await open(platform().installation().runtime().control_url);
    await lookAll(page, "workbench-operators-enter");
    const token = readFileSync(join(platform().dataDir, "control-token"), "utf8").trim();
    await page.locator("#actor").fill("Grace Hopper");
    await signIn(page, token);
    await page.locator("tbody a", { hasText: id }).waitFor();
    await lookAll(page, "workbench-operators-overview");
    await page.locator("#id").fill(id);
    await page.locator("#find button").click();
    await page.locator(".timeline .event").first().waitFor();
    await lookAll(page, "workbench-operators-timeline");
    page.once("dialog", (dialog) => void dialog.accept("no"));
    await page.locator(".timeline .event .act").first().click();
    await page.locator("#said", { hasText: "Nothing was done." }).waitFor();
    page.once("dialog", (dialog) => void dialog.accept("send"));
    await page.locator(".timeline .event .act").first().click();
    await page.locator("#said.bad", { hasText: "no enabled endpoint wants it" }).waitFor();
    for (const [part, heading] of [
      ["exceptions", "Exceptions"],
      ["queues", "Queues"],
      ["audit", "Audit"],
    ] as const) {
      await go(page, part, heading);
      await lookAll(page, `workbench-operators-${part}`);
    }
    await page.locator("tbody", { hasText: "Grace Hopper" }).waitFor();
  });

  it("shows operators the accounts of merchants, and the route of a Payment that went to a second one", async () => {
    const [first, second] = await Promise.all([startCheckoutDouble(), startCheckoutDouble()]);
    try {
      const url = platform().installation().runtime().control_url;
      const token = readFileSync(join(platform().dataDir, "control-token"), "utf8").trim();
      const { merchantId, accountId, apiKey } = await makeLiveMerchant({ url, token }, first);
      const ask = async (to: string, key: string, body: object) => {
        const answer = await fetch(to, {
          method: "POST",
          headers: {
            authorization: `Bearer ${key}`,
            actor: "Ada",
            "content-type": "application/json",
            "idempotency-key": randomUUID(),
          },
          body: JSON.stringify(body),
        });
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${answer.status} to ${to}: ${text}`);
        const { id } = JSON.parse(text);
        return String(id);
      };
      const reserve = await ask(`${url}/acquirers`, token, {
        merchant: merchantId,
        mode: "live",
        label: "In reserve",
        ...second.account,
        weight: 0,
        limits: { EUR: { min: 100, max: 1_000_000 } },
      });
      await first.stop();
      const id = await ask(`${platform().installation().publicUrl}/v1/payments`, apiKey, FIRST_PAYMENT);
      const page = await open(url);
      await page.locator("#actor").fill("Grace Hopper");
      await signIn(page, token);
      await go(page, `objects/${id}`, "Payment");
      const route = page.locator(".summary", { hasText: `Went to ${reserve}` });
      await route.locator("p", { hasText: `First it was sent to ${accountId}` }).waitFor();
      await route.locator("tr", { hasText: reserve }).locator(".badge", { hasText: "chosen" }).waitFor();
      await lookAll(page, "workbench-operators-route");
      await page.locator(".summary dd a", { hasText: merchantId }).click();
      await page.locator("#heading", { hasText: "Accounts" }).waitFor();
      expect(await page.locator("tbody tr").count(), "accounts of this merchant").to.equal(2);
      await lookAll(page, "workbench-operators-accounts");
      await page.locator("#id").fill(reserve);
      await page.locator("#find button").click();
      await page.locator("#heading", { hasText: "In reserve" }).waitFor();
      await lookAll(page, "workbench-operators-account");
      page.once("dialog", (dialog) => void dialog.accept("disable"));
      await page.getByRole("button", { name: "Disable" }).click();
      await page.getByRole("button", { name: "Activate" }).waitFor();
      page.once("dialog", (dialog) => void dialog.accept("activate"));
      await page.getByRole("button", { name: "Activate" }).click();
      await page.getByRole("button", { name: "Disable" }).waitFor();
      await page.getByRole("link", { name: "Check it now" }).click();
      await page.locator("tr", { hasText: "payments" }).locator(".badge", { hasText: "knows us" }).waitFor();
      await lookAll(page, "workbench-operators-check");
      await go(page, "audit", "Audit");
      await page
        .locator("tr", { hasText: "acquirer.disable" })
        .filter({ hasText: reserve })
        .first()
        .waitFor();
    } finally {
      await Promise.all([first.stop(), second.stop()]);
    }
  });
});
