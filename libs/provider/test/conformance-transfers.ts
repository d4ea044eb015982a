import { expect } from "chai";
import type { OrderRef, TransferOutcome, TransferRead } from "../src/index.ts";
import {
  ABSENT,
  charged,
  CLOSED,
  closes,
  CONCURRENTLY,
  DECLINED,
  expectOfRepeats,
  LOST,
  payoutCardOf,
  possible,
  PROCESSING,
  soon,
  SUCCEEDED,
  times,
  type TransferAmounts,
  type Tried,
} from "./conformance-support.ts";

/** One refund or payout with everything that can be done to it. */
interface Transfer {
  readonly order: OrderRef;
  readonly canClose: boolean;
  readonly submit: (as?: Partial<OrderRef>) => Promise<TransferOutcome>;
  readonly read: (as?: Partial<OrderRef>) => Promise<TransferRead>;
  readonly close: () => Promise<TransferRead>;
}
type MakeTransfer = (amount: number) => Promise<Transfer>;

const NOT_EXECUTED = { kind: "not_executed", cause: "error" };

export function describeTransfers(get: () => Tried, amounts: TransferAmounts): void {
  const refund: MakeTransfer = async (amount) => {
    const { fixture, provider } = get();
    const charge = fixture.makeOrder(amounts.charge);
    await charged(get(), charge);
    const order = fixture.makeRefund(amount, charge);
    return {
      order,
      canClose: closes(get(), "refund"),
      submit: (as) => provider.refunds.submit({ ...order, ...as }, soon()),
      read: (as) => provider.refunds.read({ ...order, ...as }, soon()),
      close: () => provider.refunds.close(order, soon()),
    };
  };
  const payout: MakeTransfer = async (amount) => {
    const { fixture, provider } = get();
    const order = fixture.makePayout(amount);
    const card = payoutCardOf(get(), order);
    return {
      order,
      canClose: closes(get(), "payout"),
      submit: (as) => provider.payouts.submit({ ...order, ...as }, card, soon()),
      read: (as) => provider.payouts.read({ ...order, ...as }, soon()),
      close: () => provider.payouts.close(order, soon()),
    };
  };
  for (const [name, make] of [
    ["refund", refund],
    ["payout", payout],
  ] as const) {
    describeExecuting(get, name, make, amounts);
    describeUnsure(get, name, make, amounts);
  }
  const { staysReceived } = amounts;
  if (staysReceived === null) return;
  it("closes a payout that it merely received for ever, where it can", async () => {
    const { order, canClose, submit, read, close } = await payout(staysReceived);
    expect(await submit()).to.deep.equal({ kind: "in_progress", stage: "received" });
    if (!canClose) {
      expect(await close()).not.to.deep.equal(CLOSED);
      return;
    }
    expect(await close()).to.deep.equal(CLOSED);
    expect(await submit()).to.deep.equal(NOT_EXECUTED);
    expect(await read()).to.deep.equal(CLOSED);
    expect(await get().fixture.executions(order.reference)).to.equal(0);
  });
}

function describeExecuting(
  get: () => Tried,
  name: string,
  make: MakeTransfer,
  amounts: TransferAmounts,
): void {
  it(`executes a ${name} once however often and however concurrently it is submitted`, async () => {
    const { fixture, traits } = get();
    const { order, submit, read } = await make(amounts.succeeds);
    const outcomes = await Promise.all(times(CONCURRENTLY).map(() => submit()));
    expectOfRepeats(get(), outcomes, [PROCESSING]);
    await fixture.processingEnds();
    const reads = await Promise.all(times(CONCURRENTLY).map(() => read()));
    for (const outcome of reads) expect(outcome).to.deep.equal(SUCCEEDED);
    expect(traits.settlesLater ? [SUCCEEDED, PROCESSING] : [SUCCEEDED]).to.deep.include(await submit());
    expect(await fixture.executions(order.reference)).to.equal(1);
  });

  const lasting: readonly (readonly [what: string, amount: number | null, at: object, end: object])[] = [
    ["declines at once", amounts.declined, DECLINED, DECLINED],
    ["declines later", amounts.declinedLater, PROCESSING, DECLINED],
    ["goes on with", amounts.staysProcessing, PROCESSING, PROCESSING],
  ];
  for (const [what, amount, at, end] of possible(lasting)) {
    it(`says of a ${name} that it ${what} the same when it is submitted, submitted again and read`, async () => {
      const { fixture, traits } = get();
      const { order, submit, read, close } = await make(amount);
      for (const ask of [submit, submit, read, close]) expect(await ask()).to.deep.equal(at);
      await fixture.processingEnds();
      for (const ask of [read, close, read]) expect(await ask()).to.deep.equal(end);
      expect(traits.settlesLater ? [at, end] : [end]).to.deep.include(await submit());
      expect(await read()).to.deep.equal(end);
      expect(await fixture.executions(order.reference)).to.equal(0);
    });
  }

  it(`does not take another amount or currency for the reference of a ${name}`, async () => {
    const { submit, read, order } = await make(amounts.succeeds);
    await submit();
    const { fixture, traits } = get();
    for (const as of [{ amount: order.amount + 1 }, { currency: order.currency === "USD" ? "EUR" : "USD" }]) {
      const again = await submit(as);
      // The answer to a repeat may say that it was taken, and nothing else.
      if (traits.settlesLater) expect(again.kind).to.be.oneOf(["unknown", "in_progress", "not_executed"]);
      else expect(again).to.include({ kind: "unknown", cause: "garbled" });
      expect(await read(as)).to.include({ kind: "unknown", cause: "garbled" });
    }
    await fixture.processingEnds();
    expect(await fixture.executions(order.reference)).to.be.at.most(1);
  });
}

function describeUnsure(get: () => Tried, name: string, make: MakeTransfer, amounts: TransferAmounts): void {
  const { lost } = amounts;
  it(`does not know a ${name} that was never submitted`, async () => {
    const { read } = await make(amounts.succeeds);
    expect(get().fixture.adapter.evidence ? [ABSENT, LOST] : [ABSENT]).to.deep.include(await read());
  });

  if (lost !== null)
    it(`shows the ${name} whose answer was lost, and does not let such answers open the breaker`, async () => {
      const { fixture, provider, traits } = get();
      const all = await Promise.all(times(30).map(() => make(lost)));
      const outcomes = await Promise.all(all.map(({ submit }) => submit()));
      for (const outcome of outcomes) expect(outcome).to.deep.equal(LOST);
      expect([provider.refunds.isOpen(), provider.payouts.isOpen()]).to.deep.equal([false, false]);
      if (traits.settlesLater) await fixture.processingEnds();
      for (const { order, read, close } of all.slice(0, 3)) {
        expect(await read()).to.deep.equal(SUCCEEDED);
        expect(await close()).to.deep.equal(SUCCEEDED);
        expect(await fixture.executions(order.reference)).to.equal(1);
      }
    });

  it(`closes a ${name} it does not know for ever: it is never executed; or never says that it did`, async () => {
    const { fixture } = get();
    const { order, canClose, submit, read, close } = await make(amounts.succeeds);
    if (!canClose) {
      expect((await close()).kind).to.be.oneOf(["absent", "unknown"]);
      expect(await fixture.executions(order.reference)).to.equal(0);
      return;
    }
    expect(await close()).to.deep.equal(CLOSED);
    expect(await close()).to.deep.equal(CLOSED);
    expect(await submit()).to.deep.equal(NOT_EXECUTED);
    await fixture.processingEnds();
    expect(await read()).to.deep.equal(CLOSED);
    expect(await fixture.executions(order.reference)).to.equal(0);
  });

  it(`lets either closing or executing a ${name} win, never both`, async () => {
    const { fixture } = get();
    const all = await Promise.all(times(CONCURRENTLY).map(() => make(amounts.succeeds)));
    await Promise.all(
      all.map(async ({ submit, close }, at) => {
        // Either may come first on the wire.
        const [one, other] = at % 2 === 0 ? [submit, close] : [close, submit];
        await Promise.all([one(), other()]);
      }),
    );
    await fixture.processingEnds();
    for (const { order, canClose, read, close } of all) {
      const end = await read();
      expect(end.kind).to.be.oneOf(canClose ? ["closed", "succeeded"] : ["succeeded"]);
      expect(await close()).to.deep.equal(end);
      expect(await fixture.executions(order.reference)).to.equal(end.kind === "succeeded" ? 1 : 0);
    }
  });
}
