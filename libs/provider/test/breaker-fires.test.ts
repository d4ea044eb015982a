import { setImmediate as nextTurn } from "node:timers/promises";
import { expect } from "chai";
import {
  BREAKER_LIMITS,
  createProvider,
  deadlineIn,
  type Outcome,
  type Provider,
  type ProviderAdapter,
  type Reply,
} from "../src/index.ts";
import { anInstrument, anOrder } from "./builders.ts";
import { atFault, fakeAdapter, healthy } from "./fake-adapter.ts";

type Authorise = ProviderAdapter["authorise"];

const LOST: Outcome = { kind: "unknown", cause: "lost" };
const SUCCEEDED: Outcome = { kind: "succeeded" };
const UNREACHABLE: Outcome = { kind: "not_executed", cause: "unreachable" };
const VOLUME = 4;
/** No row of failures in these tests: only the share of them opens. */
const NO_ROW = Number.MAX_SAFE_INTEGER;

/** Answers when its call is aborted, and not in the same turn; `seen` looks before any other timer fires. */
const untilAborted =
  (reply: Reply<Outcome>, seen = (): void => undefined): Authorise =>
  async (_order, _instrument, { signal }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    signal.addEventListener("abort", () => resolve());
    await promise;
    seen();
    await nextTurn();
    return reply;
  };

describe("a call that opossum fires", () => {
  let provider: Provider;
  let answers: Authorise[];

  function start(callTimeoutMs: number, breaker: Partial<typeof BREAKER_LIMITS> = {}): void {
    answers = [];
    provider = createProvider({
      adapter: {
        ...fakeAdapter(),
        authorise: (order, instrument, call) => {
          const answer = answers.shift() ?? (() => Promise.reject(new Error("not expected")));
          return answer(order, instrument, call);
        },
      },
      limits: {
        tries: 1,
        pausesMs: [],
        callTimeoutMs,
        breaker: {
          ...BREAKER_LIMITS,
          volumeThreshold: VOLUME,
          failuresInARow: NO_ROW,
          resetTimeoutMs: 60_000,
          ...breaker,
        },
      },
    });
  }
  const authorise = (ms = 60_000) => provider.resubmit(anOrder(), anInstrument, deadlineIn(ms));
  afterEach(() => provider.shutdown());

  const ends: readonly (readonly [name: string, outcome: Outcome])[] = [
    ["unknown where it was sent", LOST],
    ["not executed where it never was", UNREACHABLE],
  ];
  for (const [name, outcome] of ends) {
    it(`and times out comes to what its adapter says of it, ${name}`, async () => {
      start(120);
      answers = [untilAborted(atFault(outcome))];
      expect(await authorise()).to.deep.equal(outcome);
    });

    it(`and outlives its deadline, which is shorter, comes to that as well, ${name}`, async () => {
      start(60_000);
      answers = [untilAborted(atFault(outcome))];
      expect(await authorise(500)).to.deep.equal(outcome);
    });
  }

  it("and times out aborts no other call", async () => {
    start(200);
    const second = Promise.withResolvers<Reply<Outcome>>();
    let signalOfSecond: AbortSignal | undefined;
    let abortedWithFirst: boolean | undefined;
    answers = [
      untilAborted(atFault(LOST), () => (abortedWithFirst = signalOfSecond?.aborted)),
      (_order, _instrument, { signal }) => {
        signalOfSecond = signal;
        return second.promise;
      },
    ];
    const first = authorise();
    const other = authorise();
    expect(await first).to.deep.equal(LOST);
    expect(abortedWithFirst).to.equal(false);
    second.resolve(healthy(SUCCEEDED));
    expect(await other).to.deep.equal(SUCCEEDED);
  });

  it("counts by its end: calls under way do not pass for calls that went well", async () => {
    start(60_000);
    const held = Promise.withResolvers<Reply<Outcome>>();
    answers = Array.from({ length: VOLUME * 5 }, () => () => held.promise);
    const underWay = Array.from({ length: VOLUME * 5 }, () => authorise());
    answers = Array.from({ length: VOLUME }, (): Authorise => async () => atFault(LOST));
    for (let at = 0; at < VOLUME; at += 1) await authorise();
    expect(provider.isOpen()).to.equal(true);
    held.resolve(healthy(SUCCEEDED));
    await Promise.all(underWay);
  });

  it("counts alone: calls refused beyond the bound in flight do not pass for calls that went well", async () => {
    start(60_000, { inFlightMax: VOLUME });
    const held = Promise.withResolvers<Reply<Outcome>>();
    answers = Array.from({ length: VOLUME }, () => () => held.promise);
    const underWay = Array.from({ length: VOLUME }, () => authorise());
    for (let at = 0; at < VOLUME * 5; at += 1)
      expect(await authorise()).to.include({ kind: "not_executed", cause: "unavailable" });
    held.resolve(atFault(LOST));
    await Promise.all(underWay);
    expect(provider.isOpen()).to.equal(true);
  });

  it("is refused without being sent once the process ends", async () => {
    start(60_000);
    await provider.shutdown();
    expect(await authorise()).to.include({ kind: "not_executed", cause: "unavailable" });
  });
});
