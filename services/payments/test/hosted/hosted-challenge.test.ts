import { createHash } from "node:crypto";
import { expect } from "chai";
import { moveClock, stopClock, whileClockStands } from "@flowlix/testkit";
import type { Outcome, ReadOutcome } from "@flowlix/provider";
import { completeAuthentication } from "../../src/authentication/complete-authentication.ts";
import { hostedPage, MINUTE } from "../support/hosted-under-test.ts";
import { withPayments } from "../support/payments-under-test.ts";

const URL_OF_CHALLENGE = "https://acquirer.example/c";
const CHALLENGE: Outcome = { kind: "action_required", url: URL_OF_CHALLENGE };

describe("3D Secure on the hosted page's way", () => {
  const given = withPayments();

  async function challenged(outcome: Outcome = CHALLENGE, pageMs = 0) {
    const { provider, database } = given();
    await stopClock(database);
    const page = await hostedPage(given());
    await moveClock(database, pageMs);
    let token = "";
    provider.submits((order) => {
      token = order.return_url.split("/").at(-1) ?? "";
      return outcome;
    });
    // This process carries the database's time on by its own clock.
    expect(await whileClockStands(() => page.submit())).to.equal("settled");
    return { ...page, token };
  }

  /** Milliseconds from the Payment's creation to the expiry of its action. */
  async function expiresAfter(row: () => Promise<Record<string, unknown>>) {
    const { action_expires_at, created_at } = await row();
    return Number(action_expires_at) - Number(created_at);
  }

  it("leads the payer to the challenge while it lasts, without another event [D3-PAGE-6]", async () => {
    const { read, eventTypes, initial } = await challenged();
    const { payment, stage } = await read();
    expect(stage).to.equal("challenge");
    expect(payment.next_action).to.deep.equal({
      type: "redirect",
      reason: "three_d_secure",
      redirect_url: URL_OF_CHALLENGE,
    });
    expect(payment.status_transitions).to.deep.equal(initial.status_transitions);
    expect(await eventTypes()).to.deep.equal(["payment.requires_action"]);
  });

  it("leads to it again after it was cancelled, and takes no other card [D3-PAGE-11]", async () => {
    const { provider } = given();
    const { id, submit, stage } = await challenged();
    provider.reads(CHALLENGE);
    expect(await stage(true)).to.equal("challenge");
    expect(await submit()).to.equal("not_taken");
    expect(provider.countOf("submit", id)).to.equal(1);
  });

  it("expires after its own fifteen minutes where the page has longer [D3-PAGE-10]", async () => {
    const { row } = await challenged(CHALLENGE, MINUTE);
    expect(await expiresAfter(row)).to.equal(16 * MINUTE);
  });

  it("expires with the page where that is earlier [D3-PAGE-10]", async () => {
    const { row } = await challenged(CHALLENGE, 50 * MINUTE);
    expect(await expiresAfter(row)).to.equal(60 * MINUTE);
  });

  it("expires as soon as the provider says, from when the card is in, and closes its order first", async () => {
    const { provider } = given();
    const page = await challenged({ ...CHALLENGE, expiresInS: 15 }, 10 * MINUTE);
    expect(await expiresAfter(page.row)).to.equal(10 * MINUTE + 15_000);
    provider.reads(CHALLENGE);
    await page.syncAfter(10 * MINUTE + 21_000);
    expect(await page.status()).to.equal("EXPIRED");
    expect(provider.countOf("close", page.id)).to.equal(1);
  });

  for (const [outcome, status] of [
    [{ kind: "succeeded" }, "SUCCEEDED"],
    [{ kind: "failed", code: "three_d_secure_failed" }, "FAILED"],
  ] as const) {
    it(`ends as the provider says when the browser returns: ${status}, and the browser goes back to the page`, async () => {
      const { provider, deps } = given();
      const { id, token, stage } = await challenged();
      provider.reads(outcome);
      const token_sha256 = createHash("sha256").update(token).digest("hex");
      expect(await completeAuthentication(deps, { payment_id: id, token_sha256 })).to.include({
        payment_id: id,
        status,
        integration_type: "HOSTED_PAYMENT_PAGE",
      });
      expect(await stage()).to.equal("ended");
    });
  }

  it("is found by the page that waits, without the browser's return", async () => {
    const { provider } = given();
    const { stage, status } = await challenged();
    provider.reads({ kind: "succeeded" });
    expect(await stage(true)).to.equal("ended");
    expect(await status()).to.equal("SUCCEEDED");
  });

  describe("where it leads to a host that is not the provider's own", () => {
    const ELSEWHERE = { kind: "unknown", cause: "garbled", contradicts: "redirect_url" } as const;

    async function ledElsewhere(closing: ReadOutcome) {
      const { provider } = given();
      const page = await hostedPage(given());
      provider.submits(ELSEWHERE);
      provider.reads(ELSEWHERE);
      provider.closes(closing);
      expect(await page.submit()).to.equal("checking");
      return page;
    }

    it("is FAILED as soon as its order is closed, long before the page expires", async () => {
      const { provider } = given();
      const { id, syncAfter, row, stage, eventTypes } = await ledElsewhere({ kind: "closed" });
      expect(await syncAfter(5_000)).to.include({ changed: 1 });
      expect(await row()).to.include({ status: "FAILED", failure_code: "processor_error" });
      expect(await stage()).to.equal("ended");
      expect(await eventTypes()).to.deep.equal(["payment.requires_action", "payment.failed"]);
      expect(provider.countOf("close", id)).to.equal(1);
    });

    it("is charged where the closing says so, and stays in doubt, without a form, where it says nothing", async () => {
      const { provider } = given();
      const { syncAfter, stage, submit, status } = await ledElsewhere({ kind: "unknown", cause: "lost" });
      await syncAfter(5_000);
      expect(await stage()).to.equal("checking");
      expect(await submit()).to.equal("not_taken");
      provider.closes({ kind: "succeeded" });
      await syncAfter(MINUTE);
      expect(await status()).to.equal("SUCCEEDED");
    });

    it("is not closed while its submission may still be sent", async () => {
      const { provider } = given();
      const page = await hostedPage(given());
      provider.submits(() => Promise.reject(new Error("killed")));
      provider.reads(ELSEWHERE);
      await page.submit().catch(() => undefined);
      expect(await page.stage(true)).to.equal("checking");
      expect(provider.countOf("close", page.id)).to.equal(0);
      const version = Number((await page.row())["version"]);
      expect(await given().deps.syncs.claimClosing(page.id, version, "given up")).to.equal(null);
    });
  });
});
