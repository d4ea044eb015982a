import { expect } from "chai";
import { DomainError, TransportError } from "@flowlix/runtime";
import { noteOfFailure } from "../src/submit-note.ts";
import { followed, goodCard, PAGE_ID, pageTokens, stateOf, withPage } from "./support/hosted-pages.ts";

const STATUS = `/pay/${PAGE_ID}/${pageTokens.tokenFor(PAGE_ID)}/status?go=1`;

describe("a form that comes back after a submit", () => {
  const page = withPage();

  /** The form where the way of a submit ends, and what it says of it. */
  const noticeAfter = async (sent: Awaited<ReturnType<typeof page.post>>) => {
    const form = await followed(page, sent);
    expect([form.status, stateOf(form)]).to.deep.equal([200, "form"]);
    return /<p class="notice" id="notice" role="alert" tabindex="-1" autofocus>([^<]*)</.exec(form.text)?.[1];
  };

  it("that was given back before its claim says that nothing was sent, with the focus on it", async () => {
    page.onSubmit(async () => ({ result: "given_back" }));
    expect(await noticeAfter(await page.post(goodCard()))).to.equal(
      "Your payment could not be sent just now, and nothing was charged. Please enter your card details again.",
    );
  });

  it("that was sent off promises one charge at most, and no more", async () => {
    page.onSubmit(async () => {
      page.set({ card_tried: true });
      return { result: "given_back" };
    });
    expect(await noticeAfter(await page.post(goodCard())))
      .to.contain("has not gone through so far")
      .and.contain("not be charged twice")
      .and.not.contain("nothing was charged");
  });

  it("after a declined card says why, that nothing was charged, and that another card may be tried", async () => {
    page.onSubmit(async () => {
      page.set({ declined: { failure_code: "insufficient_funds", attempt: 2, left: 2 } });
      return { result: "settled" };
    });
    expect(await noticeAfter(await page.post(goodCard()))).to.equal(
      "There is not enough money available on this card. Nothing was charged. You can pay with another card, or try again.",
    );
    page.set({ declined: { failure_code: "stolen_card", attempt: 3, left: 1 } });
    expect((await page.get()).text)
      .to.contain("Your bank declined this payment.")
      .and.not.contain("stolen");
    // A card that was sent off since may still count.
    page.set({ declined: { failure_code: "stolen_card", attempt: 3, left: 1 }, card_tried: true });
    expect((await page.get()).text).not.to.contain("Nothing was charged");
  });

  it("that nobody answered in time promises no more either", async () => {
    page.onSubmit(() => Promise.reject(new TransportError("timeout", "payments.submitPage", true)));
    const sent = await page.post(goodCard());
    expect([sent.status, sent.headers.get("location")]).to.deep.equal([303, `${STATUS}&note=again`]);
    expect(await noticeAfter(sent))
      .to.contain("has not gone through so far")
      .and.not.contain("nothing was charged");
  });

  it("that is in says nothing of the kind", async () => {
    for (const result of ["settled", "checking"] as const) {
      page.onSubmit(async () => ({ result }));
      const sent = await page.post(goodCard());
      expect(sent.headers.get("location")).to.equal(STATUS);
    }
  });

  it("says one of two sentences whatever a link asks for, and never one against what is recorded", async () => {
    const noticeIn = (text: string) => /id="notice"[^>]*>([^.,<]*)/.exec(text)?.[1];
    const said = async (note: string) => noticeIn((await page.get(`?note=${note}`)).text);
    expect([
      await said("unsent"),
      await said("again"),
      await said("you-won"),
      await said("constructor"),
    ]).to.deep.equal([
      "Your payment could not be sent just now",
      "The payment has not gone through so far",
      undefined,
      undefined,
    ]);
    page.set({ card_tried: true });
    expect(await said("unsent")).to.equal("The payment has not gone through so far");
  });
});

describe("submits in flight", () => {
  const page = withPage({ admits: () => false });

  it("beyond their bound are not sent, the form says so, and operators are not told", async () => {
    const sent = await page.post(goodCard());
    expect(sent.headers.get("location")).to.equal(`${STATUS}&note=unsent`);
    expect((await followed(page, sent)).text).to.contain("could not be sent just now");
    expect([page.submitted, page.failures]).to.deep.equal([[], []]);
  });
});

describe("what is known of a submit that failed", () => {
  for (const [name, error, note] of [
    ["refused by the owner", new DomainError("internal_error"), "unsent"],
    ["never sent off", new TransportError("unavailable", "payments.submitPage", false), "unsent"],
    ["without an answer", new TransportError("timeout", "payments.submitPage", true), "again"],
    ["for whatever cause", new Error("boom"), "again"],
  ] as const)
    it(`${name}: ${note}`, () => expect(noteOfFailure(error)).to.equal(note));
});
