import { expect } from "chai";
import { describeClosing, describeReversing } from "./conformance-closing.ts";
import { asOwnersDo } from "./conformance-owners.ts";
import { describeRefunds } from "./conformance-refunds.ts";
import { describeStatements } from "./conformance-statements.ts";
import { describeTransfers } from "./conformance-transfers.ts";
import {
  asRead,
  call,
  charged,
  CONCURRENTLY,
  expectOfRepeats,
  instrumentOf,
  LOST,
  possible,
  PROCESSING,
  REGISTERED,
  SANDBOX_AMOUNTS,
  SANDBOX_CONFORMANCE,
  soon,
  SUCCEEDED,
  times,
  type ConformanceAmounts,
  type ConformanceTraits,
  type ProviderFixture,
  type Tried,
} from "./conformance-support.ts";

export {
  SANDBOX_AMOUNTS,
  SANDBOX_CONFORMANCE,
  type ConformanceAmounts,
  type ConformanceTraits,
  type ProviderFixture,
} from "./conformance-support.ts";
export { asOwnersDo } from "./conformance-owners.ts";

/**
 * What every adapter and the acquirer behind it must do (docs/design/architecture.md#rule-2 and
 * #rule-5). It goes by what the adapter declares, and by the traits of the acquirer.
 */
export function describeProviderConformance(
  name: string,
  makeFixture: () => Promise<ProviderFixture>,
  amounts: ConformanceAmounts = SANDBOX_AMOUNTS,
  traits: ConformanceTraits = SANDBOX_CONFORMANCE,
): void {
  describe(`provider ${name}`, () => {
    let tried: Tried | null = null;
    const get = (): Tried => {
      if (tried === null) throw new Error("the fixture was not made");
      return tried;
    };
    before(async () => {
      const fixture = await makeFixture();
      tried = { fixture, provider: asOwnersDo(fixture), traits };
    });
    after(async () => {
      await tried?.provider.shutdown();
      await tried?.fixture.stop();
    });

    describeOrders(get, amounts, traits);
    describeCharging(get, amounts, traits);
    describeUnclear(get, amounts);
    describeClosing(get, amounts);
    describeReversing(get, amounts);
    describeTransfers(get, amounts.transfers);
    describeRefunds(get, amounts);
    describeStatements(get, amounts);
  });
}

/** What is not known may be asked for where nothing can be read. */
const notKnown = ({ fixture }: Tried): readonly object[] =>
  fixture.adapter.evidence ? [{ kind: "absent" }, LOST] : [{ kind: "absent" }];

function describeOrders(
  get: () => Tried,
  amounts: ConformanceAmounts,
  { registers }: ConformanceTraits,
): void {
  it("does not know an order that was never registered", async () => {
    const { fixture, provider } = get();
    const read = await provider.read(fixture.makeOrder(amounts.succeeds), soon());
    expect(notKnown(get())).to.deep.include(read);
  });

  if (registers)
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
    if (registers) await fixture.adapter.registerOrder(order, call());
    else await charged(get(), order);
    for (const other of [
      { ...order, amount: order.amount + 1 },
      { ...order, currency: order.currency === "USD" ? "EUR" : "USD" },
    ]) {
      const outcome = await provider.submit(other, instrumentOf(get(), order), soon());
      // Where repeats are told by a key, its clash says as little as an answer that is lost.
      expect(outcome).to.include({ kind: "unknown" });
      if (!fixture.adapter.evidence) expect(outcome).to.include({ cause: "garbled" });
      expect(await provider.read(other, soon())).to.include({ kind: "unknown", cause: "garbled" });
    }
    expect(await fixture.executions(order.reference)).to.equal(registers ? 0 : 1);
  });

  for (const [cause, amount] of possible([
    ["throttled", amounts.throttled],
    ["unavailable", amounts.unavailable],
  ])) {
    it(`knows nothing of an order it refused as ${cause}`, async () => {
      const { fixture, provider } = get();
      const order = fixture.makeOrder(amount);
      const outcome = await provider.submit(order, instrumentOf(get(), order), soon(), "", false);
      expect(outcome).to.include({ kind: "not_executed", cause });
      expect(notKnown(get())).to.deep.include(await provider.read(order, soon()));
      expect(await fixture.executions(order.reference)).to.equal(0);
    });
  }
}

function describeCharging(get: () => Tried, amounts: ConformanceAmounts, traits: ConformanceTraits): void {
  const { registers, settlesLater, wallets } = traits;
  const charges = settlesLater ? [SUCCEEDED, PROCESSING] : [SUCCEEDED];
  const ended = async (): Promise<void> => {
    if (settlesLater) await get().fixture.processingEnds();
  };

  it("charges once however often and however concurrently it is asked to authorise", async () => {
    const { fixture, provider } = get();
    const order = fixture.makeOrder(amounts.succeeds);
    const instrument = instrumentOf(get(), order);
    // Where nothing can be registered, only what was submitted before is authorised again.
    if (registers) await fixture.adapter.registerOrder(order, call());
    else await provider.submit(order, instrument, soon());
    const outcomes = await Promise.all(
      times(CONCURRENTLY).map(() => provider.resubmit(order, instrument, soon())),
    );
    expectOfRepeats(get(), outcomes, charges);
    await ended();
    expect(charges).to.deep.include(await provider.submit(order, instrument, soon()));
    expect(charges).to.deep.include(await provider.resubmit(order, instrument, soon()));
    expect(await provider.read(order, soon())).to.deep.equal(SUCCEEDED);
    expect(await fixture.executions(order.reference)).to.equal(1);
  });

  if (registers)
    it("authorises an order that reads registered, once, even when others go on with it too", async () => {
      const { fixture, provider } = get();
      const order = fixture.makeOrder(amounts.succeeds);
      const instrument = instrumentOf(get(), order);
      await fixture.adapter.registerOrder(order, call());
      expect(await provider.read(order, soon())).to.deep.equal(REGISTERED);
      const outcomes = await Promise.all([
        ...times(CONCURRENTLY).map(() => provider.resubmit(order, instrument, soon())),
        provider.submit(order, instrument, soon()),
      ]);
      for (const outcome of outcomes) expect(outcome).to.deep.equal(SUCCEEDED);
      expect(await fixture.executions(order.reference)).to.equal(1);
    });

  it("charges once however often and however concurrently an order that it does not know is submitted", async () => {
    const { fixture, provider } = get();
    const order = fixture.makeOrder(amounts.succeeds);
    const outcomes = await Promise.all(
      times(CONCURRENTLY).map(() => provider.submit(order, instrumentOf(get(), order), soon())),
    );
    expectOfRepeats(get(), outcomes, charges);
    await ended();
    expect(await provider.read(order, soon())).to.deep.equal(SUCCEEDED);
    expect(await fixture.executions(order.reference)).to.equal(1);
  });

  for (const [name, wallet] of wallets) {
    it(`charges with ${name} as with a card`, async () => {
      const { fixture, provider } = get();
      const order = fixture.makeOrder(amounts.succeeds);
      const outcome = await provider.submit(order, () => wallet, soon(), "", false);
      expect(charges).to.deep.include(outcome);
      await ended();
      expect(await provider.read(order, soon())).to.deep.equal(SUCCEEDED);
      expect(await fixture.executions(order.reference)).to.equal(1);
    });
  }

  if (registers)
    it("authorises nothing that was not registered", async () => {
      const { fixture, provider } = get();
      const order = fixture.makeOrder(amounts.succeeds);
      const outcome = await provider.resubmit(order, instrumentOf(get(), order), soon());
      expect(outcome).to.include({ kind: "not_executed" });
      expect(await fixture.executions(order.reference)).to.equal(0);
    });

  const lasting: readonly (readonly [name: string, amount: number | null, outcome: object, moved: number])[] =
    [
      ["a success", amounts.succeeds, SUCCEEDED, 1],
      ["a decline", amounts.declined, { kind: "failed", code: "insufficient_funds" }, 0],
      ["an order merely received", amounts.staysReceived, { kind: "in_progress", stage: "received" }, 0],
      ["an order in progress", amounts.staysProcessing, PROCESSING, 0],
    ];
  for (const [state, amount, outcome, executions] of possible(lasting)) {
    it(`says of ${state} the same when it is submitted, submitted again and read`, async () => {
      const { fixture, provider } = get();
      const order = fixture.makeOrder(amount);
      expect(await charged(get(), order)).to.deep.equal(outcome);
      const again = await provider.resubmit(order, instrumentOf(get(), order), soon());
      expect(settlesLater ? [outcome, PROCESSING] : [outcome]).to.deep.include(again);
      expect(await provider.read(order, soon())).to.deep.equal(asRead(get(), outcome));
      expect(await fixture.executions(order.reference)).to.equal(executions);
    });
  }

  it("leads the payer to a place of its own, and charges nothing until then", async () => {
    const { fixture, provider } = get();
    const order = fixture.makeOrder(amounts.actionRequired);
    const outcome = await provider.submit(order, instrumentOf(get(), order), soon(), "", false);
    expect(outcome).to.have.property("kind", "action_required");
    const read = await provider.read(order, soon());
    if (fixture.adapter.evidence) expect(["action_required", "absent", "unknown"]).to.include(read.kind);
    else expect(read).to.have.property("kind", "action_required");
    expect(await fixture.executions(order.reference)).to.equal(0);
  });
}

function describeUnclear(get: () => Tried, amounts: ConformanceAmounts): void {
  const { garbled, lost } = amounts;
  const submitted = async (amount: number, isRepeat: boolean) => {
    const { fixture, provider } = get();
    const order = fixture.makeOrder(amount);
    const outcome = await provider.submit(order, instrumentOf(get(), order), soon(), "", isRepeat);
    return { order, outcome };
  };

  if (garbled !== null)
    it("has executed nothing when its answer is garbled, and says so when it is read", async () => {
      const { fixture, provider, traits } = get();
      const { order, outcome } = await submitted(garbled, false);
      expect(outcome).to.deep.equal({ kind: "unknown", cause: "garbled" });
      const read = await provider.read(order, soon());
      expect(traits.registers ? [REGISTERED] : notKnown(get())).to.deep.include(read);
      expect(await fixture.executions(order.reference)).to.equal(0);
    });

  if (lost !== null)
    it("shows the charge whose answer was lost", async () => {
      const { fixture, provider, traits } = get();
      const { order, outcome } = await submitted(lost, false);
      expect(outcome).to.deep.equal(LOST);
      if (traits.settlesLater) await fixture.processingEnds();
      expect(await provider.read(order, soon())).to.deep.equal(SUCCEEDED);
      expect(await fixture.executions(order.reference)).to.equal(1);
    });

  const refusals = possible([
    ["lost", lost],
    ["garbled", garbled],
    ["throttled", amounts.throttled],
    ["unavailable", amounts.unavailable],
  ]);
  if (refusals.length > 0)
    it("does not let lost and refused answers that amounts ask for open the breaker", async () => {
      for (const [, amount] of refusals) {
        await Promise.all(times(30).map(() => submitted(amount, true)));
        expect(get().provider.isOpen()).to.equal(false);
      }
    });
}
