import { expect } from "chai";
import { describeHangingSync } from "@flowlix/engine/testing";
import { moveClock, stopClock } from "@flowlix/testkit";
import type { Outcome, ReadOutcome } from "@flowlix/provider";
import { syncPayments } from "./support/sync-due.ts";
import { DEADLINE_MS, withPayments } from "./support/payments-under-test.ts";

const MINUTE = 60_000;
const ACTION: Outcome = { kind: "action_required", url: "https://acquirer.example/c" };
const PROCESSING: Outcome = { kind: "in_progress", stage: "processing" };
const LOST: Outcome = { kind: "unknown", cause: "lost" };

describe("a status sync of what is due", () => {
  const given = withPayments();
  beforeEach("let no time pass by itself", () => stopClock(given().database));

  async function made(outcome: Outcome) {
    const { create, request, provider, row } = given();
    provider.submits(outcome);
    const payment = await create(await request());
    const syncDue = () => syncPayments(given().deps, 100);
    const status = async () => (await row(payment.id))?.["status"];
    return { id: payment.id, syncDue, status };
  }

  it("finds a charge whose answer was lost within 5 s, with its event [POST-3, D10-7]", async () => {
    const { provider, database, events } = given();
    const { id, syncDue, status } = await made(LOST);
    provider.reads({ kind: "succeeded" });
    await moveClock(database, 5_000);
    expect(await syncDue()).to.include({ changed: 1 });
    expect(await status()).to.equal("SUCCEEDED");
    expect((await events(id)).map(({ event_type }) => event_type)).to.deep.equal(["payment.succeeded"]);
  });

  describeHangingSync(given, "payments");

  it("changes nothing but the next status sync while the provider cannot be read [STATE-7]", async () => {
    const { provider, database, row } = given();
    const { id, syncDue } = await made(LOST);
    provider.reads({ kind: "unknown", cause: "lost" });
    const before = await row(id);
    await moveClock(database, 5_000);
    expect(await syncDue()).to.deep.equal({ synced: 1, changed: 0, failed: 1 });
    const after = await row(id);
    for (const name of ["status", "version", "failure_code"])
      expect(after?.[name]).to.deep.equal(before?.[name]);
    expect(await syncDue()).to.include({ synced: 0 });
  });

  for (const kind of ["registered", "absent"] as const) {
    it(`closes what nobody is working on any more (${kind}) before it fails it`, async () => {
      const { provider, database, row } = given();
      const { id, syncDue } = await made(LOST);
      provider.reads({ kind });
      provider.closes({ kind: "closed" });
      await moveClock(database, 5_000);
      await syncDue();
      expect(await row(id)).to.include({ status: "FAILED", failure_code: "processor_error" });
      expect(provider.countOf("close", id)).to.equal(1);
    });
  }

  it("never closes an order while its submission may still be sent", async () => {
    const { create, request, provider, database, row } = given();
    provider.submits(() => Promise.reject(new Error("killed")));
    const asked = await request();
    await create(asked).catch(() => undefined);
    provider.reads({ kind: "registered" });
    provider.closes({ kind: "closed" });
    await moveClock(database, DEADLINE_MS - 2_000);
    expect(await syncPayments(given().deps, 100)).to.include({ synced: 0 });
    await moveClock(database, DEADLINE_MS + 2_000);
    await syncPayments(given().deps, 100);
    expect(await row(asked.payment_id)).to.include({ status: "FAILED", failure_code: "processor_error" });
  });

  const closings: readonly [ReadOutcome, string][] = [
    [{ kind: "succeeded" }, "SUCCEEDED"],
    [{ kind: "in_progress", stage: "processing" }, "PROCESSING"],
    [{ kind: "unknown", cause: "lost" }, "PENDING"],
    [{ kind: "registered" }, "PENDING"],
  ];
  for (const [outcome, expected] of closings) {
    it(`believes only the provider's word on a closing: ${JSON.stringify(outcome)} → ${expected}`, async () => {
      const { provider, database } = given();
      const { syncDue, status } = await made(LOST);
      provider.reads({ kind: "registered" });
      provider.closes(outcome);
      await moveClock(database, 5_000);
      await syncDue();
      expect(await status()).to.equal(expected);
    });
  }

  it("shows an asynchronous result", async () => {
    const { provider, database, events } = given();
    const { id, syncDue, status } = await made(PROCESSING);
    provider.reads({ kind: "failed", code: "do_not_honor" });
    await moveClock(database, 3_000);
    await syncDue();
    expect(await status()).to.equal("FAILED");
    expect((await events(id)).map(({ event_type }) => event_type)).to.deep.equal([
      "payment.processing",
      "payment.failed",
    ]);
  });

  it("guesses nothing of a processing order that the provider no longer knows", async () => {
    const { provider, database } = given();
    const { syncDue, status } = await made(PROCESSING);
    provider.reads({ kind: "absent" });
    await moveClock(database, 3_000);
    await syncDue();
    expect(await status()).to.equal("PROCESSING");
  });

  it("takes a new URL of a challenge without another event and without more time [PAY-10, POST-5, D9-1, D10-13]", async () => {
    const { provider, database, events, row } = given();
    const { id, syncDue } = await made(ACTION);
    const expiry = (await row(id))?.["action_expires_at"];
    await moveClock(database, MINUTE);
    const read = async (): Promise<ReadOutcome> => {
      // The process's clock is before the database's once the answer is recorded.
      await moveClock(database, MINUTE - 1_000);
      return { kind: "action_required", url: "https://acquirer.example/d" };
    };
    Object.assign(provider, { read });
    await syncDue();
    expect(await row(id)).to.include({
      status: "REQUIRES_ACTION",
      next_action_url: "https://acquirer.example/d",
    });
    expect((await row(id))?.["action_expires_at"]).to.deep.equal(expiry);
    expect(await events(id)).to.have.length(1);
  });

  it("expires an action that was not completed in time, once its order is closed [STATE-6, D10-9]", async () => {
    const { provider, database, row, events } = given();
    const { id, syncDue } = await made(ACTION);
    provider.reads(ACTION);
    provider.closes({ kind: "closed" });
    await moveClock(database, 14 * MINUTE);
    await syncDue();
    expect(await row(id)).to.include({ status: "REQUIRES_ACTION" });
    await moveClock(database, 15 * MINUTE + 5_000);
    await syncDue();
    expect(await row(id)).to.include({ status: "EXPIRED", failure_code: null });
    expect((await row(id))?.["expired_at"]).to.not.equal(null);
    expect((await events(id)).map(({ event_type }) => event_type)).to.deep.equal([
      "payment.requires_action",
      "payment.expired",
    ]);
  });

  it("expires an action whose order somebody else has closed, in its own time", async () => {
    const { provider, database } = given();
    const { syncDue, status } = await made(ACTION);
    provider.reads({ kind: "closed" });
    provider.closes({ kind: "closed" });
    await moveClock(database, MINUTE);
    await syncDue();
    expect(await status()).to.equal("REQUIRES_ACTION");
    await moveClock(database, 16 * MINUTE);
    await syncDue();
    expect(await status()).to.equal("EXPIRED");
  });

  for (const outcome of [
    { kind: "in_progress", stage: "received" },
    { kind: "registered" },
    { kind: "unknown", cause: "lost" },
  ] as const) {
    it(`expires an action in its time also when its order reads ${JSON.stringify(outcome)}`, async () => {
      const { provider, database } = given();
      const { syncDue, status } = await made(ACTION);
      provider.reads(outcome);
      provider.closes({ kind: "closed" });
      await moveClock(database, 16 * MINUTE);
      await syncDue();
      expect(await status()).to.equal("EXPIRED");
    });
  }

  it("is not due again at once where an expired action cannot be closed yet", async () => {
    const { provider, database } = given();
    const { syncDue } = await made(ACTION);
    provider.reads(ACTION);
    provider.closes({ kind: "in_progress", stage: "received" });
    await moveClock(database, 16 * MINUTE);
    await syncDue();
    expect(await syncDue()).to.include({ synced: 0 });
  });

  it("leaves it to the database's clock whether an action's time is over", async () => {
    const { deps, database, row } = given();
    const { id } = await made(ACTION);
    const version = Number((await row(id))?.["version"]);
    await moveClock(database, 14 * MINUTE);
    expect(await deps.syncs.claimClosing(id, version, "time over")).to.equal(null);
    await moveClock(database, 16 * MINUTE);
    expect(await deps.syncs.claimClosing(id, version, "time over")).to.include({ id, expiring: true });
  });

  it("lets a charge that is found while expiring win: EXPIRED was never shown [D10-9]", async () => {
    const { provider, database, events } = given();
    const { id, syncDue, status } = await made(ACTION);
    provider.reads(ACTION);
    provider.closes({ kind: "succeeded" });
    await moveClock(database, 16 * MINUTE);
    await syncDue();
    expect(await status()).to.equal("SUCCEEDED");
    expect((await events(id)).map(({ event_type }) => event_type)).to.deep.equal([
      "payment.requires_action",
      "payment.succeeded",
    ]);
  });

  it("stays REQUIRES_ACTION while the closing is unknown, and tries again [D10-9]", async () => {
    const { provider, database } = given();
    const { syncDue, status } = await made(ACTION);
    provider.reads(ACTION);
    provider.closes({ kind: "unknown", cause: "lost" }, { kind: "closed" });
    await moveClock(database, 16 * MINUTE);
    await syncDue();
    expect(await status()).to.equal("REQUIRES_ACTION");
    await moveClock(database, 30 * MINUTE);
    await syncDue();
    expect(await status()).to.equal("EXPIRED");
  });

  it("is shared by several processes: each due Payment is synced once", async () => {
    const { provider, database, deps } = given();
    const ids = [];
    for (let n = 0; n < 20; n += 1) ids.push((await made(LOST)).id);
    provider.reads({ kind: "succeeded" });
    await moveClock(database, 5_000);
    const counts = await Promise.all(Array.from({ length: 4 }, () => syncPayments(deps, 10)));
    expect(counts.reduce((sum, { synced }) => sum + synced, 0)).to.equal(20);
    for (const id of ids) expect(provider.countOf("read", id)).to.equal(1);
  });

  it("leaves a status sync that died to the next one", async () => {
    const { provider, database, deps } = given();
    const { syncDue, status } = await made(LOST);
    await moveClock(database, 5_000);
    await deps.syncs.claimDue({ prompt: 100, hung: 0, crowded: [], crowdedHung: [] });
    provider.reads({ kind: "succeeded" });
    expect(await syncDue()).to.include({ synced: 0 });
    await moveClock(database, 2 * MINUTE);
    await syncDue();
    expect(await status()).to.equal("SUCCEEDED");
  });
});
