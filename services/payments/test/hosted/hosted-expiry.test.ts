import { expect } from "chai";
import { acquirersOf } from "@flowlix/engine";
import { moveClock, stopClock } from "@flowlix/testkit";
import { syncPayments } from "../support/sync-due.ts";
import { hostedPage, MINUTE } from "../support/hosted-under-test.ts";
import { withPayments } from "../support/payments-under-test.ts";

const HOUR = 60 * MINUTE;
const OVER = HOUR + 5_000;

describe("the expiry of a hosted Payment", () => {
  const given = withPayments();
  beforeEach("let no time pass by itself", () => stopClock(given().database));

  /** One whose card was in once, and given back. */
  async function tried() {
    const page = await hostedPage(given());
    given().provider.submits({ kind: "not_executed", cause: "error" });
    await page.submit();
    return page;
  }

  it("without a card needs no provider: it is EXPIRED in its time, with its event, and not before [D3-PAGE-10]", async () => {
    const { provider } = given();
    const { status, syncAfter, eventTypes, row } = await hostedPage(given());
    expect(await syncAfter(HOUR - 5_000)).to.include({ synced: 0 });
    expect(await syncAfter(OVER)).to.include({ synced: 1, changed: 1 });
    expect(await status()).to.equal("EXPIRED");
    expect(await eventTypes()).to.deep.equal(["payment.requires_action", "payment.expired"]);
    expect(await row()).to.include({ next_look_at: null, next_action_url: null, failure_code: null });
    expect(provider.asked).to.have.length(0);
  });

  it("without a card happens also while no provider is configured", async () => {
    const { deps, database } = given();
    const { status } = await hostedPage(given());
    await moveClock(database, OVER);
    await syncPayments({ ...deps, acquirers: acquirersOf([]) }, 100);
    expect(await status()).to.equal("EXPIRED");
  });

  it("is not brought forward by a status sync that comes early, as a callback nobody can explain makes it", async () => {
    const { deps } = given();
    const { id, status, syncAfter } = await hostedPage(given());
    await deps.callbacks.accept({
      provider: "scripted",
      callback_id: id,
      reference: id,
      claimed_state: "failed",
    });
    expect(await syncAfter(1_000)).to.deep.equal({ synced: 1, changed: 0, failed: 0 });
    expect(await status()).to.equal("REQUIRES_ACTION");
    await syncAfter(OVER);
    expect(await status()).to.equal("EXPIRED");
  });

  it("with a card once in closes its order first", async () => {
    const { provider } = given();
    const { id, status, syncAfter } = await tried();
    provider.reads({ kind: "registered" });
    provider.closes({ kind: "closed" });
    await syncAfter(OVER);
    expect(await status()).to.equal("EXPIRED");
    expect(provider.countOf("close", id)).to.equal(1);
  });

  it("needs no closing where an absence proves nothing and no card of it was executed", async () => {
    const { provider } = given();
    provider.declares({ absentIsFinal: { order: "never", refund: "never", payout: "never" } });
    const { id, status, syncAfter, eventTypes } = await tried();
    provider.reads({ kind: "absent" });
    provider.closes({ kind: "absent" });
    expect(await syncAfter(HOUR - 5_000)).to.include({ changed: 0 });
    expect(await status()).to.equal("REQUIRES_ACTION");
    await syncAfter(OVER);
    expect(await status()).to.equal("EXPIRED");
    expect(await eventTypes()).to.deep.equal(["payment.requires_action", "payment.expired"]);
    expect(provider.countOf("close", id)).to.equal(0);
  });

  it("is no end where an absence proves nothing and a card of it may have been executed", async () => {
    const { provider } = given();
    provider.declares({ absentIsFinal: { order: "never", refund: "never", payout: "never" } });
    const { submit, status, syncAfter } = await tried();
    provider.submits({ kind: "unknown", cause: "lost" });
    expect(await submit()).to.equal("checking");
    provider.reads({ kind: "absent" });
    provider.closes({ kind: "absent" });
    await syncAfter(OVER);
    expect(await status()).to.equal("REQUIRES_ACTION");
  });

  it("loses against a charge that is found on closing: EXPIRED was never shown", async () => {
    const { provider } = given();
    const { status, syncAfter, eventTypes } = await tried();
    provider.reads({ kind: "registered" });
    provider.closes({ kind: "succeeded" });
    await syncAfter(OVER);
    expect(await status()).to.equal("SUCCEEDED");
    expect(await eventTypes()).to.deep.equal(["payment.requires_action", "payment.succeeded"]);
  });

  it("waits, with its page expiring, while the closing is unknown, and tries again", async () => {
    const { provider } = given();
    const { status, stage, submit, syncAfter } = await tried();
    provider.reads({ kind: "registered" });
    provider.closes({ kind: "unknown", cause: "lost" }, { kind: "closed" });
    await syncAfter(OVER);
    expect(await status()).to.equal("REQUIRES_ACTION");
    expect(await stage()).to.equal("expiring");
    expect(await submit()).to.equal("not_taken");
    await syncAfter(OVER + 10 * MINUTE);
    expect(await status()).to.equal("EXPIRED");
  });

  for (const [closing, expected] of [
    ["closed", "EXPIRED"],
    ["succeeded", "SUCCEEDED"],
  ] as const) {
    it(`of a submission that nobody can say the end of is the provider's to decide: ${closing} → ${expected}`, async () => {
      const { provider } = given();
      const page = await hostedPage(given());
      provider.submits({ kind: "in_progress", stage: "received" });
      provider.reads({ kind: "in_progress", stage: "received" });
      provider.closes({ kind: closing });
      expect(await page.submit()).to.equal("checking");
      await page.syncAfter(OVER);
      expect(await page.status()).to.equal(expected);
    });
  }

  it("bars a submit from ten seconds before it on: a provider's call must have ended by then", async () => {
    const { provider, database } = given();
    const { id, submit, stage } = await hostedPage(given());
    await moveClock(database, HOUR - 9_000);
    expect(await stage()).to.equal("expiring");
    expect(await submit()).to.equal("not_taken");
    expect(provider.countOf("submit", id)).to.equal(0);
  });

  it("ends the claim of a late submit, so that nothing is under way when the order is closed", async () => {
    const { provider, database } = given();
    const { id, submit, row } = await hostedPage(given());
    await moveClock(database, HOUR - 12_000);
    provider.submits(() => Promise.reject(new Error("killed")));
    await submit().catch(() => undefined);
    const { submit_until, action_expires_at } = await row();
    expect(submit_until).to.deep.equal(action_expires_at);
    expect(provider.asked[0]?.remainingMs).to.be.at.most(12_000);
    expect(provider.countOf("submit", id)).to.equal(1);
  });

  for (const [closing, expected] of [
    ["closed", "EXPIRED"],
    ["succeeded", "SUCCEEDED"],
  ] as const) {
    it(`of a page whose sender died just before it closes the order and believes its provider: ${closing} → ${expected}`, async () => {
      const { provider, database } = given();
      const page = await hostedPage(given());
      await moveClock(database, HOUR - 12_000);
      provider.submits(() => Promise.reject(new Error("killed")));
      await page.submit().catch(() => undefined);
      provider.reads({ kind: "absent" });
      provider.closes({ kind: closing });
      await page.syncAfter(OVER);
      expect(await page.status()).to.equal(expected);
    });
  }

  it("that has claimed its Payment bars submits that were decided on before", async () => {
    const { deps, provider, database } = given();
    const { id, filled, send, row, stage } = await hostedPage(given());
    const form = await filled();
    await moveClock(database, OVER);
    expect(await deps.syncs.claimClosing(id, Number((await row())["version"]), "time over")).to.include({
      expiring: true,
    });
    // The clock is back, so that it is the claim alone that bars.
    await moveClock(database, 0);
    expect(await stage()).to.equal("expiring");
    expect(await send(form)).to.equal("not_taken");
    expect(provider.countOf("submit", id)).to.equal(0);
  });

  it("cannot claim a Payment that a submit has claimed since it was read", async () => {
    const { deps, provider, database } = given();
    const { id, submit, row } = await hostedPage(given());
    const version = Number((await row())["version"]);
    provider.submits(() => Promise.reject(new Error("killed")));
    await submit().catch(() => undefined);
    await moveClock(database, OVER);
    expect(await deps.syncs.claimClosing(id, version, "time over")).to.equal(null);
  });

  it("is final: a charge that is seen later is an exception and never changes it", async () => {
    const { deps, provider } = given();
    const { id, status, syncAfter } = await tried();
    provider.reads({ kind: "registered" });
    await syncAfter(OVER);
    provider.reads({ kind: "succeeded" });
    await deps.callbacks.accept({
      provider: "scripted",
      callback_id: id,
      reference: id,
      claimed_state: "succeeded",
    });
    await syncAfter(OVER + 1_000);
    expect(await status()).to.equal("EXPIRED");
    const exceptions = await deps.exceptions.list(true, 100);
    expect(exceptions.find(({ object_id }) => object_id === id)?.kind).to.equal("charged_after_end");
  });
});
