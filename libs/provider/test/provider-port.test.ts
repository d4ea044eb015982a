import { expect } from "chai";
import {
  createProvider,
  deadlineIn,
  type BrokenCall,
  type CallObservation,
  type Outcome,
} from "../src/index.ts";
import { anInstrument, anOrder } from "./builders.ts";
import { atFault, fakeAdapter, healthy, type Script } from "./fake-adapter.ts";

const UNREACHABLE = { kind: "not_executed", cause: "unreachable" };
const LOST = { kind: "unknown", cause: "lost" };

function providerPort(script: Script = {}) {
  const adapter = fakeAdapter(script);
  const observed: CallObservation[] = [];
  const brokenCalls: BrokenCall[] = [];
  const provider = createProvider({
    adapter,
    limits: { tries: 3, pausesMs: [0], callTimeoutMs: 10_000 },
    observe: (observation) => observed.push(observation),
    onBroken: (call) => brokenCalls.push(call),
  });
  return { adapter, provider, observed, brokenCalls };
}

describe("a deadline that is past, or as good as past", () => {
  for (const left of [-1, 0, 50]) {
    it(`sends nothing with ${left} ms left`, async () => {
      const { adapter, provider } = providerPort();
      expect(await provider.submit(anOrder(), anInstrument, deadlineIn(left))).to.deep.equal(UNREACHABLE);
      expect(await provider.resubmit(anOrder(), anInstrument, deadlineIn(left))).to.deep.equal(UNREACHABLE);
      expect(await provider.read(anOrder(), deadlineIn(left))).to.deep.equal(LOST);
      expect(await provider.close(anOrder(), deadlineIn(left))).to.deep.equal(LOST);
      expect(await provider.reverse(anOrder(), deadlineIn(left))).to.equal("unknown");
      expect(adapter.calls).to.deep.equal([]);
    });
  }

  it("lets nothing be authorised when registering used it up", async () => {
    let left = 5_000;
    const { adapter, provider } = providerPort({
      register: () => {
        left = 0;
        return healthy({ kind: "registered" });
      },
    });
    const deadline = { remainingMs: () => left };
    expect(await provider.submit(anOrder(), anInstrument, deadline)).to.deep.equal(UNREACHABLE);
    expect(adapter.calls).to.deep.equal(["register"]);
  });
});

describe("a submission", () => {
  it("opens the instrument once, before the first call", async () => {
    const { adapter, provider } = providerPort({
      authorise: () => atFault({ kind: "not_executed", cause: "error" }),
    });
    const callsAtOpening: number[] = [];
    const open = () => {
      callsAtOpening.push(adapter.calls.length);
      return anInstrument();
    };
    await provider.submit(anOrder(), open, deadlineIn(5_000));
    expect(callsAtOpening).to.deep.equal([0]);
  });

  it("sends nothing when the instrument cannot be opened", async () => {
    const { adapter, provider } = providerPort();
    const fault = await provider
      .submit(anOrder(), failToOpen, deadlineIn(5_000))
      .catch((error: unknown) => error);
    expect(String(fault)).to.contain("not opened");
    expect(adapter.calls).to.deep.equal([]);
  });

  it("refuses an order of the other mode before anything is sent", async () => {
    const { adapter, provider } = providerPort();
    const live = anOrder({ livemode: true });
    const fault = await provider
      .submit(live, anInstrument, deadlineIn(5_000))
      .catch((error: unknown) => error);
    expect(String(fault)).to.contain("other mode");
    expect(adapter.calls).to.deep.equal([]);
  });

  for (const ended of [
    { kind: "succeeded" },
    { kind: "failed", code: "do_not_honor" },
    { kind: "in_progress", stage: "processing" },
  ] satisfies Outcome[]) {
    it(`takes the end that the order already has: ${ended.kind}`, async () => {
      const { adapter, provider } = providerPort({ register: () => healthy(ended) });
      expect(await provider.submit(anOrder(), anInstrument, deadlineIn(5_000))).to.deep.equal(ended);
      expect(adapter.calls).to.deep.equal(["register"]);
    });
  }

  it("is one call where the acquirer can register and authorise at once, and is the authorisation's", async () => {
    const { adapter, provider, observed } = providerPort({ both: () => healthy({ kind: "succeeded" }) });
    expect(await provider.submit(anOrder(), anInstrument, deadlineIn(5_000))).to.deep.equal({
      kind: "succeeded",
    });
    expect(adapter.calls).to.deep.equal(["both"]);
    expect(observed.map(({ operation, outcome }) => `${operation} ${outcome}`)).to.deep.equal([
      "authorise succeeded",
    ]);
  });

  it("goes on to authorise where that one call only registered", async () => {
    const { adapter, provider } = providerPort({ both: () => healthy({ kind: "registered" }) });
    expect(await provider.submit(anOrder(), anInstrument, deadlineIn(5_000))).to.deep.equal({
      kind: "succeeded",
    });
    expect(adapter.calls).to.deep.equal(["both", "authorise"]);
  });

  it("in one call opens the authorisation's breaker, and is refused by it", async () => {
    const { adapter, provider } = providerPort({ both: () => atFault({ kind: "unknown", cause: "lost" }) });
    for (let failures = 0; failures < 5; failures += 1)
      expect(await provider.submit(anOrder(), anInstrument, deadlineIn(5_000))).to.deep.equal(LOST);
    expect([provider.isOpen(), provider.breakers().authorise]).to.deep.equal([true, "open"]);
    expect(await provider.submit(anOrder(), anInstrument, deadlineIn(5_000))).to.include({
      kind: "not_executed",
      cause: "unavailable",
    });
    expect(adapter.calls).to.have.length(5);
  });

  it("whose one call only registered opens the authorisation's breaker after as many failures as any other", async () => {
    const { adapter, provider } = providerPort({
      both: () => healthy({ kind: "registered" }),
      authorise: () => atFault({ kind: "unknown", cause: "lost" }),
    });
    for (let failures = 0; failures < 5; failures += 1)
      expect(await provider.submit(anOrder(), anInstrument, deadlineIn(5_000))).to.deep.equal(LOST);
    expect(provider.isOpen()).to.equal(true);
    expect(adapter.calls.filter((call) => call === "authorise")).to.have.length(5);
  });

  it("repeated for a registered order does not register it again", async () => {
    for (const script of [{}, { both: () => healthy({ kind: "succeeded" } as const) }]) {
      const { adapter, provider } = providerPort(script);
      await provider.resubmit(anOrder(), anInstrument, deadlineIn(5_000));
      expect(adapter.calls).to.deep.equal(["authorise"]);
    }
  });
});

describe("an adapter that throws, which it must not", () => {
  const broken = () => {
    throw new Error("4242424242424242");
  };

  it("leaves an authorisation unknown, and does not repeat it", async () => {
    const { adapter, provider } = providerPort({ authorise: broken });
    expect(await provider.submit(anOrder(), anInstrument, deadlineIn(5_000))).to.deep.equal(LOST);
    expect(adapter.calls).to.deep.equal(["register", "authorise"]);
    const atOnce = providerPort({ both: broken });
    expect(await atOnce.provider.submit(anOrder(), anInstrument, deadlineIn(5_000))).to.deep.equal(LOST);
    expect(atOnce.adapter.calls).to.deep.equal(["both"]);
  });

  it("has executed nothing by registering", async () => {
    const { adapter, provider } = providerPort({ register: broken });
    const outcome = await provider.submit(anOrder(), anInstrument, deadlineIn(5_000));
    expect(outcome).to.deep.equal({ kind: "not_executed", cause: "error" });
    expect(adapter.calls).to.deep.equal(["register"]);
  });

  it("is told with its operation and its place, so that it can be found, and without what it said", async () => {
    const fault = () => {
      throw Object.assign(new TypeError("card 4242424242424242\n    of JANE DOE"), { code: "ERR_OURS" });
    };
    const { provider, brokenCalls } = providerPort({ authorise: fault });
    await provider.submit(anOrder(), anInstrument, deadlineIn(5_000));
    expect(brokenCalls).to.have.length(1);
    expect(brokenCalls[0]).to.include({ operation: "authorise", error: "TypeError ERR_OURS" });
    expect(brokenCalls[0]?.stack).to.contain("provider-port.test.ts");
    expect(JSON.stringify(brokenCalls)).not.to.match(/4242|JANE/);
  });

  it("is seen as broken, without what it said", async () => {
    const { provider, observed } = providerPort({ read: broken });
    expect(await provider.read(anOrder(), deadlineIn(5_000))).to.deep.equal(LOST);
    expect(observed.map(({ operation, outcome }) => [operation, outcome])).to.deep.equal([
      ["read", "broken"],
    ]);
  });
});

describe("a place to which a provider sends the payer", () => {
  const to = (url: string) => ({ kind: "action_required", url, expiresInS: 15 }) as const;

  it("is handed on, as a browser will read it", async () => {
    const { provider } = providerPort({
      authorise: () => healthy(to("https://ACQUIRER.example/challenge/x")),
    });
    const outcome = await provider.submit(anOrder(), anInstrument, deadlineIn(5_000));
    expect(outcome).to.deep.equal(to("https://acquirer.example/challenge/x"));
  });

  it("that is not the provider's own contradicts our order, no matter who asked", async () => {
    const elsewhere = () => healthy(to("https://evil.example/"));
    const { provider, observed } = providerPort({
      register: elsewhere,
      authorise: elsewhere,
      read: elsewhere,
      close: elsewhere,
    });
    const garbled = { kind: "unknown", cause: "garbled", contradicts: "redirect_url" };
    expect(await provider.submit(anOrder(), anInstrument, deadlineIn(5_000))).to.deep.equal(garbled);
    expect(await provider.resubmit(anOrder(), anInstrument, deadlineIn(5_000))).to.deep.equal(garbled);
    expect(await provider.read(anOrder(), deadlineIn(5_000))).to.deep.equal(garbled);
    expect(await provider.close(anOrder(), deadlineIn(5_000))).to.deep.equal(garbled);
    expect(new Set(observed.map(({ outcome }) => outcome))).to.deep.equal(new Set(["unknown.garbled"]));
    const atOnce = providerPort({ both: elsewhere });
    expect(await atOnce.provider.submit(anOrder(), anInstrument, deadlineIn(5_000))).to.deep.equal(garbled);
  });
});

describe("every call", () => {
  it("is observed with its operation, its outcome and its seconds", async () => {
    const { provider, observed } = providerPort({
      authorise: () => healthy({ kind: "not_executed", cause: "throttled" }),
    });
    await provider.submit(anOrder(), anInstrument, deadlineIn(5_000));
    await provider.reverse(anOrder(), deadlineIn(5_000));
    await provider.read(anOrder(), deadlineIn(0));
    expect(observed.map(({ operation, outcome }) => `${operation} ${outcome}`)).to.deep.equal([
      "register registered",
      "authorise not_executed.throttled",
      "reverse reversed",
      "read late",
    ]);
    expect(observed.every(({ seconds }) => seconds >= 0)).to.equal(true);
  });

  it("is observed with whose order it is, which try it was and whether it repeats, and with nothing else of the request", async () => {
    const { provider, observed } = providerPort({
      both: () =>
        observed.length === 0
          ? atFault({ kind: "not_executed", cause: "unreachable" })
          : healthy({ kind: "succeeded" }),
    });
    const order = anOrder({ reference: "pay_000000000000000000000001_2" });
    const of = { requestId: "req_1", reference: order.reference };
    await provider.submit(order, anInstrument, deadlineIn(5_000), "req_1", false);
    await provider.resubmit(order, anInstrument, deadlineIn(5_000), "req_1");
    await provider.read(order, deadlineIn(5_000), "req_1");
    expect(
      observed.map(
        ({ operation: _of, outcome: _what, isFault: _fault, seconds: _time, ...subject }) => subject,
      ),
    ).to.deep.equal([
      { ...of, isRepeat: false, tried: 1 },
      { ...of, isRepeat: false, tried: 2 },
      { ...of, isRepeat: true, tried: 1 },
      of,
    ]);
    for (const observation of observed)
      expect(Object.values(observation).every((value) => typeof value !== "object")).to.equal(true);
  });
});

function failToOpen(): never {
  throw new Error("not opened");
}
