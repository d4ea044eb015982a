import { gate } from "@flowlix/testkit";
import { expect } from "chai";
import { TEST_TIMEOUT_MS } from "../e2e/support/platform.ts";
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
import { MERCHANT_HOST, withPayers } from "./support/payers.ts";

const LANGUAGES = ["en", "de", "fr", "es", "it", "pl"] as const;

describe("the languages of the hosted page", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const { platform, payer, bank } = withPayers();
  const open = async (settings = {}, changes = {}) => {
    const payment = await hostedPayment(platform().api, changes);
    const visitor = await payer(settings);
    await visitor.page.goto(payment.url);
    return { ...payment, ...visitor };
  };
  const charges = (id: string) => platform().acquirer.charges(id);

  for (const language of LANGUAGES) {
    it(`speaks ${language} to a browser that asks for it, from the form to the end`, async () => {
      const { id, page, hold } = await open({ locale: language }, { amount: 123_456 });
      await hold(new RegExp(`^https://${MERCHANT_HOST}/`));
      expect(await page.locator("html").getAttribute("lang")).to.equal(language);
      await look(page, `language-${language}-form`);
      for (const width of [320, 390, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const lines = await page.evaluate<number[]>(
          "[...document.querySelectorAll('.hint')].map((hint) => hint.getBoundingClientRect().height / parseFloat(getComputedStyle(hint).lineHeight))",
        );
        for (const high of lines) expect(high, `lines of a hint, ${width} wide`).to.be.below(1.5);
      }
      await page.locator("#pay").click();
      await look(page, `language-${language}-faults`);
      await payWith(page);
      await untilState(page, "succeeded");
      expect(await page.locator("html").getAttribute("lang")).to.equal(language);
      await look(page, `language-${language}-succeeded`);
      expect(await charges(id)).to.equal(1);
    });
  }

  it("changes its language where the payer says so, and keeps it [D3-PAGE-20]", async () => {
    const { id, page, hold } = await open({ locale: "en" }, { amount: 100_051 });
    await hold(new RegExp(`^https://${MERCHANT_HOST}/`));
    const english = await page.locator("main").innerText();
    await page.locator("[data-lang=pl]").click();
    await page.locator("html[lang=pl]").waitFor();
    expect(await page.locator("main").innerText()).not.to.equal(english);
    await payWith(page);
    await untilState(page, "failed");
    expect(await page.locator("html").getAttribute("lang")).to.equal("pl");
    expect(await charges(id)).to.equal(0);
  });

  it("keeps what was typed beside the card when the language is changed, and nothing of the card", async () => {
    const { id, page, hold } = await open({ locale: "en" });
    await hold(new RegExp(`^https://${MERCHANT_HOST}/`));
    const beside = {
      "card-name": "Zoë <Quast>",
      email: "zoe@example.com",
      "address-city": "Łódź",
      "address-country": "PL",
    };
    await fillIn(page);
    await page.locator("#billing-address summary").click();
    for (const [name, value] of Object.entries(beside)) {
      const input = page.locator(`#${name}`);
      await (name === "address-country" ? input.selectOption(value) : input.fill(value));
    }
    const entries = async () => {
      const values: Record<string, string> = {};
      for (const name of [...Object.keys(beside), "card-number", "card-expiry", "card-cvc"])
        values[name] = await page.locator(`#${name}`).inputValue();
      return values;
    };
    const noCard = { "card-number": "", "card-expiry": "", "card-cvc": "" };
    await page.locator("[data-lang=pl]").click();
    await page.locator("html[lang=pl]").waitFor();
    // What was typed is put back by the page's script, which runs when the document is there.
    await page.waitForLoadState("domcontentloaded");
    expect(await entries()).to.deep.equal({ ...beside, ...noCard });
    expect(await page.locator("#address-city").isVisible()).to.equal(true);
    expect(await page.evaluate<number>("sessionStorage.length")).to.equal(0);
    expect(page.url()).to.match(/\/[\w-]{43}\?lang=pl$/);
    await page.reload();
    expect((await entries())["card-name"]).to.equal("");
    await payWith(page);
    await untilState(page, "succeeded");
    expect(await charges(id)).to.equal(1);
  });

  it("keeps what is typed while the script of the page in another language is still on its way", async () => {
    const { id, page } = await open({ locale: "en" });
    await page.locator("#email").fill("zoe@example.com");
    const script = gate();
    await page.route(/keep-entries/, async (route) => {
      await script.pass();
      await route.fallback();
    });
    await page.locator("[data-lang=pl]").click();
    await page.locator("html[lang=pl]").waitFor();
    await fillIn(page);
    await script.reached;
    script.open();
    await page.waitForLoadState("domcontentloaded");
    expect(await page.locator("#card-name").inputValue(), "typed into this page").to.equal(GOOD_CARD.name);
    expect(await page.locator("#email").inputValue(), "typed into the other one").to.equal("zoe@example.com");
    await page.locator("#pay").click();
    await untilMerchant(page, id, "SUCCEEDED");
  });

  it("falls back to English for a language it does not speak", async () => {
    const { page } = await open({ locale: "ja" });
    expect(await page.locator("html").getAttribute("lang")).to.equal("en");
  });

  it("in French, here and at the bank, has a narrow no-break space before high punctuation", async () => {
    const { page } = await open({ locale: "fr" }, { amount: 103_000 });
    const read = async () => {
      const text = await page.locator("body").innerText();
      expect(text)
        .to.match(/\u202f:/)
        .and.not.match(/[^\u202f][:;?!»]|«[^\u202f]/);
    };
    await read();
    await payWith(page);
    await page.waitForURL(`${bank()}/**`);
    await read();
    await answerBank(page, "cancel");
    await untilState(page, "challenge");
    await read();
  });

  it("has the bank speak the language that the payer chose by name, of this merchant and this amount", async () => {
    const { id, page } = await open({ locale: "en" }, { amount: 103_000 });
    await page.locator("[data-lang=pl]").click();
    await page.locator("html[lang=pl]").waitFor();
    const payee = await page.locator(".payee").innerText();
    const amount = await page.locator(".amount").innerText();
    await payWith(page);
    await page.waitForURL(`${bank()}/**`);
    expect(await page.locator("html").getAttribute("lang")).to.equal("pl");
    expect(await page.locator("main").innerText())
      .to.include(payee)
      .and.include(amount);
    await look(page, "bank-pl");
    await answerBank(page, "complete");
    await untilMerchant(page, id, "SUCCEEDED");
  });
});
