import { expect } from "chai";
import { createLoops, createMetrics, DomainError, TransportError, type LoopSpec } from "@flowlix/runtime";
import { gate } from "@flowlix/testkit";

const SPEC: LoopSpec = { name: "shop.relayEvents", runMaxMs: 120_000, retryMaxMs: 5_000 };
const DENIED = Object.assign(new Error("permission denied for table cards, key 4111"), { code: "42501" });

/** Loops by a clock of the test's own, in milliseconds. */
function loopsUnderTest(spec: Partial<LoopSpec> = {}) {
  const metrics = createMetrics({ processMetrics: false });
  const clock = { now: 1_000_000 };
  const loops = createLoops(metrics, () => clock.now);
  const loop = loops.add({ ...SPEC, ...spec });
  const after = (ms: number) => {
    clock.now += ms;
  };
  const fails = async (error: unknown = DENIED): Promise<void> => {
    let thrown: unknown;
    try {
      await loop.run(async () => {
        throw error;
      });
    } catch (caught) {
      thrown = caught;
    }
    expect(thrown).to.equal(error);
  };
  const comesOff = () => loop.run(async () => "done");
  /** Fails every so often for so long. */
  const failsFor = async (ms: number, everyMs = 5_000) => {
    await fails();
    for (let passed = 0; passed < ms; passed += everyMs) {
      after(everyMs);
      await fails();
    }
  };
  return { metrics, loops, loop, after, fails, failsFor, comesOff, failing: () => loops.failing() };
}

describe("a loop", () => {
  it("is failing once every run has failed for a minute, not before, and not after one came off", async () => {
    const { failing, failsFor, comesOff } = loopsUnderTest();
    await failsFor(55_000);
    expect(failing()).to.deep.equal([]);
    await comesOff();
    await failsFor(60_000);
    expect(failing()).to.deep.equal([{ loop: "shop.relayEvents", reason: "42501" }]);
    expect(await comesOff()).to.equal("done");
    expect(failing()).to.deep.equal([]);
  });

  it("hangs where no run ends for longer than one may last, from its beginning on", async () => {
    const { failing, after, loop } = loopsUnderTest();
    const never = gate();
    after(120_000);
    expect(failing()).to.deep.equal([]);
    const hanging = loop.run(() => never.pass());
    after(1);
    expect(failing()).to.deep.equal([{ loop: "shop.relayEvents", reason: "hangs" }]);
    never.open();
    await hanging;
    expect(failing()).to.deep.equal([]);
  });

  it("of what comes on demand is well without a run, and hangs with one that does not end", async () => {
    const { failing, after, loop } = loopsUnderTest({ onDemand: true });
    after(86_400_000);
    expect(failing()).to.deep.equal([]);
    const never = gate();
    const hanging = loop.run(() => never.pass());
    after(120_000);
    expect(failing()).to.deep.equal([]);
    after(1);
    expect(failing()).to.deep.equal([{ loop: "shop.relayEvents", reason: "hangs" }]);
    await loop.run(async () => undefined);
    expect(failing(), "another run ends beside it").to.deep.equal([]);
    never.open();
    await hanging;
  });

  it("is neither well nor failing by runs that say nothing", async () => {
    const { failing, failsFor, loop } = loopsUnderTest();
    const standsBy = () =>
      loop.run(
        async () => "standby",
        (result) => result === "standby",
      );
    await failsFor(60_000);
    expect(await standsBy()).to.equal("standby");
    expect(failing()).to.have.lengthOf(1);
  });

  it("whose runs another process has by now is forgotten: old failures say nothing, nor do they add up", async () => {
    const { failing, failsFor, after, fails, loop } = loopsUnderTest();
    await failsFor(60_000);
    for (let passed = 0; passed <= 60_000; passed += 10_000) {
      after(10_000);
      await loop.run(
        async () => undefined,
        () => true,
      );
    }
    expect(failing()).to.deep.equal([]);
    await fails();
    expect(failing()).to.deep.equal([]);
  });

  it("is failing where each run takes long to fail: only pauses make it forgotten", async () => {
    const { failing, after, loop } = loopsUnderTest();
    for (let turns = 0; turns < 2; turns += 1) {
      const slow = gate();
      const turn = loop.run(async () => {
        await slow.pass();
        throw DENIED;
      });
      after(100_000);
      slow.open();
      await turn.catch(() => undefined);
    }
    expect(failing()).to.have.lengthOf(1);
  });

  it("that several processes share is failing by the runs it has here, as long pauses as it has", async () => {
    const { failing, failsFor } = loopsUnderTest({ onDemand: true, retryMaxMs: 30_000 });
    await failsFor(180_000, 90_000);
    expect(failing()).to.have.lengthOf(1);
  });

  it("tells why by codes alone, never by a message", async () => {
    const wrapped = new Error("could not insert 4111 1111 1111 1111", { cause: DENIED });
    for (const [error, reason] of [
      [wrapped, "42501"],
      [new TransportError("timeout", "notifier.accept", true), "timeout"],
      [new DomainError("service_unavailable"), "service_unavailable"],
      [new TypeError("secret"), "TypeError"],
      [Object.assign(new Error("x"), { code: "a secret" }), "Error"],
      ["a secret", "unknown"],
    ] as const) {
      const { failing, fails, after } = loopsUnderTest();
      await fails(error);
      after(60_000);
      await fails(error);
      expect(failing()).to.deep.equal([{ loop: "shop.relayEvents", reason }]);
    }
  });

  it("shows in metrics from its beginning: its runs by outcome, and whether it is failing", async () => {
    const { metrics, loops, failsFor } = loopsUnderTest();
    loops.add({ ...SPEC, name: "shop.sweep", onDemand: true, isCounted: false });
    const shown = async () => (await metrics.text()).split("\n").filter((line) => line.startsWith("loop_"));
    expect(await shown()).to.deep.equal([
      'loop_turns_total{loop="shop.relayEvents",outcome="ok"} 0',
      'loop_turns_total{loop="shop.relayEvents",outcome="failed"} 0',
      'loop_failing{loop="shop.relayEvents"} 0',
      'loop_failing{loop="shop.sweep"} 0',
    ]);
    await failsFor(60_000);
    expect(await shown()).to.include.members([
      'loop_turns_total{loop="shop.relayEvents",outcome="failed"} 13',
      'loop_failing{loop="shop.relayEvents"} 1',
    ]);
  });

  it("is shown beside those of other services in the process", async () => {
    const { metrics } = loopsUnderTest();
    createLoops(metrics).add({ ...SPEC, name: "till.relayEvents" });
    const text = await metrics.text();
    for (const name of ["shop", "till"])
      expect(text).to.contain(`loop_failing{loop="${name}.relayEvents"} 0`);
  });
});
