import { createHash } from "node:crypto";
import { expect } from "chai";
import { moveClock } from "@flowlix/testkit";
import type { Outcome } from "@flowlix/provider";
import { completeAuthentication } from "../src/authentication/complete-authentication.ts";
import { withPayments } from "./support/payments-under-test.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const ACTION = { kind: "action_required", url: "https://acquirer.example/c" } as const;
const NEXT: Outcome = { kind: "action_required", url: "https://acquirer.example/next" };
const LOST: Outcome = { kind: "unknown", cause: "lost" };
const RETURNED = { redirectResult: "opaque" };

describe("a challenge that the acquirer leaves to us to finish", () => {
  const given = withPayments();

  async function challenged() {
    const { create, request, provider, deps, row } = given();
    provider.declares({ returnParameters: ["redirectResult"] });
    let token = "";
    provider.submits((order) => {
      token = order.return_url.split("/").at(-1) ?? "";
      return { ...ACTION, acquirerId: "psp_1" };
    });
    const { id } = await create(await request());
    provider.reads(ACTION);
    const back = (returned?: Readonly<Record<string, string>>, as = deps) =>
      completeAuthentication(as, {
        payment_id: id,
        token_sha256: sha256(token),
        ...(returned === undefined ? {} : { returned }),
      });
    return { id, back, status: async () => (await row(id))?.["status"] };
  }

  it("is finished with what the payer came back with, and its outcome recorded with its event", async () => {
    const { provider, events } = given();
    const { id, back } = await challenged();
    expect(await back({ ...RETURNED, other: "x" })).to.include({ status: "SUCCEEDED" });
    expect(provider.completions).to.deep.equal([RETURNED]);
    const asked = provider.asked.find(({ operation }) => operation === "complete");
    expect(asked?.order).to.include({ reference: id, acquirerId: "psp_1" });
    expect((await events(id)).map(({ event_type }) => event_type)).to.deep.equal([
      "payment.requires_action",
      "payment.succeeded",
    ]);
  });

  for (const [what, returned] of [
    ["nothing", undefined],
    ["other parameters", { other: "x" }],
    ["a value that no acquirer sends", { redirectResult: "a\nb" }],
  ] as const)
    it(`is not finished with ${what}: the provider is asked, as ever`, async () => {
      const { provider } = given();
      const { id, back } = await challenged();
      expect(await back(returned)).to.include({ status: "REQUIRES_ACTION" });
      expect([provider.countOf("complete", id), provider.countOf("read", id)]).to.deep.equal([0, 1]);
    });

  it("is finished once, however often and however concurrently the payer comes back", async () => {
    const { provider, deps } = given();
    const { id, back, status } = await challenged();
    const elsewhere = { ...deps };
    await Promise.all(Array.from({ length: 8 }, (_, at) => back(RETURNED, at % 2 === 0 ? deps : elsewhere)));
    await back(RETURNED);
    expect(provider.countOf("complete", id)).to.equal(1);
    expect(await status()).to.equal("SUCCEEDED");
  });

  it("is unknown where nobody answered: never finished again, and found out by the status sync", async () => {
    const { provider, database, sync } = given();
    const { id, back, status } = await challenged();
    provider.completes(LOST);
    await back(RETURNED);
    await moveClock(database, 60_000);
    await back(RETURNED);
    await back({ redirectResult: "another" });
    expect(provider.countOf("complete", id)).to.equal(1);
    expect(await status()).to.equal("REQUIRES_ACTION");
    provider.reads({ kind: "succeeded" });
    await moveClock(database, 120_000);
    await sync();
    expect(await status()).to.equal("SUCCEEDED");
  });

  it("is never finished again after a crash between the claim and the answer", async () => {
    const { provider, database, sync } = given();
    const { id, back, status } = await challenged();
    provider.completes(() => Promise.reject(new Error("killed")));
    await back(RETURNED).catch(() => undefined);
    provider.completes({ kind: "succeeded" });
    await moveClock(database, 60_000);
    await back(RETURNED);
    expect(provider.countOf("complete", id)).to.equal(1);
    provider.reads({ kind: "failed", code: "three_d_secure_failed" });
    await moveClock(database, 120_000);
    await sync();
    expect(await status()).to.equal("FAILED");
  });

  it("may be tried again where nothing was executed", async () => {
    const { provider } = given();
    const { id, back } = await challenged();
    provider.completes({ kind: "not_executed", cause: "unreachable" });
    expect(await back(RETURNED)).to.include({ status: "REQUIRES_ACTION" });
    provider.completes({ kind: "succeeded" });
    expect(await back(RETURNED)).to.include({ status: "SUCCEEDED" });
    expect(provider.countOf("complete", id)).to.equal(2);
  });

  it("may be followed by another one, which is finished once too", async () => {
    const { provider } = given();
    const { id, back, status } = await challenged();
    provider.completes(NEXT);
    provider.reads(NEXT);
    expect(await back(RETURNED)).not.to.have.property("challenge_left");
    provider.completes({ kind: "failed", code: "three_d_secure_failed" });
    await back({ redirectResult: "next" });
    expect(provider.countOf("complete", id)).to.equal(2);
    expect(await status()).to.equal("FAILED");
  });

  it("keeps its order open while it is under way: nobody closes it, however late it is", async () => {
    const { provider, database, sync, deps } = given();
    const { id, back } = await challenged();
    let seen: unknown;
    provider.completes(async () => {
      await moveClock(database, deps.settings.threeDSecureExpiryMs + 2_000);
      await database.sql("update payments.payments set next_look_at = platform.clock() where id = $1", [id]);
      await sync();
      seen = [provider.countOf("read", id), provider.countOf("close", id)];
      return { kind: "succeeded" };
    });
    await moveClock(database, deps.settings.threeDSecureExpiryMs - 5_000);
    expect(await back(RETURNED)).to.include({ status: "SUCCEEDED" });
    expect(seen).to.deep.equal([1, 0]);
  });

  it("is not finished once its order is being closed", async () => {
    const { provider, database } = given();
    const { id, back } = await challenged();
    await database.sql("update payments.payments set expiring = true where id = $1", [id]);
    await back(RETURNED);
    expect(provider.countOf("complete", id)).to.equal(0);
  });
});
