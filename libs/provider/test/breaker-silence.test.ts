import { expect } from "chai";
import { waitFor } from "@flowlix/testkit";
import {
  BREAKER_LIMITS,
  createProvider,
  deadlineIn,
  type Outcome,
  type Provider,
  type ProviderAdapter,
} from "../src/index.ts";
import { anInstrument, anOrder } from "./builders.ts";
import { atFault, fakeAdapter } from "./fake-adapter.ts";

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
  const authorise = (ms = 10_000) => provider.resubmit(anOrder(), anInstrument, deadlineIn(ms));
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

  it("does not weigh against the failures of a closed one", async () => {
    start(60_000);
    answer = dropped;
    await authoriseTimes(VOLUME * 5);
    answer = lost;
    await authoriseTimes(VOLUME);
    expect(provider.isOpen()).to.equal(true);
  });
});
