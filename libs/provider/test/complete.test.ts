import { expect } from "chai";
import { createProvider, deadlineIn, type Outcome, type Reply } from "../src/index.ts";
import { anOrder } from "./builders.ts";
import { atFault, fakeAdapter, healthy } from "./fake-adapter.ts";

const UNREACHABLE: Outcome = { kind: "not_executed", cause: "unreachable" };
const NOT_EXECUTED: Outcome = { kind: "not_executed", cause: "error" };
const LOST: Outcome = { kind: "unknown", cause: "lost" };
const RETURNED = { redirectResult: "opaque" };

function providerPort(complete?: () => Reply<Outcome> | Promise<Reply<Outcome>>) {
  const adapter = fakeAdapter(complete === undefined ? {} : { complete });
  const seen: string[] = [];
  const provider = createProvider({
    adapter,
    limits: { tries: 3, pausesMs: [200, 600], callTimeoutMs: 10_000 },
    pause: async () => undefined,
    observe: ({ operation, outcome }) => seen.push(`${operation} ${outcome}`),
  });
  const ask = (ms = 20_000) => provider.complete(anOrder(), RETURNED, deadlineIn(ms));
  return { adapter, provider, seen, ask };
}

describe("finishing what the payer did at the provider's page", () => {
  it("gives the adapter what the payer came back with, and is counted as an operation of its own", async () => {
    const { adapter, seen, ask } = providerPort(() => healthy({ kind: "succeeded" }));
    expect(await ask()).to.deep.equal({ kind: "succeeded" });
    expect(adapter.completions).to.deep.equal([RETURNED]);
    expect(seen).to.deep.equal(["complete succeeded"]);
  });

  it("is tried again while no byte of it was written", async () => {
    const replies = [atFault(UNREACHABLE), healthy<Outcome>({ kind: "succeeded" })];
    const { adapter, ask } = providerPort(() => replies.shift() ?? atFault(LOST));
    expect(await ask()).to.deep.equal({ kind: "succeeded" });
    expect(adapter.calls).to.deep.equal(["complete", "complete"]);
  });

  for (const outcome of [NOT_EXECUTED, LOST, { kind: "unknown", cause: "garbled" } as const])
    it(`is never sent again after ${Object.values(outcome).join(" ")}`, async () => {
      const { adapter, ask } = providerPort(() => atFault(outcome));
      expect(await ask()).to.deep.equal(outcome);
      expect(adapter.calls).to.deep.equal(["complete"]);
    });

  it("was not executed when its time was over before, and is unknown when the adapter breaks", async () => {
    const late = providerPort(() => healthy({ kind: "succeeded" }));
    expect(await late.ask(50)).to.deep.equal(UNREACHABLE);
    expect(late.adapter.calls).to.deep.equal([]);
    const broken = providerPort(() => Promise.reject(new Error("a fault of the adapter")));
    expect(await broken.ask()).to.deep.equal(LOST);
  });

  it("leads the payer on to the provider's own hosts alone", async () => {
    const to = (url: string) => providerPort(() => healthy({ kind: "action_required", url })).ask();
    expect(await to("https://acquirer.example/2")).to.include({ kind: "action_required" });
    expect(await to("https://elsewhere.example/2")).to.include({ contradicts: "redirect_url" });
  });

  it("has a breaker of its own", async () => {
    const { provider, ask } = providerPort(() => atFault(LOST));
    for (let at = 0; at < 5; at += 1) await ask();
    expect(provider.breakers()).to.include({ complete: "open", authorise: "closed", read: "closed" });
    expect(await ask()).to.include({ kind: "not_executed", cause: "unavailable" });
    expect(provider.isOpen(), "new orders go on").to.equal(false);
  });

  it("is a mistake of ours at a provider that finishes it itself, and for an order of the other mode", async () => {
    const { provider, ask } = providerPort();
    for (const asked of [
      ask,
      () => provider.complete(anOrder({ livemode: true }), RETURNED, deadlineIn(1_000)),
    ])
      expect(
        await asked().then(
          () => "answered",
          () => "threw",
        ),
      ).to.equal("threw");
  });
});
