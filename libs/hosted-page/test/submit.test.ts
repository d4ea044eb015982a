import { expect } from "chai";
import { createDecryptor } from "@flowlix/cards";
import { ENCRYPTED_FOR } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import { holdsDigits, testKeyRing } from "@flowlix/testkit";
import {
  goodCard,
  MERCHANT_ID,
  NOW_MS,
  PAGE_ID,
  pageTokens,
  stateOf,
  withPage,
} from "./support/hosted-pages.ts";

const FORM = `/pay/${PAGE_ID}/${pageTokens.tokenFor(PAGE_ID)}`;
const STATUS = `${FORM}/status?go=1`;
const DEADLINE_MS = 1_000;

const BROWSER_FIELDS = {
  "browser-screen-width": "390",
  "browser-screen-height": "844",
  "browser-color-depth": "24",
  "browser-language": "de-DE",
  "browser-time-zone-offset": "-120",
  "browser-java-enabled": "false",
};

describe("a card that a payer submits", () => {
  const page = withPage({ requestDeadlineMs: DEADLINE_MS });

  /** The one submit, and what its box holds for the owner. */
  function opened() {
    expect(page.submitted).to.have.length(1);
    const [sent] = page.submitted;
    if (sent === undefined) throw new Error("nothing was submitted");
    const { scope, amount, currency, start_before } = sent;
    const context = {
      operation: ENCRYPTED_FOR.submitPage,
      object_id: PAGE_ID,
      ...scope,
      amount,
      currency,
      start_before,
    };
    const decryptor = createDecryptor(testKeyRing("card1"), "card");
    return { sent, instrument: decryptor.open(sent.sealed_instrument, context).reveal() };
  }

  it("goes to the owner encrypted, with an end to when it may begin, and the browser to the status page", async () => {
    const answer = await page.post(goodCard());
    expect([answer.status, answer.headers.get("location"), answer.text]).to.deep.equal([303, STATUS, ""]);
    const { sent, instrument } = opened();
    expect(sent).to.deep.include({
      payment_id: PAGE_ID,
      scope: { merchant_id: MERCHANT_ID, livemode: false },
      amount: 4999,
      currency: "EUR",
      start_before: NOW_MS + DEADLINE_MS,
      payment_method: { type: "card", card: { brand: "visa", last4: "1111", exp_month: 12, exp_year: 2034 } },
      billing_details: null,
    });
    expect(instrument).to.deep.equal({
      kind: "card",
      card: {
        number: "4111111111111111",
        exp_month: 12,
        exp_year: 2034,
        cvc: "123",
        holder_name: "Ada Lovelace",
      },
    });
    expect(page.looks).to.deep.equal([false]);
  });

  it("tells the bank whom it is for, and the language that the payer chose by name", async () => {
    const headers = { accept: "text/html", "user-agent": "Browser/1" };
    await page.post({ ...goodCard(), ...BROWSER_FIELDS }, headers);
    expect(opened().sent.merchant_name).to.equal("Shop");
    page.set();
    await page.post({ ...goodCard(), ...BROWSER_FIELDS }, headers, "?lang=pl");
    expect(opened().instrument.browser_information?.language).to.equal("pl");
  });

  it("stands in no page and no header, with every outcome", async () => {
    // No number that the page itself offers as a test card.
    const sent = await page.post({ ...goodCard(), "card-number": "4012 8888 8888 1881" });
    const faulty = await page.post({
      ...goodCard(),
      "card-number": "4012 8888 8888 1882",
      "card-cvc": "9876",
    });
    const shown = [sent, faulty].map(({ headers, text }) => JSON.stringify([...headers]) + text).join();
    for (const secret of ["4012888888881882", "4012 8888 8888 1882", "4012888888881881", "12/34"])
      expect(shown).not.to.contain(secret);
    expect(holdsDigits(shown, "9876")).to.equal(false);
  });

  it("comes with all nine values of the browser, or with none", async () => {
    const headers = { accept: "text/html", "user-agent": "Browser/1" };
    await page.post({ ...goodCard(), ...BROWSER_FIELDS }, headers);
    expect(opened().instrument.browser_information).to.deep.equal({
      accept_header: "text/html",
      javascript_enabled: true,
      screen_width: 390,
      screen_height: 844,
      color_depth: 24,
      user_agent: "Browser/1",
      language: "de-DE",
      time_zone_offset: -120,
      java_enabled: false,
    });
    for (const wrong of [
      { "browser-screen-width": "" },
      { "browser-time-zone-offset": "900" },
      { "browser-language": "" },
    ]) {
      page.set();
      await page.post({ ...goodCard(), ...BROWSER_FIELDS, ...wrong }, headers);
      expect(opened().instrument.browser_information).to.equal(undefined);
    }
  });

  it("comes from the payer's address where the merchant named none, else from the merchant's [D3-PAGE-16]", async () => {
    await page.post(goodCard());
    expect(opened().sent.customer_ip_address).to.equal("127.0.0.1");
    page.set({ customer_ip_address: "203.0.113.7" });
    await page.post(goodCard(), { "x-forwarded-for": "198.51.100.1" });
    expect(opened().sent.customer_ip_address).to.equal("203.0.113.7");
  });

  it("brings the billing details as they are to stand: the payer's over the merchant's, the rest kept", async () => {
    const address = {
      line1: "Old",
      line2: "Old 2",
      city: "Paris",
      state: null,
      postal_code: "75001",
      country: "FR",
    };
    const given = {
      email: "old@shop.example",
      first_name: "Ada",
      last_name: null,
      phone: "+33123456789",
      address,
    };
    page.set({}, { billing_details: given });
    await page.post({
      ...goodCard(),
      email: "new@shop.example",
      "address-line1": " New ",
      "address-city": "Paris",
      "address-country": "FR",
    });
    expect(opened().sent.billing_details).to.deep.equal({
      ...given,
      email: "new@shop.example",
      address: { line1: "New", line2: null, city: "Paris", state: null, postal_code: null, country: "FR" },
    });
  });

  for (const [name, answer] of [
    ["the owner says that somebody else was first", async () => ({ result: "not_taken" }) as const],
    ["the card was given back", async () => ({ result: "given_back" }) as const],
    ["the form is closed by now", async () => ({ result: "form_closed" }) as const],
    ["the owner refuses", () => Promise.reject(new DomainError("internal_error"))],
  ] as const) {
    it(`leads to the status page where ${name}: a claim may have been taken`, async () => {
      page.onSubmit(answer);
      const sent = await page.post(goodCard());
      expect([sent.status, sent.headers.get("location")]).to.deep.equal([303, `${STATUS}&note=unsent`]);
    });
  }

  for (const stage of ["form_closed", "checking", "processing", "challenge", "expiring", "ended"] as const) {
    it(`is not even read while the Payment's stage is ${stage}`, async () => {
      page.set({ stage });
      const sent = await page.post(goodCard());
      expect([sent.status, sent.headers.get("location")]).to.deep.equal([303, STATUS]);
      expect([page.submitted, page.refused]).to.deep.equal([[], []]);
    });
  }

  it("with faults comes back as 422: each beside its field, in a summary with the focus, counted once", async () => {
    const fields = {
      ...goodCard(),
      "card-number": "4111 1111 1111 1112",
      "card-expiry": "01/26",
      "card-cvc": "12",
      "card-name": "Ada",
      email: "ada@",
      "address-country": "XX",
    };
    const answer = await page.post(fields);
    expect([answer.status, stateOf(answer)]).to.deep.equal([422, "form"]);
    expect(answer.text).to.match(
      /<div class="summary-of-errors" id="error-summary" role="alert" tabindex="-1" autofocus>/,
    );
    for (const [id, sentence] of [
      ["card-number", "This card number is not right. Please check every digit."],
      ["card-expiry", "This card has expired. Please use another one."],
      ["card-cvc", "The security code of this card has 3 digits."],
      ["email", "Enter an e-mail address such as name@example.com, or leave it empty."],
      ["address-country", "Choose a country from the list."],
    ]) {
      expect(answer.text).to.contain(`<a href="#${id}">${sentence}</a>`);
      expect(answer.text).to.contain(`<p class="error" id="${id}-error">${sentence}</p>`);
      expect(answer.text).to.match(new RegExp(`id="${id}"[^>]* aria-invalid="true"`));
    }
    expect(answer.text).to.contain('<details id="billing-address" open>');
    expect([page.refused, page.submitted]).to.deep.equal([[PAGE_ID], []]);
  });

  it("says back what was typed, but never number, expiry date or code", async () => {
    const { text } = await page.post({
      ...goodCard(),
      "card-number": "4111",
      email: "ada@shop.example",
      "address-city": "Paris",
    });
    expect(text)
      .to.contain('value="Ada Lovelace"')
      .and.contain('value="ada@shop.example"')
      .and.contain('value="Paris"');
    for (const id of ["card-number", "card-expiry", "card-cvc"])
      expect(text).not.to.match(new RegExp(`id="${id}"[^>]* value=`));
  });

  it("the tenth refusal closes the form, and the page says so", async () => {
    page.onRefuse(async () => ({ form_closed_until_ms: NOW_MS + 600_000 }));
    const answer = await page.post({ ...goodCard(), "card-cvc": "" });
    expect([answer.status, answer.headers.get("location")]).to.deep.equal([303, FORM]);
  });

  it("an owner that cannot even be asked is 503 and nothing is submitted", async () => {
    page.onRead(() => Promise.reject(new DomainError("service_unavailable")));
    const answer = await page.post(goodCard());
    expect([answer.status, stateOf(answer), page.submitted.length]).to.deep.equal([503, "unavailable", 0]);
  });
});
