import { createHash } from "node:crypto";
import { moveClock, stopClock, refusal } from "@flowlix/testkit";
import { expect } from "chai";
import { completeAuthentication } from "../src/authentication/complete-authentication.ts";
import { withPayments } from "./support/payments-under-test.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

describe("a payer's return from 3D Secure", () => {
  const given = withPayments();

  async function challenged() {
    const { create, request, provider, deps } = given();
    const urls: string[] = [];
    provider.submits((order) => {
      urls.push(order.return_url);
      return { kind: "action_required", url: "https://acquirer.example/c" };
    });
    const payment = await create(await request());
    const token = urls[0]?.split("/").at(-1) ?? "";
    const back = (text = token) =>
      completeAuthentication(deps, { payment_id: payment.id, token_sha256: sha256(text) });
    return { id: payment.id, url: urls[0] ?? "", token, back };
  }

  it("has a URL of its own with an unguessable token that no table holds", async () => {
    const { database } = given();
    const { id, url, token } = await challenged();
    expect(url).to.equal(`https://pay.example/return/${id}/${token}`);
    expect(token).to.match(/^[A-Za-z0-9_-]{43}$/);
    const [row] = await database.sql("select p::text as text from payments.payments as p where id = $1", [
      id,
    ]);
    expect(String(row?.["text"])).to.not.include(token);
  });

  it("proves nothing: the provider is read and its word recorded [SVC-3, D3-RET-2]", async () => {
    const { provider } = given();
    const { id, back } = await challenged();
    provider.reads({ kind: "failed", code: "three_d_secure_failed" });
    expect(await back()).to.deep.equal({
      payment_id: id,
      status: "FAILED",
      return_url: "https://merchant.example/return?order=1",
      integration_type: "DIRECT",
    });
  });

  it("asks the provider at most once a second, however often the browser comes", async () => {
    const { provider, database } = given();
    const { id, back } = await challenged();
    await stopClock(database);
    provider.reads({ kind: "action_required", url: "https://acquirer.example/c" });
    const answers = await Promise.all(Array.from({ length: 10 }, () => back()));
    expect(answers.every(({ status }) => status === "REQUIRES_ACTION")).to.equal(true);
    expect(provider.countOf("read", id)).to.equal(1);
  });

  it("waits for what somebody else has just seen, and reads again when a second has passed", async () => {
    const { provider, deps, database } = given();
    const { id, token } = await challenged();
    await stopClock(database);
    const pauses: number[] = [];
    const back = (pause: (ms: number) => Promise<unknown>) =>
      completeAuthentication({ ...deps, pause }, { payment_id: id, token_sha256: sha256(token) });
    provider.reads({ kind: "action_required", url: "https://acquirer.example/c" });
    expect((await back(async () => undefined)).status).to.equal("REQUIRES_ACTION");
    provider.reads({ kind: "succeeded" });
    const { status } = await back(async (ms) => {
      pauses.push(ms);
      if (pauses.length === 3) await moveClock(database, 1_000);
    });
    expect([status, pauses]).to.deep.equal(["SUCCEEDED", [250, 250, 250]]);
    expect(provider.countOf("read", id)).to.equal(2);
  });

  it("does not keep a browser waiting for longer than that", async () => {
    const { provider, deps, database } = given();
    const { id, token, back } = await challenged();
    await stopClock(database);
    provider.reads({ kind: "action_required", url: "https://acquirer.example/c" });
    await back();
    const pauses: number[] = [];
    const pause = async (ms: number) => pauses.push(ms);
    await completeAuthentication({ ...deps, pause }, { payment_id: id, token_sha256: sha256(token) });
    expect(pauses, "a little longer than the second").to.deep.equal([250, 250, 250, 250, 250]);
    expect(provider.countOf("read", id)).to.equal(1);
  });

  it("tells a challenge that the payer left from one that is still being answered", async () => {
    const { provider } = given();
    const { back } = await challenged();
    provider.reads({ kind: "action_required", url: "https://acquirer.example/c/2" });
    expect(await back()).to.include({ status: "REQUIRES_ACTION", challenge_left: true });
    const answered = await challenged();
    provider.reads({ kind: "action_required", url: "https://acquirer.example/c" });
    expect(await answered.back())
      .to.include({ status: "REQUIRES_ACTION" })
      .and.not.have.property("challenge_left");
    const decided = await challenged();
    provider.reads({ kind: "succeeded" });
    expect(await decided.back())
      .to.include({ status: "SUCCEEDED" })
      .and.not.have.property("challenge_left");
  });

  it("is harmless when late or repeated [D3-RET-2]", async () => {
    const { provider } = given();
    const { id, back } = await challenged();
    provider.reads({ kind: "succeeded" });
    await back();
    expect((await back()).status).to.equal("SUCCEEDED");
    expect(provider.countOf("read", id)).to.equal(1);
  });

  it("sends the browser on also when the status sync breaks off", async () => {
    const { provider } = given();
    const { back } = await challenged();
    provider.read = () => Promise.reject(new Error("broken"));
    expect((await back()).status).to.equal("REQUIRES_ACTION");
  });

  it("with a forged token is object_not_found, as for an unknown Payment [D3-RET-2]", async () => {
    const { deps } = given();
    const { back, token } = await challenged();
    expect((await refusal(back("forged"))).type).to.equal("object_not_found");
    const unknown = completeAuthentication(deps, {
      payment_id: `pay_${"0".repeat(24)}`,
      token_sha256: sha256(token),
    });
    expect((await refusal(unknown)).type).to.equal("object_not_found");
  });
});
