import { expect } from "chai";
import { waitFor } from "@flowlix/testkit";
import type { Order } from "../src/index.ts";
import {
  asRead,
  call,
  charged,
  CLOSED,
  closes,
  CONCURRENTLY,
  instrumentOf,
  possible,
  soon,
  SUCCEEDED,
  times,
  type ConformanceAmounts,
  type Tried,
} from "./conformance-support.ts";

export function describeClosing(get: () => Tried, amounts: ConformanceAmounts): void {
  const closable: readonly (readonly [
    name: string,
    amount: number | null,
    prepare: (tried: Tried, order: Order) => Promise<unknown>,
  ])[] = [
    ["it does not know", amounts.succeeds, async () => undefined],
    [
      "that is registered",
      amounts.succeeds,
      async ({ fixture, traits }, order) =>
        traits.registers ? fixture.adapter.registerOrder(order, call()) : undefined,
    ],
    [
      "that waits for the payer",
      amounts.actionRequired,
      (tried, order) => tried.provider.submit(order, instrumentOf(tried, order), soon(), "", false),
    ],
    [
      "that it merely received",
      amounts.staysReceived,
      (tried, order) => tried.provider.submit(order, instrumentOf(tried, order), soon(), "", false),
    ],
  ];
  for (const [name, amount, prepare] of possible(closable)) {
    it(`closes an order ${name} for ever: it is never charged; or never says that it did`, async () => {
      const { fixture, provider } = get();
      const order = fixture.makeOrder(amount);
      await prepare(get(), order);
      const anInstrument = instrumentOf(get(), order);
      if (!closes(get(), "order")) {
        const { kind } = await provider.close(order, soon());
        expect(["absent", "action_required", "in_progress", "unknown"]).to.include(kind);
        expect(await fixture.executions(order.reference)).to.equal(0);
        return;
      }
      expect(await provider.close(order, soon())).to.deep.equal(CLOSED);
      expect(await provider.close(order, soon())).to.deep.equal(CLOSED);
      expect(await provider.submit(order, anInstrument, soon())).to.deep.equal({
        kind: "not_executed",
        cause: "error",
      });
      expect(await provider.resubmit(order, anInstrument, soon())).to.deep.equal({
        kind: "not_executed",
        cause: "error",
      });
      expect(await provider.read(order, soon())).to.deep.equal(CLOSED);
      expect(await fixture.executions(order.reference)).to.equal(0);
    });
  }

  const kept: readonly (readonly [name: string, amount: number | null, outcome: object])[] = [
    ["that was charged", amounts.succeeds, SUCCEEDED],
    ["that was declined", amounts.declined, { kind: "failed", code: "insufficient_funds" }],
    ["in progress", amounts.staysProcessing, { kind: "in_progress", stage: "processing" }],
  ];
  for (const [name, amount, outcome] of possible(kept)) {
    it(`does not close an order ${name}: its state wins`, async () => {
      const { fixture, provider } = get();
      const order = fixture.makeOrder(amount);
      await charged(get(), order);
      expect(await provider.close(order, soon())).to.deep.equal(asRead(get(), outcome));
      expect(await provider.read(order, soon())).to.deep.equal(asRead(get(), outcome));
    });
  }

  const known = async (tried: Tried, order: Order) =>
    tried.traits.registers
      ? tried.fixture.adapter.registerOrder(order, call())
      : tried.provider.submit(order, instrumentOf(tried, order), soon());
  const racing: readonly (readonly [
    what: string,
    prepare: (tried: Tried, order: Order) => Promise<unknown>,
    charge: (tried: Tried, order: Order) => Promise<unknown>,
  ])[] = [
    [
      "authorising",
      known,
      (tried, order) => tried.provider.resubmit(order, instrumentOf(tried, order), soon()),
    ],
    [
      "submitting what it does not know",
      async () => undefined,
      (tried, order) => tried.provider.submit(order, instrumentOf(tried, order), soon(), "", false),
    ],
  ];
  for (const [what, prepare, charge] of racing) {
    it(`lets either closing or ${what} win, never both`, async () => {
      const { fixture, provider, traits } = get();
      const orders = times(CONCURRENTLY).map(() => fixture.makeOrder(amounts.succeeds));
      await Promise.all(orders.map((order) => prepare(get(), order)));
      await Promise.all(
        orders.map(async (order, at) => {
          const close = () => provider.close(order, soon());
          // Either may come first on the wire.
          const charging = () => charge(get(), order);
          const [one, other] = at % 2 === 0 ? [charging, close] : [close, charging];
          await Promise.all([one(), other()]);
        }),
      );
      if (traits.settlesLater) await fixture.processingEnds();
      await Promise.all(
        orders.map(async (order) => {
          const end = await provider.read(order, soon());
          expect(end.kind).to.be.oneOf(closes(get(), "order") ? ["closed", "succeeded"] : ["succeeded"]);
          expect(await provider.close(order, soon())).to.deep.equal(end);
          expect(await fixture.executions(order.reference)).to.equal(end.kind === "succeeded" ? 1 : 0);
        }),
      );
    });
  }
}

export function describeReversing(get: () => Tried, amounts: ConformanceAmounts): void {
  it("gives a charge back once however often and however concurrently it is asked", async () => {
    const { fixture, provider, traits } = get();
    const order = fixture.makeOrder(amounts.succeeds);
    await charged(get(), order);
    const reversals = await Promise.all(times(CONCURRENTLY).map(() => provider.reverse(order, soon())));
    if (traits.settlesLater) {
      expect(reversals).not.to.include("not_charged");
      await fixture.processingEnds();
      expect(await provider.reverse(order, soon())).to.equal("reversed");
    } else expect(new Set(reversals)).to.deep.equal(new Set(["reversed"]));
    expect(await fixture.executions(order.reference)).to.equal(2);
  });

  it("gives nothing back of an order that was not charged", async () => {
    const { fixture, provider } = get();
    for (const amount of [amounts.declined, amounts.actionRequired]) {
      const order = fixture.makeOrder(amount);
      await charged(get(), order);
      expect(await provider.reverse(order, soon())).to.be.oneOf(
        closes(get(), "order") ? ["not_charged"] : ["not_charged", "unknown"],
      );
      expect(await fixture.executions(order.reference)).to.equal(0);
    }
  });

  it("may have executed a call that was aborted, and shows it once it did", async () => {
    const { fixture, provider, traits } = get();
    const order = fixture.makeOrder(amounts.succeeds);
    if (traits.registers) await fixture.adapter.registerOrder(order, call());
    const controller = new AbortController();
    const aborted = fixture.adapter.authorise(order, instrumentOf(get(), order)(), {
      signal: controller.signal,
      requestId: "",
      isRepeat: false,
    });
    setImmediate(() => controller.abort());
    const { outcome } = await aborted;
    expect(outcome.kind).to.be.oneOf(["unknown", "not_executed", "succeeded", "in_progress"]);
    if (traits.settlesLater) await fixture.processingEnds();
    const end = await waitFor("the order to be closed or charged", async () => {
      const read = await provider.close(order, soon());
      return read.kind === "unknown" ? null : read;
    });
    // An absence that is never final says nothing of a request that may still come in.
    if (end.kind === "absent" && fixture.adapter.absentIsFinal.order === "never") return;
    expect(await fixture.executions(order.reference)).to.equal(end.kind === "succeeded" ? 1 : 0);
    if (outcome.kind === "not_executed")
      expect(end).to.deep.equal(closes(get(), "order") ? CLOSED : { kind: "absent" });
  });
}
