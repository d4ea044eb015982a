import { readFileSync } from "node:fs";
import { expect } from "chai";
import { brandOf, luhnValid } from "@flowlix/cards";
import { CARD_RULES } from "../src/card-rules.ts";
import { TEST_AMOUNTS, TEST_CARDS } from "../src/sandbox-offers.ts";
import { withPage } from "./support/hosted-pages.ts";

describe("what the page offers in Sandbox", () => {
  const page = withPage();

  it("test cards that its own form takes, and the amounts with what they come to", async () => {
    const { text } = await page.get();
    for (const { brand, number, cvc } of TEST_CARDS) {
      expect([brandOf(number), luhnValid(number)], number).to.deep.equal([brand, true]);
      expect(CARD_RULES[brand].cvc).to.include(cvc.length);
      expect(text).to.contain(`data-number="${number}"`);
    }
    expect(text).to.contain("4111 1111 1111 1111").and.contain("3782 822463 10005");
    expect(text).to.contain("<strong>€1,000.51</strong> <span>There is not enough money");
  });

  it("amounts that the Sandbox acquirer documents as special", () => {
    const documented = readFileSync(new URL("../../../docs/sandbox-acquirer.md", import.meta.url), "utf8");
    const [, table = ""] = documented.split("## Amounts");
    for (const { amount } of TEST_AMOUNTS) {
      const digits = String(amount);
      const row = digits.startsWith("1000")
        ? new RegExp(`100001.*\\b${digits.slice(-2)}\\b`)
        : new RegExp(digits);
      expect(table, digits).to.match(row);
    }
  });

  it("nothing of it in live mode, nor beside an outcome", async () => {
    page.set({}, { livemode: true });
    expect((await page.get()).text)
      .not.to.contain("test-mode")
      .and.not.contain("test-cards");
    page.set({ stage: "ended" }, { status: "SUCCEEDED", next_action: null });
    const { text } = await page.get();
    expect(text).to.contain("no money moves").and.not.contain("4111");
  });
});

describe("the order beside the form", () => {
  const page = withPage();

  it("says whom, what for, under which number and how much", async () => {
    page.set({}, { description: "Two chairs", merchant_reference: 1_234_567_890 });
    const { text } = await page.get();
    expect(text)
      .to.contain('<h1 class="payee">Payment to Shop</h1>')
      .and.contain('<p class="amount">€49.99</p>');
    for (const [name, value] of [
      ["For", "Two chairs"],
      ["Reference", "1234567890"],
      ["Total", "€49.99"],
    ] as const)
      expect(text).to.match(new RegExp(`<dt>${name}</dt><dd>.*${value}`));
    expect(text, "no logo: the first letter").to.contain('class="monogram" aria-hidden="true">S<');
  });
});
