import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startReceiver, type HttpReceiver } from "@flowlix/testkit";
import { withBrowser, type Page } from "@flowlix/testkit/browser";
import { paymentOf } from "../e2e/support/api.ts";
import { newKey, newMerchant } from "../e2e/support/merchants.ts";
import { IN_PROCESS, TEST_TIMEOUT_MS, withPlatform } from "../e2e/support/platform.ts";
import { webhooksOf } from "../e2e/support/webhooks.ts";
import { go, lookAll, signIn, withWorkbench } from "./support/workbench.ts";

const NOT_CANCELLED = "does not cancel the next attempt";

describe("the tries of a delivery in the workbench", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const browser = withBrowser();
  const platform = withPlatform(IN_PROCESS);
  const open = withWorkbench(browser);
  let receiver: HttpReceiver;
  // The first one comes again after ten minutes, so that it waits for as long as the test takes.
  before(async () => {
    receiver = await startReceiver(() => ({
      status: 503,
      headers: { "retry-after": "600" },
      body: "closed for lunch",
    }));
  });
  after(() => receiver.close());

  const ofEndpoint = (page: Page, text: string) => page.locator("tbody tr", { hasText: text });
  const onTimeline = (page: Page, part: string, text: string) =>
    page.locator(`.timeline .${part}`, { hasText: text });

  it("stand with their results on the pages of object and endpoint; after a resend both say that the retry comes all the same", async () => {
    const merchant = await newMerchant(platform());
    const { api_key: key } = await newKey(platform(), merchant.id, "sandbox");
    const { id: endpoint } = await webhooksOf(merchant.api).create(receiver.url, ["payment.succeeded"]);
    const { id } = paymentOf(await merchant.api.create());
    const page = await open(platform().installation().publicUrl);
    await signIn(page, key);
    await go(page, `objects/${id}`, "Payment");
    await onTimeline(page, "delivery", "closed for lunch")
      .locator(".badge", { hasText: "pending" })
      .waitFor();
    await onTimeline(page, "delivery", "on schedule").waitFor();

    const fails = { status: 500, body: "out of stock" };
    receiver.answerWith(() => (receiver.requests.length === 2 ? fails : { status: 200 }));
    await page.locator(".timeline .event .act", { hasText: "Send again to" }).click();
    await page
      .locator("#said.good", { hasText: "is not cancelled, even once this one is accepted" })
      .waitFor();
    await onTimeline(page, "delivery", "closed for lunch").filter({ hasText: NOT_CANCELLED }).waitFor();

    // It fails once and is accepted on schedule, ten seconds later.
    const failed = onTimeline(page, "attempt", "out of stock");
    await failed
      .filter({ hasText: "resend in the workbench" })
      .locator(".badge", { hasText: "500" })
      .waitFor();
    const succeeded = page.locator(".timeline .delivery", {
      has: page.locator(".badge", { hasText: "succeeded" }),
    });
    await succeeded.filter({ hasText: "on schedule" }).waitFor();
    await onTimeline(page, "delivery", "closed for lunch")
      .filter({ hasText: "the event will be sent again" })
      .waitFor();
    await lookAll(page, "workbench-tries-timeline");

    await go(page, `webhooks/${endpoint}`, "Webhook endpoint");
    const resent = ofEndpoint(page, "out of stock");
    await resent.locator(".badge", { hasText: "succeeded" }).waitFor();
    await resent.locator(".attempts li", { hasText: "resend in the workbench" }).waitFor();
    await resent.locator(".attempts li", { hasText: "on schedule" }).waitFor();
    const waiting = ofEndpoint(page, "closed for lunch");
    await waiting.locator(".badge", { hasText: "pending" }).waitFor();
    await waiting.locator(".hint", { hasText: NOT_CANCELLED }).waitFor();
    await lookAll(page, "workbench-tries-endpoint");

    const control = await open(platform().installation().runtime().control_url);
    await control.locator("#actor").fill("Grace Hopper");
    await signIn(control, readFileSync(join(platform().dataDir, "control-token"), "utf8").trim());
    await go(control, `objects/${id}`, "Payment");
    await onTimeline(control, "attempt", "resend in the workbench").waitFor();
    control.once("dialog", (dialog) => void dialog.accept("send"));
    await control.locator(".timeline .event .act").first().click();
    await control.locator("#said.good", { hasText: "is not cancelled" }).waitFor();
    await onTimeline(control, "delivery", "resend by an operator").waitFor();
    await lookAll(control, "workbench-tries-operators");
  });
});
