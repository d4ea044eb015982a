import { FAILURE_CODES } from "@flowlix/contracts";
import { expect } from "chai";
import { contrastOf, brandColours, luminanceOf } from "../src/contrast.ts";
import { failureClassOf } from "../src/failure-classes.ts";
import { acceptedLanguage, LANGUAGES } from "../src/languages.ts";
import { formatMoney } from "../src/money.ts";
import { TEXTS } from "../src/texts/index.ts";
import { NOW_MS, PAGE_ID, pageTokens, withPage } from "./support/hosted-pages.ts";

/** Every text by the path of its key. */
function textsOf(value: unknown, path = ""): [path: string, text: string][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => textsOf(inner, `${path}.${name}`));
}

/** In front of high punctuation, and inside of quotation marks, stands nothing else. */
const WRONG_IN_FRENCH = /[^\u202f][:;!?»]|«[^\u202f]/;

const namesIn = (text: string): string[] => [...new Set(text.match(/\{[a-z]+\}/g))].toSorted();

describe("the texts of a payer's pages", () => {
  const english = new Map(textsOf(TEXTS.en));

  for (const language of LANGUAGES) {
    it(`are complete in ${language}: the same keys, none empty, the same names to fill in [D3-PAGE-20]`, () => {
      const texts = new Map(textsOf(TEXTS[language]));
      expect([...texts.keys()]).to.have.members([...english.keys()]);
      for (const [path, text] of texts) {
        expect(text.trim(), path).not.to.equal("");
        expect(namesIn(text), path).to.deep.equal(namesIn(english.get(path) ?? ""));
      }
    });

    it(`in ${language} say no internal code and no word of another language's page`, () => {
      for (const [path, text] of textsOf(TEXTS[language])) {
        expect(text, path).not.to.match(/[a-z]_[a-z]/);
        if (language !== "en" && text.length > 30) expect(text, path).not.to.equal(english.get(path));
      }
    });
  }

  it("in French keep high punctuation on the line, behind a narrow no-break space", () => {
    for (const [path, text] of textsOf(TEXTS.fr)) expect(text, path).not.to.match(WRONG_IN_FRENCH);
  });

  it("have a sentence for every reason a payment can fail for", () => {
    for (const code of FAILURE_CODES) expect(TEXTS.en.failures[failureClassOf(code)], code).to.be.a("string");
    expect(failureClassOf(null)).to.equal("technical");
  });

  it("give nothing more away about a lost or stolen card, or a suspicion, than about any other refusal", () => {
    for (const code of ["lost_card", "stolen_card", "suspect_fraud", "fraud_filter", "do_not_honor"] as const)
      expect(failureClassOf(code)).to.equal("refused");
  });
});

describe("the language of a browser [D3-PAGE-20]", () => {
  for (const [header, language] of [
    [undefined, "en"],
    ["", "en"],
    ["de", "de"],
    ["de-CH, fr;q=0.9", "de"],
    ["fr;q=0.8, it;q=0.9", "it"],
    ["FR-ca", "fr"],
    ["ja, pl;q=0.1", "pl"],
    ["es;q=0, en;q=0.1", "en"],
    ["*", "en"],
    ["it;q=x, es;q=0.5", "es"],
    ["pl,de", "pl"],
    ["nonsense;;;,,=", "en"],
  ] as const)
    it(`${header ?? "none"} is ${language}`, () => expect(acceptedLanguage(header)).to.equal(language));
});

describe("amounts as payers read them [D3-PAGE-17]", () => {
  const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");
  for (const [amount, currency, language, text] of [
    [4999, "EUR", "en", "€49.99"],
    [4999, "EUR", "de", "49,99 €"],
    [123_456_789, "EUR", "fr", "1 234 567,89 €"],
    [123_456, "GBP", "pl", "1234,56 GBP"],
    [5, "GBP", "en", "£0.05"],
    [4999, "JPY", "en", "¥4,999"],
    [4999, "BHD", "en", "BHD 4.999"],
    [4999, "CLF", "en", "CLF 0.4999"],
    [100, "HUF", "it", "1,00 HUF"],
    [100, "ISK", "de", "100 ISK"],
    [1, "TND", "es", "0,001 TND"],
    [Number.MAX_SAFE_INTEGER, "EUR", "en", "€90,071,992,547,409.91"],
  ] as const)
    it(`${amount} ${currency} in ${language}: ${text}`, () =>
      expect(plain(formatMoney(amount, currency, language))).to.equal(text));
});

describe("the merchant's colour", () => {
  it("never carries text that cannot be read: AA holds on every colour", () => {
    for (let red = 0; red < 256; red += 15)
      for (let green = 0; green < 256; green += 15)
        for (let blue = 0; blue < 256; blue += 15) {
          const hex = [red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("");
          const { brand, onBrand } = brandColours(`#${hex}`);
          const [one, two] = [luminanceOf(brand), luminanceOf(onBrand)];
          expect(contrastOf(Math.max(one, two), Math.min(one, two)), brand).to.be.at.least(4.5);
        }
  });

  it("is ours where there is none or it is none, and never anything but a colour", () => {
    const ours = brandColours(null);
    for (const none of ["", "red", "#fff", "#12345g", "#123456;}", "</style>"])
      expect(brandColours(none)).to.deep.equal(ours);
    expect(brandColours("#ABCDEF").brand).to.equal("#abcdef");
  });
});

describe("the language of a page", () => {
  const page = withPage();

  const FORM = `/pay/${PAGE_ID}/${pageTokens.tokenFor(PAGE_ID)}`;
  const langOf = (text: string) => /<html lang="([a-z]+)">/.exec(text)?.[1];

  for (const language of LANGUAGES)
    it(`${language}: form and amount, by what the browser asks for`, async () => {
      const { text } = await page.get("", { "accept-language": `${language}-XX,en;q=0.1` });
      expect(langOf(text)).to.equal(language);
      expect(text).to.contain(
        `<label for="card-number">${TEXTS[language].form.number.replaceAll("'", "&#39;")}</label>`,
      );
      expect(text).to.contain(formatMoney(4999, "EUR", language));
    });

  it("can be switched: every page has a link for each, the present one marked", async () => {
    const { text } = await page.get();
    for (const language of LANGUAGES) expect(text).to.contain(`href="${FORM}?lang=${language}"`);
    expect(text).to.contain('data-lang="en" aria-current="true"');
  });

  it("once chosen is kept through the steps, and remembered for the way back from the bank", async () => {
    const chosen = await page.get("?lang=pl", { "accept-language": "de" });
    expect(langOf(chosen.text)).to.equal("pl");
    expect(chosen.text)
      .to.contain(`action="${FORM}?lang=pl"`)
      .and.contain(`href="${FORM}/cancelled?lang=pl"`);
    expect(chosen.headers.get("set-cookie")).to.equal(
      "flowlix_lang=pl; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax; Secure",
    );
    const back = await page.get("/status", { cookie: "x=1; flowlix_lang=pl", "accept-language": "de" });
    expect(back.status).to.equal(303);
    page.set({ stage: "checking", now_ms: NOW_MS });
    const status = await page.get("/status?lang=pl");
    expect(status.text).to.contain("/status?lang=pl&amp;n=1");
    expect(
      langOf((await page.get("/status", { cookie: "flowlix_lang=pl", "accept-language": "de" })).text),
    ).to.equal("pl");
  });

  it("is no other than the six", async () => {
    const { text, headers } = await page.get("?lang=xx%22%3E", { cookie: "flowlix_lang=xx" });
    expect([langOf(text), headers.get("set-cookie")]).to.deep.equal(["en", null]);
    expect(text).not.to.contain("xx");
  });
});
