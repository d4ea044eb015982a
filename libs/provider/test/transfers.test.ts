import { expect } from "chai";
import { createProvider, deadlineIn, type TransferOutcome } from "../src/index.ts";
import { anInstrument, anOrder, aPayout, aPayoutCard, aRefund } from "./builders.ts";
import { atFault, fakeAdapter, healthy, type Script } from "./fake-adapter.ts";

const UNREACHABLE: TransferOutcome = { kind: "not_executed", cause: "unreachable" };
const NOT_EXECUTED: TransferOutcome = { kind: "not_executed", cause: "error" };
const THROTTLED: TransferOutcome = { kind: "not_executed", cause: "throttled", retryAfterS: 2 };
const UNAVAILABLE: TransferOutcome = { kind: "not_executed", cause: "unavailable" };
const LOST: TransferOutcome = { kind: "unknown", cause: "lost" };
const GARBLED: TransferOutcome = { kind: "unknown", cause: "garbled" };
const SUCCEEDED: TransferOutcome = { kind: "succeeded" };

function providerPort(script: Script = {}) {
  const adapter = fakeAdapter(script);
  const observed: string[] = [];
  const pauses: number[] = [];
  const provider = createProvider({
    adapter,
    observe: ({ operation, outcome }) => observed.push(`${operation} ${outcome}`),
    pause: async (ms) => pauses.push(ms),
  });
  const submits = {
    refund: (ms = 20_000) => provider.refunds.submit(aRefund(), deadlineIn(ms)),
    payout: (ms = 20_000) => provider.payouts.submit(aPayout(), aPayoutCard, deadlineIn(ms)),
  };
  return { adapter, provider, observed, pauses, submits };
}

const faultOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "none",
    (error: unknown) => String(error),
  );

for (const kind of ["refund", "payout"] as const) {
  describe(`a ${kind} at the provider port`, () => {
    it("is tried again while it is known not to have been executed, three times at most", async () => {
      const { adapter, submits, pauses } = providerPort({ [kind]: () => atFault(UNREACHABLE) });
      expect(await submits[kind]()).to.deep.equal(UNREACHABLE);
      expect([adapter.calls, pauses]).to.deep.equal([
        [kind, kind, kind],
        [200, 600],
      ]);
    });

    it("ends with the first answer", async () => {
      const replies = [atFault(NOT_EXECUTED), healthy(SUCCEEDED)].values();
      const { adapter, submits } = providerPort({ [kind]: () => replies.next().value });
      expect(await submits[kind]()).to.deep.equal(SUCCEEDED);
      expect(adapter.calls).to.deep.equal([kind, kind]);
    });

    for (const outcome of [THROTTLED, UNAVAILABLE, LOST, GARBLED]) {
      it(`is never sent again after ${Object.values(outcome).join(" ")}`, async () => {
        const { adapter, submits, pauses } = providerPort({ [kind]: () => atFault(outcome) });
        expect(await submits[kind]()).to.deep.equal(outcome);
        expect([adapter.calls, pauses]).to.deep.equal([[kind], []]);
      });
    }

    it("is not sent again where its reference was closed", async () => {
      const { adapter, submits } = providerPort({ [kind]: () => healthy(NOT_EXECUTED) });
      expect(await submits[kind]()).to.deep.equal(NOT_EXECUTED);
      expect(adapter.calls).to.deep.equal([kind]);
    });

    it("is not sent with a deadline that is past, nor read or closed", async () => {
      const { adapter, provider, submits } = providerPort();
      expect(await submits[kind](50)).to.deep.equal(UNREACHABLE);
      const [order, late] = [{ ...aRefund() }, deadlineIn(50)];
      const side = kind === "refund" ? provider.refunds : provider.payouts;
      expect(await side.read(order, late)).to.deep.equal(LOST);
      expect(await side.close(order, late)).to.deep.equal(LOST);
      expect(adapter.calls).to.deep.equal([]);
    });

    it("is lost in an adapter that throws, and not sent again", async () => {
      const broken = () => {
        throw new Error("5555555555554444");
      };
      const { adapter, observed, submits } = providerPort({ [kind]: broken });
      expect(await submits[kind]()).to.deep.equal(LOST);
      expect([adapter.calls, observed]).to.deep.equal([[kind], [`${kind} broken`]]);
    });

    it("is refused in the other mode before anything is sent", async () => {
      const { adapter, provider } = providerPort();
      const soon = deadlineIn(5_000);
      const live = { livemode: true };
      const calls =
        kind === "refund"
          ? [
              provider.refunds.submit(aRefund(live), soon),
              provider.refunds.read(aRefund(live), soon),
              provider.refunds.close(aRefund(live), soon),
            ]
          : [
              provider.payouts.submit(aPayout(live), aPayoutCard, soon),
              provider.payouts.read(aPayout(live), soon),
              provider.payouts.close(aPayout(live), soon),
            ];
      for (const call of calls) expect(await faultOf(call)).to.contain("other mode");
      expect(adapter.calls).to.deep.equal([]);
    });

    it("has a breaker of its own, which leaves everything else alone", async () => {
      const { provider, submits } = providerPort({ [kind]: () => atFault(LOST) });
      const other = kind === "refund" ? "payout" : "refund";
      const sides = { refund: provider.refunds, payout: provider.payouts };
      for (let sent = 0; sent < 25; sent += 1) await submits[kind]();
      expect([sides[kind].isOpen(), sides[other].isOpen(), provider.isOpen()]).to.deep.equal([
        true,
        false,
        false,
      ]);
      expect(sides[kind].retryAfterS()).to.be.within(1, 5);
      expect(await submits[kind]()).to.include({ kind: "not_executed", cause: "unavailable" });
      expect(await submits[other]()).to.deep.equal(SUCCEEDED);
      expect(await provider.submit(anOrder(), anInstrument, deadlineIn(5_000))).to.deep.equal(SUCCEEDED);
      expect(await sides[kind].read(aRefund(), deadlineIn(5_000))).to.deep.equal(SUCCEEDED);
      expect(provider.breakers()).to.include({
        [kind]: "open",
        [other]: "closed",
        [`read_${kind}`]: "closed",
      });
      await provider.shutdown();
    });

    it("is read and closed once, with any outcome, and observed by its own names", async () => {
      const { adapter, observed, provider } = providerPort({
        [`read_${kind}`]: () => atFault(LOST),
        [`close_${kind}`]: () => atFault(LOST),
      });
      const side = kind === "refund" ? provider.refunds : provider.payouts;
      expect(await side.read(aRefund(), deadlineIn(5_000))).to.deep.equal(LOST);
      expect(await side.close(aRefund(), deadlineIn(5_000))).to.deep.equal(LOST);
      expect(adapter.calls).to.deep.equal([`read_${kind}`, `close_${kind}`]);
      expect(observed).to.deep.equal([`read_${kind} unknown.lost`, `close_${kind} unknown.lost`]);
    });
  });
}

describe("a payout's card at the provider port", () => {
  it("is opened once, before the first call", async () => {
    const { adapter, provider } = providerPort({ payout: () => atFault(NOT_EXECUTED) });
    const callsAtOpening: number[] = [];
    const open = () => {
      callsAtOpening.push(adapter.calls.length);
      return aPayoutCard();
    };
    await provider.payouts.submit(aPayout(), open, deadlineIn(20_000));
    expect(callsAtOpening).to.deep.equal([0]);
  });

  it("sends nothing when it cannot be opened", async () => {
    const { adapter, provider } = providerPort();
    const open = () => {
      throw new Error("not opened");
    };
    expect(await faultOf(provider.payouts.submit(aPayout(), open, deadlineIn(5_000)))).to.contain(
      "not opened",
    );
    expect(adapter.calls).to.deep.equal([]);
  });
});
