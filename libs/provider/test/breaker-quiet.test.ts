import { expect } from "chai";
import { waitFor } from "@flowlix/testkit";
import {
  BREAKER_LIMITS,
  createProvider,
  createSandboxAdapter,
  deadlineIn,
  type Outcome,
  type Provider,
  type Reply,
} from "../src/index.ts";
import { createConsecutiveFailures } from "../src/consecutive-failures.ts";
import { anInstrument, anOrder, wireOrder } from "./builders.ts";
import { atFault, fakeAdapter, healthy } from "./fake-adapter.ts";
import { startScriptedServer } from "./scripted-server.ts";

const LOST: Outcome = { kind: "unknown", cause: "lost" };
const SUCCEEDED: Outcome = { kind: "succeeded" };
const DECLINED: Outcome = { kind: "failed", code: "do_not_honor" };
const IN_A_ROW = BREAKER_LIMITS.failuresInARow;

describe("the breaker of a provider that is seldom asked", () => {
  let provider: Provider;
  let answer: () => Reply<Outcome>;

  function start(breaker: Partial<typeof BREAKER_LIMITS> = {}): void {
    provider = createProvider({
      adapter: fakeAdapter({ authorise: () => answer() }),
      limits: {
        tries: 1,
        pausesMs: [],
        callTimeoutMs: 10_000,
        breaker: { ...BREAKER_LIMITS, resetTimeoutMs: 60_000, ...breaker },
      },
    });
  }
  async function authorise(times: number, reply: Reply<Outcome>): Promise<void> {
    answer = () => reply;
    for (let at = 0; at < times; at += 1)
      await provider.resubmit(anOrder(), anInstrument, deadlineIn(10_000));
  }
  afterEach(() => provider.shutdown());

  it("opens with the last of so many failures in a row, far below the volume of a busy one", async () => {
    start();
    expect(IN_A_ROW).to.be.lessThan(BREAKER_LIMITS.volumeThreshold);
    await authorise(IN_A_ROW - 1, atFault(LOST));
    expect(provider.isOpen()).to.equal(false);
    await authorise(1, atFault(LOST));
    expect(provider.isOpen()).to.equal(true);
  });

  const answers: readonly (readonly [name: string, reply: Reply<Outcome>])[] = [
    ["a success", healthy(SUCCEEDED)],
    ["a decline", healthy(DECLINED)],
    ["a 503 that an amount asked for", healthy({ kind: "not_executed", cause: "unavailable" })],
  ];
  for (const [name, reply] of answers) {
    it(`begins to count anew after ${name}: the provider answers`, async () => {
      start();
      await authorise(IN_A_ROW - 1, atFault(LOST));
      await authorise(1, reply);
      await authorise(IN_A_ROW - 1, atFault(LOST));
      expect(provider.isOpen()).to.equal(false);
    });
  }

  it("neither counts nor forgets for a reply that says nothing of the provider", async () => {
    start();
    await authorise(IN_A_ROW - 1, atFault(LOST));
    await authorise(IN_A_ROW, { outcome: LOST, providerAtFault: false, saysNothing: true });
    expect(provider.isOpen()).to.equal(false);
    await authorise(1, atFault(LOST));
    expect(provider.isOpen()).to.equal(true);
  });

  for (const tries of [3, 10]) {
    it(`is not opened by one order alone, which is tried ${tries} times`, async () => {
      provider = createProvider({
        adapter: fakeAdapter({ register: () => atFault({ kind: "not_executed", cause: "unreachable" }) }),
        limits: { tries, pausesMs: [], callTimeoutMs: 10_000, breaker: BREAKER_LIMITS },
      });
      const submit = () => provider.submit(anOrder(), anInstrument, deadlineIn(10_000));
      await submit();
      expect(provider.isOpen()).to.equal(false);
      await submit();
      expect(provider.isOpen()).to.equal(true);
    });
  }

  it("leaves a busy one to its share of failures: a burst of them among many successes opens nothing", async () => {
    start();
    await authorise(BREAKER_LIMITS.volumeThreshold, healthy(SUCCEEDED));
    await authorise(BREAKER_LIMITS.volumeThreshold - 1, atFault(LOST));
    expect(provider.isOpen()).to.equal(false);
  });

  it("counts anew once a trial has closed it", async () => {
    start({ resetTimeoutMs: 20 });
    await authorise(IN_A_ROW, atFault(LOST));
    await waitFor("the breaker to be half open", () => provider.breakers().authorise === "half_open");
    await authorise(1, healthy(SUCCEEDED));
    await authorise(IN_A_ROW - 1, atFault(LOST));
    expect(provider.breakers().authorise).to.equal("closed");
  });
});

describe("a breaker that is half open", () => {
  it("is closed by its trial alone, and not by calls that began before it opened", async () => {
    const slow = Promise.withResolvers<Reply<Outcome>>();
    const trial = Promise.withResolvers<Reply<Outcome>>();
    const replies: (Reply<Outcome> | Promise<Reply<Outcome>>)[] = [slow.promise];
    for (let at = 0; at < IN_A_ROW; at += 1) replies.push(atFault(LOST));
    replies.push(trial.promise);
    const provider = createProvider({
      adapter: fakeAdapter({ authorise: () => replies.shift() ?? healthy(SUCCEEDED) }),
      limits: {
        tries: 1,
        pausesMs: [],
        callTimeoutMs: 10_000,
        breaker: { ...BREAKER_LIMITS, resetTimeoutMs: 20 },
      },
    });
    const authorise = () => provider.resubmit(anOrder(), anInstrument, deadlineIn(10_000));
    try {
      const before = authorise();
      for (let at = 0; at < IN_A_ROW; at += 1) await authorise();
      await waitFor("the breaker to be half open", () => provider.breakers().authorise === "half_open");
      const tried = authorise();
      slow.resolve(atFault(LOST));
      await before;
      expect(provider.breakers().authorise).to.equal("half_open");
      trial.resolve(healthy(SUCCEEDED));
      await tried;
      expect(provider.breakers().authorise).to.equal("closed");
    } finally {
      await provider.shutdown();
    }
  });
});

describe("a provider that takes requests and answers none", () => {
  it("is left alone after a few payments, and asked again once it answers", async () => {
    const server = await startScriptedServer();
    server.script(() => "hang");
    const provider = createProvider({
      adapter: createSandboxAdapter({
        url: server.url,
        apiKey: "key",
        publicUrl: "https://a.example",
        callbackUrl: "https://pay.example/callbacks",
      }),
      limits: {
        tries: 1,
        pausesMs: [],
        // The shortest time whose end says something of the provider.
        callTimeoutMs: 1_000,
        breaker: { ...BREAKER_LIMITS, resetTimeoutMs: 20 },
      },
    });
    const submit = () => provider.submit(anOrder(), anInstrument, deadlineIn(10_000));
    try {
      const states = new Set<string>();
      const held = Array.from({ length: IN_A_ROW }, () => submit());
      await waitFor("the breaker to open", () => {
        states.add(provider.breakers().authorise);
        return states.has("open") || states.has("half_open");
      });
      for (const outcome of await Promise.all(held)) expect(outcome).to.deep.equal(LOST);

      server.script(() => ({ status: 200, body: wireOrder({ state: "succeeded" }) }));
      await waitFor("the breaker to be half open", () => provider.breakers().authorise === "half_open");
      expect(await submit()).to.deep.equal(SUCCEEDED);
      expect(provider.breakers().authorise).to.equal("closed");
    } finally {
      await provider.shutdown();
      await server.stop();
    }
  });
});

describe("a run of failures", () => {
  it("is long enough with as many as it takes, all of them within its time", () => {
    const run = createConsecutiveFailures({ failures: 3, withinMs: 1_000 });
    expect([run.failed(0), run.failed(500), run.failed(1_000)]).to.deep.equal([false, false, true]);
  });

  it("drops what is older than that, and goes on with the rest", () => {
    const run = createConsecutiveFailures({ failures: 3, withinMs: 1_000 });
    expect([run.failed(0), run.failed(900), run.failed(1_001)]).to.deep.equal([false, false, false]);
    expect(run.failed(1_800)).to.equal(true);
  });

  it("ends with a success", () => {
    const run = createConsecutiveFailures({ failures: 2, withinMs: 1_000 });
    expect(run.failed(0)).to.equal(false);
    run.end();
    expect([run.failed(1), run.failed(2)]).to.deep.equal([false, true]);
  });
});
