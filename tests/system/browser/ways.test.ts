import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { TEST_CARDS } from "@flowlix/testkit";
import type { Page } from "@flowlix/testkit/browser";
import { expect } from "chai";
import { TEST_TIMEOUT_MS } from "../e2e/support/platform.ts";
import { cli, newMerchant } from "../e2e/support/merchants.ts";
import { drawnLogo } from "./support/drawn-logo.ts";
import {
  answerBank,
  fillIn,
  GOOD_CARD,
  hostedPayment,
  payWith,
  untilMerchant,
  untilState,
} from "./support/hosted-page.ts";
import { look } from "./support/look.ts";
import { withPayers } from "./support/payers.ts";

/** How much of the order's side has no text in it where that is most, of its height. */
async function emptyOf(page: Page, width: number): Promise<number> {
  await page.setViewportSize({ width, height: (width * 9) / 16 });
  return page.evaluate<number>(`{
    const side = document.querySelector(".summary").getBoundingClientRect();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const lines = [];
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      lines.push(...range.getClientRects());
    }
    const within = lines.filter(({ right, top, width }) => width > 1 && right <= side.right && top >= side.top);
    let end = side.top;
    let most = 0;
    for (const { top, bottom } of within.toSorted((one, other) => one.top - other.top)) {
      most = Math.max(most, top - end);
      end = Math.max(end, bottom);
    }
    Math.max(most, side.bottom - end) / side.height;
  }`);
}

describe("the hosted page, whatever a payer has before them", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const { platform, payer, bank } = withPayers();
  const open = async (settings = {}, changes = {}) => {
    const payment = await hostedPayment(platform().api, changes);
    const visitor = await payer(settings);
    await visitor.page.goto(payment.url);
    return { ...payment, ...visitor };
  };
  const charges = (id: string) => platform().acquirer.charges(id);

  it("works without JavaScript: form, faults, 3D Secure and the way back [D3-PAGE-3]", async () => {
    const { id, page } = await open({ javaScriptEnabled: false }, { amount: 103_000 });
    await payWith(page, { ...GOOD_CARD, number: "4242 4242 4242 4241", cvc: "1" });
    await page.locator("#card-number[aria-invalid=true]").waitFor();
    expect(await page.locator("#card-number").inputValue()).to.equal("");
    expect(await page.locator("#card-name").inputValue()).to.equal(GOOD_CARD.name);
    await payWith(page);
    await page.waitForURL(`${bank()}/**`);
    await answerBank(page, "complete");
    await untilMerchant(page, id, "SUCCEEDED");
    expect(await charges(id)).to.equal(1);
  });

  it("says what is wrong beside the field, before anything is sent [D3-PAGE-2]", async () => {
    const { id, page } = await open();
    await payWith(page, { number: "4242424242424241", expiry: "01/20", cvc: "1", name: "" });
    for (const field of ["number", "expiry", "cvc", "name"]) {
      const input = page.locator(`#card-${field}`);
      expect(await input.getAttribute("aria-invalid"), field).to.equal("true");
      const described = ((await input.getAttribute("aria-describedby")) ?? "").split(" ");
      const words = await Promise.all(described.map((name) => page.locator(`#${name}`).innerText()));
      expect(words.join("").trim(), field).not.to.equal("");
    }
    await look(page, "faults");
    await payWith(page);
    await untilMerchant(page, id, "SUCCEEDED");
    expect(await charges(id)).to.equal(1);
  });

  it("groups the number as it is typed, and knows the brand", async () => {
    const { page } = await open();
    await page.locator("#card-number").pressSequentially("378282246310005");
    expect(await page.locator("#card-number").inputValue()).to.equal("3782 822463 10005");
    await page.locator("#card-number").fill("");
    await page.locator("#card-number").pressSequentially("5555555555554444");
    expect(await page.locator("#card-number").inputValue()).to.equal("5555 5555 5555 4444");
    await page.locator("#card-expiry").pressSequentially("1240");
    expect((await page.locator("#card-expiry").inputValue()).replaceAll(" ", "")).to.equal("12/40");
    await look(page, "brand");
  });

  it("takes back what it said of a security code once the number is of another brand", async () => {
    const { page } = await open();
    const error = page.locator("#card-cvc-error");
    await fillIn(page, { number: TEST_CARDS.amex, cvc: "123" });
    await page.locator("#card-name").focus();
    expect(await error.innerText()).to.include("4 digits");
    await look(page, "amex");
    await fillIn(page, { number: TEST_CARDS.visa });
    expect([
      await error.innerText(),
      await page.locator("#card-cvc").getAttribute("aria-invalid"),
    ]).to.deep.equal(["", null]);
    await fillIn(page, { cvc: "12" });
    await page.locator("#card-name").focus();
    expect(await error.innerText()).to.include("3 digits");
    await fillIn(page, { number: TEST_CARDS.amex });
    expect(await error.innerText(), "what is still wrong is said of the brand that counts").to.include(
      "4 digits",
    );
  });

  it("offers test cards in Sandbox that fill in the form", async () => {
    const { id, page } = await open();
    await page.locator(".test-mode summary").click();
    await look(page, "test-mode");
    await page.locator(".test-card", { hasText: "3782" }).click();
    expect(await page.locator("#card-cvc").inputValue()).to.equal("1234");
    await page.keyboard.press("Enter");
    await untilMerchant(page, id, "SUCCEEDED");
    expect(await charges(id)).to.equal(1);
  });

  it("takes what browsers fill in as the standard has it, and digits of full width", async () => {
    const { id, page } = await open();
    await page.locator("#card-expiry").fill("2040-12");
    expect(await page.locator("#card-expiry").inputValue()).to.equal("12/2040");
    await page.locator("#card-expiry").fill("１２／４０");
    expect(await page.locator("#card-expiry").inputValue()).to.equal("12/40");
    await page.locator("#card-number").fill("４２４２４２４２４２４２４２４２");
    expect(await page.locator("#card-number").inputValue()).to.equal("4242 4242 4242 4242");
    await fillIn(page, { cvc: "１２３", name: GOOD_CARD.name });
    expect(await page.locator("#card-cvc").inputValue()).to.equal("123");
    await page.locator("#pay").click();
    await untilMerchant(page, id, "SUCCEEDED");
    expect(await charges(id)).to.equal(1);
  });

  it("stands in the middle of wide screens, the order as far from it as the form", async () => {
    const { page } = await open({}, { merchant_reference: 1_234_567_890 });
    for (const [name, width, height] of [
      ["wide", 1920, 1080],
      ["laptop", 1366, 768],
    ] as const) {
      await page.setViewportSize({ width, height });
      const boxOf = async (place: string) => (await page.locator(place).boundingBox()) ?? { x: 0, width: 0 };
      const [order, pay] = [await boxOf(".summary .order"), await boxOf("#pay")];
      const left = order.x;
      const right = width - pay.x - pay.width;
      expect(Math.abs(left - right), `${name}: ${left} and ${right}`).to.be.below(width / 50);
      await look(page, `form-${name}`);
    }
  });

  it("leaves no part of the order's side empty on wide screens, at the form and when it is over", async () => {
    const { page } = await open({}, { amount: 100_051 });
    const widths = [1440, 1920];
    for (const width of widths) expect(await emptyOf(page, width), `form, ${width}`).to.be.below(0.25);
    await payWith(page);
    await untilState(page, "failed");
    for (const width of widths) {
      expect(await emptyOf(page, width), `failed, ${width}`).to.be.below(0.25);
      await look(page, `failed-${width}`);
    }
  });

  it("can be used with the keyboard alone [D3-PAGE-3]", async () => {
    const { id, page } = await open();
    const focused = () => page.evaluate<string>("document.activeElement?.id ?? ''");
    const tabTo = async (target: string) => {
      for (let presses = 0; presses < 40 && (await focused()) !== target; presses += 1)
        await page.keyboard.press("Tab");
      expect(await focused()).to.equal(target);
    };
    for (const field of ["number", "expiry", "cvc", "name"] as const) {
      await tabTo(`card-${field}`);
      await page.keyboard.type(GOOD_CARD[field]);
    }
    await tabTo("pay");
    await page.keyboard.press("Enter");
    await untilMerchant(page, id, "SUCCEEDED");
    expect(await charges(id)).to.equal(1);
  });

  it("shows the merchant's name, colour and logo, whatever they are [D3-PAGE-19]", async () => {
    for (const [name, colour, type] of [
      ["Corner shop", "#0b5394", "png"],
      [
        "Sunflowers & <b>Daughters</b>, makers of fine yellow things since 1893 in Castle Combe",
        "#ffe600",
        "webp",
      ],
    ] as const) {
      const { id: merchantId, api } = await newMerchant(platform());
      const { page } = await payer();
      const logo = join(platform().dataDir, "..", `logo.${type}`);
      writeFileSync(logo, await drawnLogo(page, colour, `image/${type}`));
      const branding = ["--name", name, "--colour", colour, "--logo", logo];
      await cli(platform(), "merchant", "update", merchantId, "--mode", "sandbox", ...branding);
      const { url } = await hostedPayment(api, { amount: 999_999_999, description: "x".repeat(500) });
      await page.goto(url);
      expect(await page.locator("body").innerText()).to.include(name);
      expect(await page.evaluate<number>("document.querySelector('img.logo').naturalWidth")).to.equal(160);
      await look(page, `branding-${colour.slice(1)}`);
    }
  });

  it("cuts a long description on a phone until the payer asks for it, without JavaScript", async () => {
    const settings = { javaScriptEnabled: false, viewport: { width: 320, height: 640 } };
    const description = `${"Two comfortable chairs and a table. ".repeat(13)}The end.`;
    const { page, url } = await open(settings, { description });
    const heightOf = async () => (await page.locator(".description").boundingBox())?.height ?? 0;
    expect((await page.locator("#card-number").boundingBox())?.y, "the form is in sight").to.be.below(640);
    const cut = await heightOf();
    await page.locator(".description .more").click();
    await page.locator(".description .less").waitFor();
    expect(await heightOf()).to.be.above(2 * cut);
    const words = await page.locator(".description > summary").boundingBox();
    expect(await heightOf(), "there is nothing below the words").to.equal(words?.height);
    expect(await page.locator(".description").innerText()).to.include("The end.");
    await page.locator(".description .less").click();
    await page.locator(".description .more").waitFor();
    expect(await heightOf()).to.equal(cut);
    const reader = await payer();
    await reader.page.goto(url);
    await look(reader.page, "description-cut");
    const formTop = async () => (await reader.page.locator("#card-number").boundingBox())?.y;
    const before = await formTop();
    await reader.page.locator(".description .more").click();
    expect(await formTop(), "the form beside it stays where it is").to.equal(before);
    await look(reader.page, "description-unfolded");
  });

  it("prefills what the merchant knows, and the payer's word counts [D3-PAGE-1]", async () => {
    const billing_details = {
      email: "ada@example.com",
      first_name: "Ada",
      last_name: "Lovelace",
      address: { line1: "1 Analytical Way", city: "London", postal_code: "N1 9GU", country: "GB" },
    };
    const { id, page } = await open({}, { billing_details });
    expect(await page.locator("#email").inputValue()).to.equal("ada@example.com");
    await page.locator("#email").fill("countess@example.com");
    await payWith(page);
    await untilMerchant(page, id, "SUCCEEDED");
    const { text } = await platform().api.read(id);
    expect(JSON.parse(text).billing_details).to.deep.include({
      email: "countess@example.com",
      first_name: "Ada",
    });
  });

  it("says where a submit was never sent off, with the focus on it", async () => {
    const { url, page } = await open();
    await page.goto(`${url}/status?note=unsent`);
    await untilState(page, "form");
    expect(await page.locator("#notice:focus").innerText()).to.include("could not be sent");
    await look(page, "form-unsent");
  });

  it("answers a form that is too long by a page that leads back to it", async () => {
    const { id, page } = await open();
    await page.evaluate("document.getElementById('address-line1').value = 'x'.repeat(70_000)");
    await payWith(page);
    await untilState(page, "unreadable");
    await look(page, "unreadable");
    await page.locator("#retry").click();
    await payWith(page);
    await untilMerchant(page, id, "SUCCEEDED");
    expect(await charges(id)).to.equal(1);
  });

  it("tells an unknown way back from the bank in the payer's language", async () => {
    const { page } = await payer({ locale: "de" });
    const { publicUrl } = platform().installation();
    const answer = await page.goto(`${publicUrl}/return/pay_${"x".repeat(24)}/forged`);
    expect(answer?.status()).to.equal(404);
    await untilState(page, "unknown");
    expect(await page.locator("html").getAttribute("lang")).to.equal("de");
    await look(page, "unknown-return");
  });

  it("leaves no card number in any address, and none in the history [D3-PAGE-5]", async () => {
    const { id, page } = await open({ javaScriptEnabled: false });
    const addresses: string[] = [];
    page.on("request", (request) => addresses.push(request.url()));
    await fillIn(page);
    await page.locator("#pay").click();
    await untilMerchant(page, id, "SUCCEEDED");
    expect(addresses.filter((address) => /4242|%2F40|Lovelace/.test(address))).to.deep.equal([]);
  });
});
