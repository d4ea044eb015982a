import { expect } from "chai";
import { moveClock, stopClock, TEST_CARDS, testCard, waitFor } from "@flowlix/testkit";
import type { Outcome, ReadOutcome } from "@flowlix/provider";
import { hostedPage, MINUTE } from "../support/hosted-under-test.ts";
import { DEADLINE_MS, withPayments } from "../support/payments-under-test.ts";

const LAPSED = DEADLINE_MS + 1_000;
const MASTERCARD = { kind: "card", card: testCard({ number: TEST_CARDS.mastercard }) } as const;

describe("a submission on the hosted page whose sender died after its claim", () => {
  const given = withPayments();
  beforeEach("let no time pass by itself", () => stopClock(given().database));

  async function crashed() {
    const page = await hostedPage(given());
    given().provider.submits(() => Promise.reject(new Error("killed")));
    await page.submit().catch(() => undefined);
    return page;
  }

  it("shows its page as checking, takes no other card, and is not due before its claim has ended", async () => {
    const { provider } = given();
    const { id, stage, submit, syncAfter } = await crashed();
    expect(await stage()).to.equal("checking");
    expect(await submit()).to.equal("not_taken");
    expect(await syncAfter(DEADLINE_MS - 2_000)).to.include({ synced: 0 });
    expect(provider.countOf("submit", id)).to.equal(1);
  });

  it("has SUCCEEDED where the status sync finds it charged", async () => {
    const { provider } = given();
    const { status, syncAfter, eventTypes } = await crashed();
    provider.reads({ kind: "succeeded" });
    expect(await syncAfter(LAPSED)).to.include({ changed: 1 });
    expect(await status()).to.equal("SUCCEEDED");
    expect(await eventTypes()).to.deep.equal(["payment.requires_action", "payment.succeeded"]);
  });

  for (const kind of ["registered", "absent"] as const) {
    it(`gives the form back where nothing was authorised (${kind}), and a second card is charged once [D3-PAGE-14]`, async () => {
      const { provider } = given();
      const page = await crashed();
      provider.reads({ kind });
      expect(await page.syncAfter(LAPSED)).to.include({ changed: 1 });
      expect(await page.read()).to.include({ stage: "form", card_tried: true });
      provider.submits({ kind: "succeeded" });
      expect(await page.submit({ instrument: MASTERCARD })).to.equal("settled");
      const { payment } = await page.read();
      expect(payment.status).to.equal("SUCCEEDED");
      expect(payment.payment_method?.card.last4).to.equal("4444");
      expect(await page.eventTypes()).to.deep.equal(["payment.requires_action", "payment.succeeded"]);
    });

    it(`is not given back before its claim has ended, whatever a page reads (${kind})`, async () => {
      const { provider, database } = given();
      const page = await crashed();
      provider.reads({ kind });
      expect(await page.stage(true)).to.equal("checking");
      expect(provider.countOf("read", page.id)).to.equal(1);
      await moveClock(database, LAPSED);
      expect(await page.stage(true)).to.equal("form");
    });
  }

  for (const outcome of [
    { kind: "in_progress", stage: "received" },
    { kind: "unknown", cause: "lost" },
    { kind: "unknown", cause: "garbled" },
  ] as const satisfies readonly ReadOutcome[]) {
    it(`stays in doubt while its provider says ${JSON.stringify(outcome)}, and is synced again`, async () => {
      const { provider } = given();
      const { stage, submit, syncAfter } = await crashed();
      provider.reads(outcome, { kind: "succeeded" });
      await syncAfter(LAPSED);
      expect(await stage()).to.equal("checking");
      expect(await submit()).to.equal("not_taken");
      await syncAfter(LAPSED + 40_000);
      expect(await stage()).to.equal("ended");
    });
  }

  it("whose answer was lost keeps its claim to the end: what was sent may still be at work at the provider", async () => {
    const { provider } = given();
    const page = await hostedPage(given());
    provider.submits({ kind: "unknown", cause: "lost" });
    provider.reads({ kind: "registered" });
    expect(await page.submit()).to.equal("checking");
    await page.syncAfter(5_000);
    expect(await page.stage()).to.equal("checking");
    await page.syncAfter(LAPSED);
    expect(await page.stage()).to.equal("form");
  });

  it("is given back by the owner of a garbled answer no sooner than a status sync has read that nothing was authorised", async () => {
    const { provider } = given();
    const page = await hostedPage(given());
    provider.submits({ kind: "unknown", cause: "garbled" });
    provider.reads({ kind: "registered" });
    expect(await page.submit()).to.equal("checking");
    await page.syncAfter(5_000);
    expect(await page.stage()).to.equal("form");
  });

  for (const late of [
    { kind: "succeeded" },
    { kind: "not_executed", cause: "error" },
    { kind: "unknown", cause: "lost" },
  ] as const satisfies readonly Outcome[]) {
    it(`that wakes up late (${late.kind}) does nothing to the submission of a second card`, async () => {
      const { provider, events } = given();
      const page = await hostedPage(given());
      let wake: (outcome: Outcome) => void = () => undefined;
      let second: (outcome: Outcome) => void = () => undefined;
      const asleep = new Promise<Outcome>((resolve) => (wake = resolve));
      const working = new Promise<Outcome>((resolve) => (second = resolve));
      let sent: () => void = () => undefined;
      const isSent = new Promise<void>((resolve) => (sent = resolve));
      provider.submits(
        () => asleep,
        () => {
          sent();
          return working;
        },
      );
      provider.reads({ kind: "registered" });
      const first = page.submit();
      await waitFor("the claim", async () => (await page.stage()) === "checking");
      await page.syncAfter(LAPSED);
      expect(await page.stage()).to.equal("form");
      const other = page.submit({ instrument: MASTERCARD });
      await isSent;
      wake(late);
      await first;
      if (late.kind !== "succeeded") expect(await page.stage()).to.equal("checking");
      second({ kind: "succeeded" });
      expect(await other).to.equal("settled");
      expect(await page.status()).to.equal("SUCCEEDED");
      expect(
        (await events(page.id)).filter(({ event_type }) => event_type === "payment.succeeded"),
      ).to.have.length(1);
    });
  }

  it("is decided by the first answer that comes: its own after a status sync's is no news", async () => {
    const { provider } = given();
    const page = await hostedPage(given());
    let wake: (outcome: Outcome) => void = () => undefined;
    const asleep = new Promise<Outcome>((resolve) => (wake = resolve));
    provider.submits(() => asleep);
    provider.reads({ kind: "succeeded" });
    const submitted = page.submit();
    await waitFor("the claim", async () => (await page.stage()) === "checking");
    expect(await page.stage(true)).to.equal("ended");
    wake({ kind: "succeeded" });
    expect(await submitted).to.equal("settled");
    expect(await page.eventTypes()).to.deep.equal(["payment.requires_action", "payment.succeeded"]);
  });

  it("that is charged after the form was given back is found when the provider tells, or at the latest on expiry", async () => {
    const { provider } = given();
    const page = await crashed();
    provider.reads({ kind: "registered" });
    await page.syncAfter(LAPSED);
    provider.reads({ kind: "registered" });
    provider.closes({ kind: "succeeded" });
    await page.syncAfter(61 * MINUTE);
    expect(await page.status()).to.equal("SUCCEEDED");
  });
});
