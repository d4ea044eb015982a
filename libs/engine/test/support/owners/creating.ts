import { gate, moveClock, refusal, stopClock } from "@flowlix/testkit";
import type { TransferOutcome } from "@flowlix/provider";
import { expect } from "chai";
import { DEADLINE_MS, type OwnerUnderTest } from "./owner-under-test.ts";

/** How titles end that prove a rule, ` [PO-20]`. */
interface Proved {
  readonly openBreaker?: string;
  readonly inTime?: string;
  readonly liveMode?: string;
}

/** What is the same for creates that send a card. */
export function describeCreating(
  given: () => OwnerUnderTest,
  { openBreaker = "", inTime = "", liveMode = "" }: Proved,
): void {
  countsWhatBecame(given, { kind: "succeeded" }, "SUCCEEDED");

  it(`makes nothing while the breaker is open, and says when to come back${openBreaker}`, async () => {
    const { ask, provider, row } = given();
    provider.opens(true);
    const { id, send } = await ask();
    const error = await refusal(send());
    expect(error).to.include({ type: "service_unavailable", key: "release", retryAfterS: 7 });
    expect(await row(id)).to.equal(undefined);
    expect(provider.asked).to.deep.equal([]);
  });

  it(`makes neither row nor call once its time to start is over, however late it runs${inTime}`, async () => {
    const { ask, provider, row, database } = given();
    const { id, send } = await ask();
    await moveClock(database, DEADLINE_MS + 1_000);
    const error = await refusal(send());
    expect(error).to.include({ type: "service_unavailable", key: undefined });
    expect(await row(id)).to.equal(undefined);
    expect(provider.asked).to.deep.equal([]);
  });

  it(`gives the provider no more time than is left of the request${inTime}`, async () => {
    const { ask, provider, database } = given();
    await stopClock(database);
    const { send } = await ask();
    await moveClock(database, DEADLINE_MS - 2_000);
    await send();
    expect(provider.asked[0]?.remainingMs).to.be.at.most(2_100);
  });

  it("submits once however many creates of one id run at the same time", async () => {
    const { ask, provider } = given();
    const held = gate();
    provider.submits(async () => {
      await held.pass();
      return { kind: "succeeded" };
    });
    const { id, send } = await ask();
    const attempts = Promise.all(Array.from({ length: 20 }, () => send()));
    await held.reached;
    held.open();
    const made = await attempts;
    expect(new Set(made.map((one) => one.id)).size).to.equal(1);
    expect(provider.countOf("submit", id)).to.equal(1);
    expect(made.every(({ status }) => status === "SUCCEEDED" || status === "PENDING")).to.equal(true);
  });

  it("refuses a repeated id with another amount as internal_error and records an exception", async () => {
    const { ask, deps } = given();
    const { id, send } = await ask();
    await send();
    const again = await ask({ id, amount: 1_300 });
    expect((await refusal(again.send())).type).to.equal("internal_error");
    const [anomaly] = await deps.exceptions.list(true, 1);
    expect(anomaly).to.include({ kind: "request_mismatch", object_id: id });
  });

  it(`is not possible in live mode while no live provider is configured${liveMode}`, async () => {
    const { send } = await given().ask({ livemode: true });
    expect(await refusal(send())).to.include({ type: "service_unavailable", key: "release" });
  });
}

export function countsWhatBecame(
  given: () => OwnerUnderTest,
  outcome: TransferOutcome,
  status: "SUCCEEDED" | "FAILED",
): void {
  it("counts what became of it, and of its amount, under its mode", async () => {
    const { ask, provider, deps } = given();
    provider.submits(outcome);
    await (await ask()).send();
    const { transitions, amounts } = deps.metrics;
    const [moved, ended] = await Promise.all([transitions.get(), amounts.get()]);
    const mode = "sandbox";
    expect(moved.values.map(({ labels }) => labels)).to.deep.include({ from: "PENDING", to: status, mode });
    expect(ended.values.map(({ labels }) => labels)).to.deep.include({
      currency: "EUR",
      state: status,
      mode,
    });
  });
}
