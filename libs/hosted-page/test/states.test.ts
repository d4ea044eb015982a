import { expect } from "chai";
import { DomainError } from "@flowlix/runtime";
import { NOW_MS, PAGE_ID, pageState, pageTokens, stateOf, withPage } from "./support/hosted-pages.ts";

const FORM = `/pay/${PAGE_ID}/${pageTokens.tokenFor(PAGE_ID)}`;
const BACK = `https://shop.example/return?cart=7&payment_id=${PAGE_ID}&status=`;
const CHALLENGE = {
  type: "redirect",
  reason: "three_d_secure",
  redirect_url: "https://bank.example/challenge?a=1&b=2",
} as const;

/** As a text stands in a page. */
const inPage = (text: string) => text.replaceAll("&", "&amp;");
const refreshOf = (html: string) => /<meta http-equiv="refresh" content="([^"]*)"/.exec(html)?.[1];
const scriptsOf = (html: string) =>
  [...html.matchAll(/src="\/pay\/assets\/([a-z-]+)\./g)].map(([, name]) => name);

describe("the hosted page in each state", () => {
  const page = withPage();

  it("shows the form: amount, merchant, description, labelled fields, the way out [D3-PAGE-1]", async () => {
    page.set({}, { description: "Two tickets" });
    const answer = await page.get();
    expect([answer.status, stateOf(answer)]).to.deep.equal([200, "form"]);
    for (const piece of [
      '<h1 class="payee">Payment to Shop</h1>',
      '<p class="amount">€49.99</p>',
      "<bdi>Two tickets</bdi>",
      `<form id="pay-form" method="post" action="${FORM}"`,
      'id="pay" type="submit"',
      `<a id="cancel" href="${FORM}/cancelled">`,
      "Test mode: no money moves.",
      "You have about 60 min left to pay.",
    ])
      expect(answer.text).to.contain(piece);
    for (const [id, autocomplete] of [
      ["card-number", "cc-number"],
      ["card-expiry", "cc-exp"],
      ["card-cvc", "cc-csc"],
      ["card-name", "cc-name"],
      ["email", "email"],
      ["address-line1", "billing address-line1"],
      ["address-postal-code", "billing postal-code"],
    ]) {
      expect(answer.text).to.contain(`<label for="${id}">`);
      expect(answer.text).to.match(
        new RegExp(`<input id="${id}" name="${id}"[^>]* autocomplete="${autocomplete}"`),
      );
      expect(answer.text).to.match(new RegExp(`id="${id}"[^>]* aria-describedby="[^"]*${id}-error"`));
    }
    expect(answer.text).not.to.contain("aria-invalid");
  });

  it("says nothing of test mode in live mode, and no time that is far off or over", async () => {
    page.set({ expires_at_ms: NOW_MS + 86_400_000 }, { livemode: true });
    const { text } = await page.get();
    expect(text).not.to.contain("Test mode").and.not.to.contain("left to pay");
  });

  it("tells its script how long the form is of use, and where to go then", async () => {
    page.set({ expires_at_ms: NOW_MS + 61_000 });
    const { text } = await page.get("?lang=en");
    expect(text).to.contain(`data-status="${FORM}/status?lang=en" data-left="61000">`);
    page.set({ expires_at_ms: null });
    expect((await page.get()).text).to.contain(`data-status="${FORM}/status">`);
  });

  it("is prefilled from billing_details [D3-PAGE-1]", async () => {
    const address = {
      line1: "1 Rue",
      line2: null,
      city: "Paris",
      state: null,
      postal_code: "75001",
      country: "FR",
    };
    const details = {
      email: "ada@shop.example",
      first_name: "Ada",
      last_name: "Lovelace",
      phone: null,
      address,
    };
    page.set({}, { billing_details: details });
    const { text } = await page.get();
    for (const value of ["ada@shop.example", "Ada Lovelace", "1 Rue", "Paris", "75001"])
      expect(text).to.contain(`value="${value}"`);
    expect(text).to.contain('<option value="FR" selected>France</option>');
  });

  it("says where the form returns that the card came to nothing and nobody pays twice", async () => {
    page.set({ card_tried: true });
    expect((await page.get()).text).to.match(
      /<p class="notice"[^>]* role="alert"[^>]*>The payment has not gone through so far\.[^<]*not be charged twice/,
    );
  });

  it("is closed after too many refused submits, and says for how long", async () => {
    page.set({ stage: "form_closed", form_closed_until_ms: NOW_MS + 9.2 * 60_000 });
    const answer = await page.get();
    expect([answer.status, stateOf(answer)]).to.deep.equal([200, "closed"]);
    expect(answer.text).to.contain("in about 10 min").and.not.to.contain("<form");
  });

  for (const stage of ["checking", "processing", "expiring"] as const) {
    it(`${stage}: the form leads to the status page, which looks again by itself, with a way back`, async () => {
      page.set({ stage });
      const form = await page.get();
      expect([form.status, form.headers.get("location")]).to.deep.equal([303, `${FORM}/status`]);
      const answer = await page.get("/status");
      expect([answer.status, stateOf(answer)]).to.deep.equal([200, stage]);
      expect(refreshOf(answer.text)).to.equal(`2;url=${FORM}/status?n=1`);
      expect(answer.text).to.contain(`<noscript><meta http-equiv="refresh"`);
      expect(scriptsOf(answer.text)).to.deep.equal(["poll-status", "forget-entries"]);
      expect(answer.text).to.contain('<div role="status"><p id="long-wait" hidden>');
      const forgets = stage === "checking" ? " data-forgets" : "";
      expect(answer.text).to.contain(`<a id="back" href="${inPage(`${BACK}REQUIRES_ACTION`)}"${forgets}>`);
    });
  }

  it("checking for long: it says so, and looks less often", async () => {
    page.set({ stage: "checking" });
    const { text } = await page.get("/status?n=10");
    expect(text).to.contain('<p id="long-wait">This is taking longer');
    expect(refreshOf(text)).to.match(/^5;url=/);
  });

  it("3D Secure: the page leads to the bank again when asked, and by itself right after a submit only", async () => {
    page.set({ stage: "challenge" }, { next_action: CHALLENGE });
    const link = `id="continue" href="${inPage(CHALLENGE.redirect_url)}"`;
    for (const path of ["", "/status"]) {
      const answer = await page.get(path);
      expect([answer.status, stateOf(answer)]).to.deep.equal([200, "challenge"]);
      expect(answer.text).to.contain(link);
      expect(refreshOf(answer.text), path).to.equal(undefined);
    }
    const { text } = await page.get("/status?go=1");
    expect(refreshOf(text)).to.equal(`0;url=${inPage(CHALLENGE.redirect_url)}`);
    expect(text).to.contain(link).and.not.to.contain("<noscript><meta");
  });

  it("3D Secure, back from the bank: looks again twice before it asks the payer to go there again", async () => {
    page.set({ stage: "challenge" }, { next_action: CHALLENGE });
    const first = await page.get("/status?back=1");
    expect([stateOf(first), refreshOf(first.text)]).to.deep.equal([
      "checking",
      `2;url=${FORM}/status?back=1&amp;n=1`,
    ]);
    expect(stateOf(await page.get("/status?back=1&n=1"))).to.equal("checking");
    const asked = await page.get("/status?back=1&n=2");
    expect([stateOf(asked), refreshOf(asked.text)]).to.deep.equal(["challenge", undefined]);
    expect(scriptsOf(asked.text)).to.deep.equal(["poll-status"]);
  });

  it("3D Secure, left without an answer: says so at once, and asks the payer to go there again", async () => {
    page.set({ stage: "challenge" }, { next_action: CHALLENGE });
    const { text } = await page.get("/status?left=1");
    expect([stateOf({ text }), refreshOf(text)]).to.deep.equal(["challenge", undefined]);
    expect(text).to.contain("<h1>Payment not confirmed</h1>").and.contain('id="continue"');
    expect(scriptsOf(text)).to.deep.equal(["poll-status"]);
  });

  it("succeeded: told, with the way back; the status page leads there after three seconds", async () => {
    page.set({ stage: "ended" }, { status: "SUCCEEDED", next_action: null });
    const back = inPage(`${BACK}SUCCEEDED`);
    const finished = await page.get();
    expect([finished.status, stateOf(finished)]).to.deep.equal([200, "succeeded"]);
    expect(finished.text).to.contain("You paid €49.99 to Shop.").and.contain(`id="back" href="${back}"`);
    expect([refreshOf(finished.text), finished.text.includes("<form")]).to.deep.equal([undefined, false]);
    const { text } = await page.get("/status");
    expect(refreshOf(text)).to.equal(`3;url=${back}`);
    expect(text).to.contain('data-lead-after="3"').and.contain('role="status"');
    expect(scriptsOf(text)).to.deep.equal(["lead-on", "forget-entries"]);
  });

  it("declined: a sentence for a human and no code, no automatic leading, no form [D3-PAGE-7]", async () => {
    page.set({ stage: "ended" }, { status: "FAILED", failure_code: "stolen_card", next_action: null });
    for (const path of ["", "/status"]) {
      const answer = await page.get(path);
      expect([answer.status, stateOf(answer)]).to.deep.equal([200, "failed"]);
      expect(answer.text)
        .to.contain("Your bank declined this payment.")
        .and.contain("You have not been charged.");
      expect(answer.text).to.contain(inPage(`${BACK}FAILED`));
      expect(answer.text).not.to.match(/stolen|_card|<form|http-equiv="refresh"/);
    }
  });

  it("expired: told, with the way back and no form [D3-PAGE-13]", async () => {
    page.set({ stage: "ended", expires_at_ms: null }, { status: "EXPIRED", next_action: null });
    const answer = await page.get();
    expect([answer.status, stateOf(answer)]).to.deep.equal([200, "expired"]);
    expect(answer.text)
      .to.contain(inPage(`${BACK}EXPIRED`))
      .and.not.to.contain("<form");
  });

  const cancelled = async () => {
    const answer = await page.get("/cancelled");
    expect([answer.status, stateOf(answer)]).to.deep.equal([200, "cancelled"]);
    expect(answer.text).to.contain(`id="resume" href="${FORM}"`).and.contain("can still complete");
    expect(refreshOf(answer.text)).to.equal(`5;url=${inPage(`${BACK}REQUIRES_ACTION`)}`);
    return answer.text;
  };

  it("cancelled without a card: nothing was charged, it can still be completed, and the way leads to the merchant [D3-PAGE-8]", async () => {
    for (const stage of ["form", "form_closed"] as const) {
      page.set({ stage });
      expect(await cancelled()).to.contain("nothing was charged");
    }
  });

  it("cancelled after a card or at the bank: nothing is promised but one charge at most [D3-PAGE-8]", async () => {
    for (const [stage, next_action] of [
      ["form", null],
      ["form_closed", null],
      ["challenge", CHALLENGE],
    ] as const) {
      page.set({ stage, card_tried: stage !== "challenge" }, next_action === null ? {} : { next_action });
      expect(await cancelled())
        .to.contain("If it still goes through, Shop will be told, and you pay for it only once.")
        .and.not.to.match(/nothing was charged|without paying/i);
    }
  });

  it("cancelled with a challenge that was passed meanwhile: the provider is asked first, and the outcome told", async () => {
    const waiting = pageState({}, { next_action: CHALLENGE });
    page.onRead(async () => ({ ...waiting, stage: page.looks.at(-1) === true ? "ended" : "challenge" }));
    const answer = await page.get("/cancelled");
    expect([answer.status, answer.headers.get("location")]).to.deep.equal([303, `${FORM}/status`]);
    expect(page.looks).to.deep.equal([true]);
  });

  it("cancelled once a card is in: there is nothing left to cancel, so the status is told", async () => {
    for (const stage of ["checking", "processing", "expiring", "ended"] as const) {
      page.set({ stage });
      const answer = await page.get("/cancelled");
      expect([answer.status, answer.headers.get("location")]).to.deep.equal([303, `${FORM}/status`]);
    }
  });

  it("the status page of a form that waits leads back to it", async () => {
    for (const stage of ["form", "form_closed"] as const) {
      page.set({ stage });
      const answer = await page.get("/status?go=1");
      expect([answer.status, answer.headers.get("location")]).to.deep.equal([303, FORM]);
    }
  });

  it("a long description is cut, with the browser's own means to unfold it; a short one is not", async () => {
    const summary = (text: string) =>
      `<details class="description">\n<summary><bdi class="cut">${text}</bdi> <span class="more">Show all</span>`;
    for (const long of ["x".repeat(500), "one\ntwo\nthree\nfour"]) {
      page.set({}, { description: long });
      expect((await page.get()).text).to.contain(summary(long));
    }
    for (const short of ["x".repeat(120), "one\ntwo\nthree"]) {
      page.set({}, { description: short });
      expect((await page.get()).text).to.contain(`<p class="description"><bdi>${short}</bdi></p>`);
    }
  });

  it("form and status look at the provider when they are asked for [D3-PAGE-18]", async () => {
    await page.get();
    await page.get("/status");
    expect(page.looks).to.deep.equal([true, true]);
  });

  it("an owner that does not answer is 503 with another try, in the payer's language", async () => {
    page.onRead(async () => {
      throw new DomainError("service_unavailable");
    });
    for (const path of ["", "/status", "/cancelled"]) {
      const answer = await page.get(path, { "accept-language": "de" });
      expect([answer.status, stateOf(answer), answer.headers.get("retry-after")]).to.deep.equal([
        503,
        "unavailable",
        "2",
      ]);
      expect(answer.text)
        .to.contain(`id="retry" href="${FORM}${path}"`)
        .and.contain("Bitte versuchen Sie es");
    }
  });

  it("something unexpected is the same page, told to operators, without a word of it to the payer", async () => {
    const fault = new Error("secret detail");
    page.onRead(() => Promise.reject(fault));
    const answer = await page.get();
    expect([answer.status, stateOf(answer)]).to.deep.equal([503, "unavailable"]);
    expect(answer.text).not.to.contain("secret");
    expect(page.failures).to.deep.equal([fault]);
  });
});
