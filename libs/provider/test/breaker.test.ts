import { expect } from "chai";
import { waitFor } from "@flowlix/testkit";
import {
  BREAKER_LIMITS,
  createProvider,
  deadlineIn,
  type Outcome,
  type Provider,
  type Reply,
} from "../src/index.ts";
import { anInstrument, anOrder, stillHas } from "./builders.ts";
import { atFault, fakeAdapter, healthy, type FakeAdapter } from "./fake-adapter.ts";

const LOST: Outcome = { kind: "unknown", cause: "lost" };
const SUCCEEDED: Outcome = { kind: "succeeded" };
const VOLUME = 4;

describe("the breaker of a provider", () => {
  let adapter: FakeAdapter;
  let provider: Provider;
  let answer: () => Reply<Outcome> | Promise<Reply<Outcome>>;

  function start(resetTimeoutMs: number, inFlightMax = BREAKER_LIMITS.inFlightMax): void {
    answer = () => atFault(LOST);
    adapter = fakeAdapter({ authorise: () => answer() });
    provider = createProvider({
      adapter,
      limits: {
        tries: 1,
        pausesMs: [],
        callTimeoutMs: 10_000,
        breaker: { ...BREAKER_LIMITS, volumeThreshold: VOLUME, resetTimeoutMs, inFlightMax },
      },
    });
  }
  const authorise = () => provider.resubmit(anOrder(), anInstrument, deadlineIn(10_000));
  async function authoriseTimes(times: number): Promise<void> {
    for (let at = 0; at < times; at += 1) await authorise();
  }
  afterEach(() => provider.shutdown());

  it("stays closed below its volume and opens at it", async () => {
    start(60_000);
    await authoriseTimes(VOLUME - 1);
    expect(provider.isOpen()).to.equal(false);
    await authorise();
    expect(provider.isOpen()).to.equal(true);
    expect(provider.breakers()).to.include({ authorise: "open", register: "closed", read: "closed" });
  });

  it("sends nothing while it is open, and says when to come back [D10-8]", async () => {
    start(60_000);
    await authoriseTimes(VOLUME);
    const outcome = await authorise();
    expect(outcome).to.deep.equal({
      kind: "not_executed",
      cause: "unavailable",
      retryAfterS: provider.retryAfterS(),
    });
    expect(provider.retryAfterS()).to.be.within(1, 60);
    expect(adapter.calls).to.have.length(VOLUME);
  });

  it("of submissions leaves reads and closes alone", async () => {
    start(60_000);
    await authoriseTimes(VOLUME);
    expect(await provider.read(anOrder(), deadlineIn(1000))).to.deep.equal(SUCCEEDED);
    expect(await provider.close(anOrder(), deadlineIn(1000))).to.deep.equal({ kind: "closed" });
  });

  it("lets one call through after its time, and no other while that one lasts", async () => {
    start(20);
    await authoriseTimes(VOLUME);
    await waitFor("the breaker to be half open", () => provider.breakers().authorise === "half_open");
    expect(provider.isOpen()).to.equal(false);

    const { promise, resolve } = Promise.withResolvers<Reply<Outcome>>();
    answer = () => promise;
    const trial = authorise();
    expect(provider.isOpen()).to.equal(true);
    expect(await authorise()).to.include({ kind: "not_executed", cause: "unavailable" });
    resolve(healthy(SUCCEEDED));
    expect(await trial).to.deep.equal(SUCCEEDED);
    expect(provider.isOpen()).to.equal(false);
    expect(provider.breakers().authorise).to.equal("closed");
  });

  it("opens again when the trial fails", async () => {
    start(20);
    await authoriseTimes(VOLUME);
    await waitFor("the breaker to be half open", () => provider.breakers().authorise === "half_open");
    await authorise();
    expect(provider.breakers().authorise).to.equal("open");
  });

  const neverCounts: readonly (readonly [name: string, outcome: Outcome])[] = [
    ["a decline", { kind: "failed", code: "do_not_honor" }],
    ["a 429", { kind: "not_executed", cause: "throttled" }],
    ["a 503 that an amount asked for", { kind: "not_executed", cause: "unavailable" }],
    ["garbage that an amount asked for", { kind: "unknown", cause: "garbled" }],
    ["a lost answer that an amount asked for", LOST],
  ];
  for (const [name, outcome] of neverCounts) {
    it(`never counts ${name}`, async () => {
      start(60_000);
      answer = () => healthy(outcome);
      await authoriseTimes(VOLUME * 5);
      expect(provider.isOpen()).to.equal(false);
    });
  }

  const counts: readonly (readonly [name: string, outcome: Outcome])[] = [
    ["a lost answer", LOST],
    ["an unreachable provider", { kind: "not_executed", cause: "unreachable" }],
    ["an explicit 503", { kind: "not_executed", cause: "unavailable" }],
    ["an explicit 500", { kind: "not_executed", cause: "error" }],
  ];
  for (const [name, outcome] of counts) {
    it(`counts ${name}`, async () => {
      start(60_000);
      answer = () => atFault(outcome);
      await authoriseTimes(VOLUME);
      expect(provider.isOpen()).to.equal(true);
    });
  }

  it("does not count calls whose requests had no time left", async () => {
    start(60_000);
    const adapterOfShortCalls = fakeAdapter({ read: () => atFault({ kind: "unknown", cause: "lost" }) });
    const short = createProvider({
      adapter: { ...adapterOfShortCalls, authorise: untilAborted },
      limits: {
        tries: 1,
        pausesMs: [],
        callTimeoutMs: 10_000,
        breaker: { ...BREAKER_LIMITS, volumeThreshold: 1 },
      },
    });
    expect(await short.resubmit(anOrder(), anInstrument, stillHas(120))).to.deep.equal(LOST);
    expect(short.isOpen()).to.equal(false);
    await short.shutdown();
  });

  it("refuses a call beyond the bound in flight without sending it or counting it", async () => {
    start(60_000, 2);
    const { promise, resolve } = Promise.withResolvers<Reply<Outcome>>();
    answer = () => promise;
    const running = [authorise(), authorise()];
    for (let at = 0; at < VOLUME * 2; at += 1) {
      expect(await authorise()).to.include({ kind: "not_executed", cause: "unavailable" });
    }
    resolve(healthy(SUCCEEDED));
    expect(await Promise.all(running)).to.deep.equal([SUCCEEDED, SUCCEEDED]);
    expect([adapter.calls.length, provider.isOpen()]).to.deep.equal([2, false]);
  });
});

const untilAborted: FakeAdapter["authorise"] = (_order, _instrument, { signal }) =>
  new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(atFault(LOST)));
  });
