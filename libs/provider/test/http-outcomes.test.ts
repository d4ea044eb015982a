import { expect } from "chai";
import { createSandboxAdapter, type ProviderAdapter, type Reply } from "../src/index.ts";
import { anInstrument, anOrder } from "./builders.ts";
import { ANSWERS } from "./http-answers.ts";
import { LOST, order } from "./http-behaviour.ts";
import { REFUSALS } from "./http-refusals.ts";
import { startScriptedServer, type ScriptedServer } from "./scripted-server.ts";

describe("what the sandbox adapter makes of every HTTP behaviour", () => {
  let server: ScriptedServer;
  let adapter: ProviderAdapter;

  before(async () => {
    server = await startScriptedServer();
    adapter = createSandboxAdapter({
      url: server.url,
      apiKey: "key",
      publicUrl: "https://a.example",
      callbackUrl: "https://pay.example/provider/sandbox/callbacks",
    });
  });
  after(async () => {
    await adapter.shutdown();
    await server.stop();
  });

  const call = () => ({ signal: new AbortController().signal, requestId: "", isRepeat: false });
  const operations: Record<string, () => Promise<Reply<unknown> | undefined>> = {
    register: () => adapter.registerOrder(anOrder(), call()),
    authorise: () => adapter.authorise(anOrder(), anInstrument(), call()),
    both: async () => await adapter.registerAndAuthorise?.(anOrder(), anInstrument(), call()),
    read: () => adapter.readOrder(anOrder(), call(), []),
    close: () => adapter.closeOrder(anOrder(), call(), []),
    reverse: () => adapter.reverseOrder(anOrder(), call()),
  };

  for (const { name, behaviour, counts, ...expected } of [...ANSWERS, ...REFUSALS]) {
    for (const [operation, outcome] of Object.entries(expected)) {
      const label = typeof outcome === "string" ? outcome : Object.values(outcome).join(" ");
      it(`${name}: ${operation} is ${label}${counts ? ", and counts" : ""}`, async () => {
        server.script(() => behaviour);
        const reply = await operations[operation]?.();
        expect(reply?.outcome).to.deep.equal(outcome);
        expect(reply?.providerAtFault, "counts at the breaker").to.equal(counts);
      });
    }
  }

  it("gives a challenge chosen by amount 103098 fifteen seconds", async () => {
    server.script(() =>
      order({ state: "action_required", action_url: "https://a.example/c", amount: 103_098 }),
    );
    const { outcome } = await adapter.authorise(anOrder({ amount: 103_098 }), anInstrument(), call());
    expect(outcome).to.deep.equal({ kind: "action_required", url: "https://a.example/c", expiresInS: 15 });
  });

  it("does not count the connection that amount 105098 asks to be dropped", async () => {
    server.script(() => "reset");
    const chosen = anOrder({ amount: 105_098 });
    for (const reply of [
      await adapter.authorise(chosen, anInstrument(), call()),
      await adapter.registerAndAuthorise?.(chosen, anInstrument(), call()),
    ])
      expect(reply).to.deep.equal({ outcome: LOST, providerAtFault: false, saysNothing: true });
  });

  it("counts an acquirer that does not answer amount 105098 at all", async () => {
    const time = new AbortController();
    server.script(() => {
      time.abort(new DOMException("the call's time is over", "TimeoutError"));
      return "hang";
    });
    const asked = { signal: time.signal, requestId: "", isRepeat: false };
    const reply = await adapter.authorise(anOrder({ amount: 105_098 }), anInstrument(), asked);
    expect(reply).to.deep.equal({ outcome: LOST, providerAtFault: true });
  });
});
