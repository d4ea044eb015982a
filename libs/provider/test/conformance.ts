import { expect } from "chai";
import { createProvider } from "../src/index.ts";
import { anInstrument, walletInstruments } from "./builders.ts";
import { describeClosing, describeReversing } from "./conformance-closing.ts";
import { describeRefunds } from "./conformance-refunds.ts";
import { describeStatements } from "./conformance-statements.ts";
import { describeTransfers } from "./conformance-transfers.ts";
import {
  call,
  CONCURRENTLY,
  LOST,
  REGISTERED,
  SANDBOX_AMOUNTS,
  soon,
  SUCCEEDED,
  times,
  type ConformanceAmounts,
  type ProviderFixture,
  type Tried,
} from "./conformance-support.ts";

export type { ConformanceAmounts, ProviderFixture } from "./conformance-support.ts";

/**
 * What any adapter and the acquirer behind it must do, whoever they are (docs/design/architecture.md#rule-2 and
 * #rule-5).
 */
export function describeProviderConformance(
  name: string,
  makeFixture: () => Promise<ProviderFixture>,
  amounts: ConformanceAmounts = SANDBOX_AMOUNTS,
): void {
  describe(`provider ${name}`, () => {
    let tried: Tried | null = null;
    const get = (): Tried => {
      if (tried === null) throw new Error("the fixture was not made");
      return tried;
    };
    before(async () => {
      const fixture = await makeFixture();
      tried = { fixture, provider: createProvider({ adapter: fixture.adapter }) };
    });
    after(async () => {
      await tried?.provider.shutdown();
      await tried?.fixture.stop();
    });

    describeOrders(get, amounts);
    describeCharging(get, amounts);
    describeClosing(get, amounts);
    describeReversing(get, amounts);
    describeTransfers(get, amounts.transfers);
    describeRefunds(get, amounts);
    describeStatements(get, amounts);
  });
}

function describeOrders(get: () => Tried, amounts: ConformanceAmounts): void {
  it("does not know an order that was never registered", async () => {
    const { fixture, provider } = get();
    expect(await provider.read(fixture.makeOrder(amounts.succeeds), soon())).to.deep.equal({
      kind: "absent",
    });
  });

  it("registers an order once however often and however concurrently it is asked", async () => {
    const { fixture, provider } = get();
    const order = fixture.makeOrder(amounts.succeeds);
    const replies = await Promise.all(
      times(CONCURRENTLY).map(() => fixture.adapter.registerOrder(order, call())),
    );
    for (const { outcome } of replies) expect(outcome).to.deep.equal(REGISTERED);
    expect(await provider.read(order, soon())).to.deep.equal(REGISTERED);
    expect(await fixture.executions(order.reference)).to.equal(0);
  });

  it("does not take another amount or currency for a reference it knows", async () => {
    const { fixture, provider } = get();
    const order = fixture.makeOrder(amounts.succeeds);
    await fixture.adapter.registerOrder(order, call());
    for (const other of [
      { ...order, amount: order.amount + 1 },
      { ...order, currency: order.currency === "USD" ? "EUR" : "USD" },
    ]) {
      const outcome = await provider.submit(other, anInstrument, soon());
      expect(outcome).to.include({ kind: "unknown", cause: "garbled" });
      expect(await provider.read(other, soon())).to.include({ kind: "unknown", cause: "garbled" });
    }
    expect(await fixture.executions(order.reference)).to.equal(0);
  });

  const refusals = [
    ["throttled", amounts.throttled],
    ["unavailable", amounts.unavailable],
  ] as const;
  for (const [cause, amount] of refusals) {
    it(`knows nothing of an order it refused as ${cause}`, async () => {
      const { fixture, provider } = get();
      const order = fixture.makeOrder(amount);
      expect(await provider.submit(order, anInstrument, soon())).to.include({ kind: "not_executed", cause });
      expect(await provider.read(order, soon())).to.deep.equal({ kind: "absent" });
    });
  }
}

function describeCharging(get: () => Tried, amounts: ConformanceAmounts): void {
  it("charges once however often and however concurrently it is asked to authorise", async () => {
    const { fixture, provider } = get();
    const order = fixture.makeOrder(amounts.succeeds);
    await fixture.adapter.registerOrder(order, call());
    const outcomes = await Promise.all(
      times(CONCURRENTLY).map(() => fixture.adapter.authorise(order, anInstrument(), call())),
    );
    for (const { outcome } of outcomes) expect(outcome).to.deep.equal(SUCCEEDED);
    expect(await provider.submit(order, anInstrument, soon())).to.deep.equal(SUCCEEDED);
    expect(await provider.resubmit(order, anInstrument, soon())).to.deep.equal(SUCCEEDED);
    expect(await fixture.executions(order.reference)).to.equal(1);
  });

  it("authorises an order that reads registered, once, whoever else goes on with it", async () => {
    const { fixture, provider } = get();
    const order = fixture.makeOrder(amounts.succeeds);
    await fixture.adapter.registerOrder(order, call());
    expect(await provider.read(order, soon())).to.deep.equal(REGISTERED);
    const outcomes = await Promise.all([
      ...times(CONCURRENTLY).map(() => provider.resubmit(order, anInstrument, soon())),
      provider.submit(order, anInstrument, soon()),
    ]);
    for (const outcome of outcomes) expect(outcome).to.deep.equal(SUCCEEDED);
    expect(await fixture.executions(order.reference)).to.equal(1);
  });

  it("charges once however often and however concurrently an order that it does not know is submitted", async () => {
    const { fixture, provider } = get();
    const order = fixture.makeOrder(amounts.succeeds);
    const outcomes = await Promise.all(
      times(CONCURRENTLY).map(() => provider.submit(order, anInstrument, soon())),
    );
    for (const outcome of outcomes) expect(outcome).to.deep.equal(SUCCEEDED);
    expect(await fixture.executions(order.reference)).to.equal(1);
  });

  for (const [name, wallet] of walletInstruments) {
    it(`charges with ${name} as with a card`, async () => {
      const { fixture, provider } = get();
      const order = fixture.makeOrder(amounts.succeeds);
      expect(await provider.submit(order, () => wallet, soon())).to.deep.equal(SUCCEEDED);
      expect(await fixture.executions(order.reference)).to.equal(1);
    });
  }

  it("authorises nothing that was not registered", async () => {
    const { fixture, provider } = get();
    const order = fixture.makeOrder(amounts.succeeds);
    expect(await provider.resubmit(order, anInstrument, soon())).to.include({ kind: "not_executed" });
    expect(await fixture.executions(order.reference)).to.equal(0);
  });

  const lasting: readonly (readonly [name: string, amount: number, outcome: object, executions: number])[] = [
    ["a success", amounts.succeeds, SUCCEEDED, 1],
    ["a decline", amounts.declined, { kind: "failed", code: "insufficient_funds" }, 0],
    ["an order merely received", amounts.staysReceived, { kind: "in_progress", stage: "received" }, 0],
    ["an order in progress", amounts.staysProcessing, { kind: "in_progress", stage: "processing" }, 0],
  ];
  for (const [state, amount, outcome, executions] of lasting) {
    it(`says of ${state} the same when it is submitted, submitted again and read`, async () => {
      const { fixture, provider } = get();
      const order = fixture.makeOrder(amount);
      expect(await provider.submit(order, anInstrument, soon())).to.deep.equal(outcome);
      expect(await provider.resubmit(order, anInstrument, soon())).to.deep.equal(outcome);
      expect(await provider.read(order, soon())).to.deep.equal(outcome);
      expect(await fixture.executions(order.reference)).to.equal(executions);
    });
  }

  it("leads the payer to a place of its own, and charges nothing until then", async () => {
    const { fixture, provider } = get();
    const order = fixture.makeOrder(amounts.actionRequired);
    expect(await provider.submit(order, anInstrument, soon())).to.have.property("kind", "action_required");
    expect(await provider.read(order, soon())).to.have.property("kind", "action_required");
    expect(await fixture.executions(order.reference)).to.equal(0);
  });

  it("has executed nothing when its answer is garbled, and says so when it is read", async () => {
    const { fixture, provider } = get();
    const order = fixture.makeOrder(amounts.garbled);
    const outcome = await provider.submit(order, anInstrument, soon());
    expect(outcome).to.deep.equal({ kind: "unknown", cause: "garbled" });
    expect(await provider.read(order, soon())).to.deep.equal(REGISTERED);
    expect(await fixture.executions(order.reference)).to.equal(0);
  });

  it("shows the charge whose answer was lost", async () => {
    const { fixture, provider } = get();
    const order = fixture.makeOrder(amounts.lost);
    expect(await provider.submit(order, anInstrument, soon())).to.deep.equal(LOST);
    expect(await provider.read(order, soon())).to.deep.equal(SUCCEEDED);
    expect(await fixture.executions(order.reference)).to.equal(1);
  });

  it("does not let lost and refused answers that amounts ask for open the breaker", async () => {
    const { fixture, provider } = get();
    for (const amount of [amounts.lost, amounts.garbled, amounts.throttled, amounts.unavailable]) {
      await Promise.all(
        times(30).map(() => provider.submit(fixture.makeOrder(amount), anInstrument, soon())),
      );
      expect(provider.isOpen()).to.equal(false);
    }
  });
}
