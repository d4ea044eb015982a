import { expect } from "chai";
import { waitFor } from "@flowlix/testkit";
import {
  BREAKER_LIMITS,
  createProvider,
  deadlineIn,
  type Outcome,
  type Provider,
  type ProviderAdapter,
  type Reply,
} from "../src/index.ts";
import { anInstrument, anOrder, stillHas } from "./builders.ts";
import { atFault, fakeAdapter, healthy } from "./fake-adapter.ts";

type Authorise = ProviderAdapter["authorise"];

const LOST: Outcome = { kind: "unknown", cause: "lost" };
const VOLUME = 4;

const lost: Authorise = async () => atFault(LOST);
const dropped: Authorise = async () => ({ outcome: LOST, providerAtFault: false, saysNothing: true });
const broken: Authorise = () => Promise.reject(new Error("a fault of ours"));
const untilAborted: Authorise = (_order, _instrument, { signal }) =>
  new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(atFault(LOST)));
  });

describe("a reply that says nothing of the provider's health", () => {
  let provider: Provider;
  let answer: Authorise;

  function start(resetTimeoutMs: number): void {
    answer = lost;
    provider = createProvider({
      adapter: {
        ...fakeAdapter(),
        authorise: (order, instrument, call) => answer(order, instrument, call),
      },
      limits: {
        tries: 1,
        pausesMs: [],
        callTimeoutMs: 10_000,
        breaker: { ...BREAKER_LIMITS, volumeThreshold: VOLUME, resetTimeoutMs },
      },
    });
  }
  const authorise = (ms = 10_000) => provider.resubmit(anOrder(), anInstrument, stillHas(ms));
  async function authoriseTimes(times: number): Promise<void> {
    for (let at = 0; at < times; at += 1) await authorise();
  }
  afterEach(() => provider.shutdown());

  const trials: readonly (readonly [name: string, trial: Authorise, ms: number])[] = [
    ["was aborted because its request had hardly any time", untilAborted, 120],
    ["broke in our own hands", broken, 10_000],
    ["lost its answer because an amount asked for it", dropped, 10_000],
  ];
  for (const [name, trial, ms] of trials) {
    it(`leaves a breaker half open whose trial ${name}: the next call tries`, async () => {
      start(20);
      await authoriseTimes(VOLUME);
      await waitFor("the breaker to be half open", () => provider.breakers().authorise === "half_open");
      answer = trial;
      expect(await authorise(ms)).to.deep.equal(LOST);
      expect([provider.breakers().authorise, provider.isOpen()]).to.deep.equal(["half_open", false]);

      answer = lost;
      await authorise();
      expect(provider.breakers().authorise).to.equal("open");
    });
  }

  it("and was the trial leaves nothing to calls of before it: they open no breaker that another trial closed", async () => {
    start(20);
    const slow = Promise.withResolvers<Reply<Outcome>>();
    answer = () => slow.promise;
    const before = authorise();
    answer = lost;
    await authoriseTimes(VOLUME);
    await waitFor("the breaker to be half open", () => provider.breakers().authorise === "half_open");
    answer = dropped;
    await authorise();
    answer = async () => healthy({ kind: "succeeded" });
    await authorise();
    expect(provider.breakers().authorise).to.equal("closed");
    slow.resolve(atFault(LOST));
    expect(await before).to.deep.equal(LOST);
    expect([provider.breakers().authorise, provider.isOpen()]).to.deep.equal(["closed", false]);
  });

  it("does not weigh against the failures of a closed one", async () => {
    start(60_000);
    answer = dropped;
    await authoriseTimes(VOLUME * 5);
    answer = lost;
    await authoriseTimes(VOLUME);
    expect(provider.isOpen()).to.equal(true);
  });
});

describe("a read of an order whose last read hung", () => {
  const order = anOrder();

  /** Reads hang, or are answered, as `answers` says. */
  function start(resetTimeoutMs: number) {
    const state = { answers: false };
    const provider = createProvider({
      adapter: {
        ...fakeAdapter(),
        readOrder: (_order, { signal }) =>
          new Promise((resolve) => {
            if (state.answers) resolve({ outcome: { kind: "succeeded" }, providerAtFault: false });
            signal.addEventListener("abort", () => resolve(atFault({ kind: "unknown", cause: "lost" })));
          }),
      },
      limits: {
        tries: 1,
        pausesMs: [],
        callTimeoutMs: 1_000,
        breaker: { ...BREAKER_LIMITS, volumeThreshold: VOLUME, resetTimeoutMs },
      },
    });
    const read = (suspect: boolean) => provider.read(order, deadlineIn(10_000), "", suspect);
    const fail = () => Promise.all(Array.from({ length: VOLUME }, () => read(false)));
    return { state, provider, read, fail };
  }

  it("opens no breaker by hanging again, however many do", async () => {
    const { provider, read, fail } = start(60_000);
    await Promise.all(Array.from({ length: VOLUME * 5 }, () => read(true)));
    expect(provider.breakers().read).to.equal("closed");
    await fail();
    expect(provider.breakers().read).to.equal("open");
    await provider.shutdown();
  });

  it("is never the trial of a half-open breaker, which goes on beside it, and closes it by its answer", async () => {
    const { state, provider, read, fail } = start(20);
    await fail();
    await waitFor("the breaker to be half open", () => provider.breakers().read === "half_open");
    const hanging = read(true);
    state.answers = true;
    expect(await read(false), "the trial beside it").to.deep.equal({ kind: "succeeded" });
    expect(provider.breakers().read).to.equal("closed");
    expect(await hanging).to.deep.equal(LOST);

    state.answers = false;
    await fail();
    await waitFor("the breaker to be half open", () => provider.breakers().read === "half_open");
    await read(true);
    expect(provider.breakers().read, "after one that hung").to.equal("half_open");
    state.answers = true;
    await read(true);
    expect(provider.breakers().read, "after one that was answered").to.equal("closed");
    await provider.shutdown();
  });
});
