import { randomBytes } from "node:crypto";
import { expect } from "chai";
import {
  createEventFiller,
  createPageTokens,
  createPageUrlFiller,
  keptPageUrl,
  mayHoldPageUrl,
  pagePath,
} from "../src/index.ts";

const ID = `pay_${"a".repeat(24)}`;
const OTHER = `pay_${"b".repeat(24)}`;
const keyOf = (id: string) => ({ id, key: randomBytes(32) });

describe("page tokens", () => {
  const [old, current] = [keyOf("old"), keyOf("current")];
  const before = createPageTokens({ active: old, all: [old] }, "page");
  const tokens = createPageTokens({ active: current, all: [current, old] }, "page");
  const form = createPageTokens({ active: current, all: [current, old] }, "form");

  it("are derived: the same for the same Payment and key, of 43 characters", () => {
    expect(tokens.tokenFor(ID))
      .to.equal(tokens.tokenFor(ID))
      .and.match(/^[A-Za-z0-9_-]{43}$/);
    expect(tokens.tokenFor(ID)).not.to.equal(tokens.tokenFor(OTHER));
    expect(tokens.tokenFor(ID)).not.to.equal(before.tokenFor(ID));
  });

  it("are good under every key of the ring, and for their own Payment only [D3-5]", () => {
    expect(tokens.matches(ID, before.tokenFor(ID))).to.equal(true);
    expect(tokens.matches(ID, tokens.tokenFor(ID))).to.equal(true);
    expect(tokens.matches(OTHER, tokens.tokenFor(ID))).to.equal(false);
    expect(before.matches(ID, tokens.tokenFor(ID))).to.equal(false);
  });

  it("are nothing else: not empty, not cut, not longer, not the form's", () => {
    const token = tokens.tokenFor(ID);
    for (const wrong of [
      "",
      token.slice(1),
      `${token}A`,
      token.toLowerCase(),
      form.tokenFor(ID),
      "é".repeat(43),
    ])
      expect(tokens.matches(ID, wrong), wrong).to.equal(false);
    expect(form.matches(ID, token)).to.equal(false);
  });

  it("are made under the key that is named, and under the active one where it is gone", () => {
    expect(tokens.tokenFor(ID, "old")).to.equal(before.tokenFor(ID));
    expect(tokens.tokenFor(ID, "never")).to.equal(tokens.tokenFor(ID));
  });
});

describe("the filler of page URLs", () => {
  const fill = createPageUrlFiller({ tokenFor: (id, keyId) => `token-of-${keyId}-for-${id.slice(-2)}` });
  const url = keptPageUrl("https://pay.example/base", ID, "k1");
  const placeholder = "{page_token:k1}";
  const waiting = (redirect_url: string, reason = "hosted_payment_page") => ({
    id: ID,
    next_action: { type: "redirect", reason, redirect_url },
  });

  it("puts the token in the place of the placeholder, under the key it names", () => {
    expect(url).to.equal(`https://pay.example/base${pagePath(ID, placeholder)}`);
    expect(fill(waiting(url))).to.deep.equal(
      waiting(`https://pay.example/base/pay/${ID}/token-of-k1-for-aa`),
    );
  });

  it("leaves alone what a merchant wrote, however much it looks like a placeholder", () => {
    const hostile = {
      ...waiting(url),
      description: `https://x/${placeholder}`,
      billing_details: { first_name: `/${placeholder}`, last_name: placeholder },
    };
    const filled = fill(hostile);
    expect(filled).to.deep.include({
      description: hostile.description,
      billing_details: hostile.billing_details,
    });
  });

  it("fills the end of the URL and nothing before it", () => {
    const twice = `https://pay.example/${placeholder}/pay/${placeholder}`;
    expect(fill(waiting(twice))).to.deep.equal(
      waiting(`https://pay.example/${placeholder}/pay/token-of-k1-for-aa`),
    );
  });

  for (const [name, payment] of [
    ["waits for a challenge", waiting(url, "three_d_secure")],
    ["waits for nothing", { id: ID, next_action: null, description: `/${placeholder}` }],
    ["is none", "text"],
    ["is null", null],
  ] as const)
    it(`answers as it is what ${name}`, () => expect(fill(payment)).to.equal(payment));

  it("changes nothing in place", () => {
    const payment = waiting(url);
    fill(payment);
    expect(payment).to.deep.equal(waiting(url));
  });

  it("fills the Payment of an event, and leaves other events as they are", () => {
    const fillPageUrls = createEventFiller(fill);
    const event = { type: "payment.requires_action", data: { payment: waiting(url) } };
    expect(fillPageUrls(event)).to.deep.equal({ ...event, data: { payment: fill(waiting(url)) } });
    expect(mayHoldPageUrl(JSON.stringify(event))).to.equal(true);
    const refund = { type: "refund.failed", data: { refund: { id: "ref_1" } } };
    expect(fillPageUrls(refund)).to.equal(refund);
    expect(mayHoldPageUrl(JSON.stringify(refund))).to.equal(false);
  });
});
