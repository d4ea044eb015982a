import { createHash } from "node:crypto";
import type { ActionRequired, Outcome, ReadOutcome, Unknown } from "@flowlix/provider";
import { moveClock, stopClock } from "@flowlix/testkit";
import { expect } from "chai";
import { acceptCallback } from "@flowlix/engine";
import { completeAuthentication } from "../src/authentication/complete-authentication.ts";
import { syncPayments } from "./support/sync-due.ts";
import { withPayments } from "./support/payments-under-test.ts";

const MINUTE = 60_000;
const at = (path: string, time: Pick<ActionRequired, "expiresInS"> = {}): ActionRequired => ({
  kind: "action_required",
  url: `https://acquirer.example/${path}`,
  ...time,
});
const ELSEWHERE: Unknown = { kind: "unknown", cause: "garbled", contradicts: "redirect_url" };
const OTHER_AMOUNT: ReadOutcome = { kind: "unknown", cause: "garbled", contradicts: "amount" };

describe("3D Secure", () => {
  const given = withPayments();

  async function made(outcome: Outcome) {
    const { create, request, provider } = given();
    provider.submits(outcome);
    const asked = await request();
    // Where the answer cannot be read the request is refused, and the Payment stays.
    await create(asked).catch(() => undefined);
    return asked.payment_id;
  }
  const syncDue = () => syncPayments(given().deps, 100);
  const exceptionsOf = async (id: string) =>
    (await given().deps.exceptions.list(true, 1_000)).filter(({ object_id }) => object_id === id);
  const typesOf = async (id: string) => (await given().events(id)).map(({ event_type }) => event_type);

  it("counts its time from the creation of the step: no status sync, return or new challenge gives more of it [D10-3, D10-13]", async () => {
    const { provider, database, row, deps } = given();
    const id = await made(at("1"));
    const expiry = (await row(id))?.["action_expires_at"];
    const token_sha256 = createHash("sha256").update(deps.returnTokens.tokenFor(id)).digest("hex");
    for (const minutes of [1, 5, 14]) {
      provider.reads(at(`after-${minutes}`));
      await moveClock(database, minutes * MINUTE);
      await completeAuthentication(deps, { payment_id: id, token_sha256 });
      await syncDue();
      const now = await row(id);
      expect(now?.["next_action_url"]).to.equal(`https://acquirer.example/after-${minutes}`);
      expect(now?.["action_expires_at"]).to.deep.equal(expiry);
    }
    await moveClock(database, 15 * MINUTE);
    await syncDue();
    expect(await row(id)).to.include({ status: "EXPIRED" });
    expect(await typesOf(id)).to.deep.equal(["payment.requires_action", "payment.expired"]);
  });

  it("keeps its time also where the setting is shorter by the time of another challenge", async () => {
    const { provider, database, row, deps } = given();
    const id = await made(at("1"));
    const expiry = (await row(id))?.["action_expires_at"];
    const restarted = { ...deps, settings: { ...deps.settings, threeDSecureExpiryMs: 15_000 } };
    provider.reads(at("2"));
    await moveClock(database, MINUTE);
    await syncPayments(restarted, 100);
    const now = await row(id);
    expect(now?.["next_action_url"]).to.equal("https://acquirer.example/2");
    expect(now?.["action_expires_at"]).to.deep.equal(expiry);
  });

  it("takes the provider's own time where that is shorter, and its repetition gives no more", async () => {
    const { provider, database, row } = given();
    await stopClock(database);
    const id = await made(at("1", { expiresInS: 15 }));
    provider.reads(at("2", { expiresInS: 15 }));
    await moveClock(database, 10_000);
    await acceptCallback(given().deps, {
      provider: "scripted",
      callback_id: `cb_${id}`,
      reference: id,
      claimed_state: "action_required",
    });
    await syncDue();
    expect(await row(id)).to.include({ status: "REQUIRES_ACTION" });
    await moveClock(database, 15_500);
    await syncDue();
    expect(await row(id)).to.include({ status: "EXPIRED" });
  });

  it("a URL of before is not asked for again: the newest is what a merchant reads", async () => {
    const { provider, database, row, events } = given();
    const id = await made(at("1"));
    provider.reads(at("2"));
    await moveClock(database, MINUTE);
    await syncDue();
    expect(await row(id)).to.include({ next_action_url: "https://acquirer.example/2", version: 3 });
    expect(await events(id)).to.have.length(1);
  });

  it("that leads to a place other than the provider's own is closed there, then FAILED, and an exception", async () => {
    const { provider, database, row } = given();
    const id = await made(ELSEWHERE);
    expect(await row(id)).to.include({ status: "PENDING" });
    provider.reads(ELSEWHERE);
    provider.closes({ kind: "closed" });
    await moveClock(database, 5_000);
    await syncDue();
    expect(await row(id)).to.include({ status: "FAILED", failure_code: "processor_error" });
    expect(provider.countOf("close", id)).to.equal(1);
    expect((await exceptionsOf(id)).map(({ kind }) => kind)).to.deep.equal(["outcome_mismatch"]);
    expect(await typesOf(id)).to.deep.equal(["payment.failed"]);
  });

  const closings: readonly [ReadOutcome, string][] = [
    [{ kind: "succeeded" }, "SUCCEEDED"],
    [{ kind: "unknown", cause: "lost" }, "PENDING"],
    [ELSEWHERE, "PENDING"],
  ];
  for (const [outcome, status] of closings) {
    it(`that leads elsewhere ends by the closing's word alone: ${JSON.stringify(outcome)} → ${status}`, async () => {
      const { provider, database, row } = given();
      const id = await made(ELSEWHERE);
      provider.reads(ELSEWHERE);
      provider.closes(outcome);
      await moveClock(database, 5_000);
      await syncDue();
      expect(await row(id)).to.include({ status });
    });
  }

  it("that leads elsewhere is not closed while its submission may still be sent", async () => {
    const { create, request, provider, row, deps } = given();
    provider.submits(() => Promise.reject(new Error("killed")));
    const asked = await request();
    await create(asked).catch(() => undefined);
    provider.reads(ELSEWHERE);
    await acceptCallback(deps, {
      provider: "scripted",
      callback_id: `cb_${asked.payment_id}`,
      reference: asked.payment_id,
      claimed_state: "action_required",
    });
    await syncDue();
    expect(provider.countOf("close", asked.payment_id)).to.equal(0);
    expect(await row(asked.payment_id)).to.include({ status: "PENDING" });
  });

  it("that leads elsewhere from what was being processed is closed, too: nobody could pass it", async () => {
    const { provider, database, row } = given();
    const id = await made({ kind: "in_progress", stage: "processing" });
    provider.reads(ELSEWHERE);
    provider.closes({ kind: "closed" });
    await moveClock(database, 3_000);
    await syncDue();
    expect(await row(id)).to.include({ status: "FAILED", failure_code: "processor_error" });
  });

  it("an answer about another amount closes nothing: it is for an operator", async () => {
    const { provider, database, row } = given();
    const id = await made({ kind: "unknown", cause: "lost" });
    provider.reads(OTHER_AMOUNT);
    await moveClock(database, 5_000);
    await syncDue();
    expect(await row(id)).to.include({ status: "PENDING" });
    expect(provider.countOf("close", id)).to.equal(0);
    expect(await exceptionsOf(id)).to.have.length(1);
  });

  it("a charge after EXPIRED is the exception charged_after_end, and EXPIRED stays [D10-10]", async () => {
    const { provider, database, row, deps } = given();
    const id = await made(at("1"));
    provider.reads(at("1"));
    provider.closes({ kind: "closed" });
    await moveClock(database, 16 * MINUTE);
    await syncDue();
    const expired = await row(id);
    expect(expired).to.include({ status: "EXPIRED" });
    provider.reads({ kind: "succeeded" });
    await acceptCallback(deps, {
      provider: "scripted",
      callback_id: `cb_${id}`,
      reference: id,
      claimed_state: "succeeded",
    });
    await syncDue();
    expect(await row(id)).to.include({ status: "EXPIRED", version: expired?.["version"] });
    expect((await exceptionsOf(id)).map(({ kind }) => kind)).to.deep.equal(["charged_after_end"]);
  });
});
