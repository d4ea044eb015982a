import { expect } from "chai";
import {
  createProvider,
  createSandboxAdapter,
  deadlineIn,
  type Provider,
  type StatementLine,
} from "../src/index.ts";
import { startScriptedServer, type Behaviour, type ScriptedServer } from "./scripted-server.ts";

const DAY = "2025-11-21";
const line = (more: object = {}) => ({
  kind: "charge",
  reference: "pay_1",
  amount: 1_000,
  currency: "EUR",
  executed_at: 1_763_740_000,
  ...more,
});
const end = (lines: number, more: object = {}) => ({
  kind: "end",
  day: DAY,
  mode: "sandbox",
  lines,
  ...more,
});
const text = (...documents: readonly unknown[]): Behaviour => ({
  status: 200,
  body: documents.map((document) => `${JSON.stringify(document)}\n`).join(""),
});
const LOST = { kind: "unknown", cause: "lost" };
const GARBLED = { kind: "unknown", cause: "garbled" };

describe("a statement of the sandbox acquirer", () => {
  let server: ScriptedServer;
  let provider: Provider;
  beforeEach(async () => {
    server = await startScriptedServer();
    provider = createProvider({
      adapter: createSandboxAdapter({
        url: server.url,
        apiKey: "key",
        publicUrl: server.url,
        callbackUrl: "https://pay.example/callbacks",
      }),
    });
  });
  afterEach(async () => {
    await server.stop();
    await provider.shutdown();
  });

  async function read(behaviour: Behaviour, ms = 10_000) {
    server.script(() => behaviour);
    const lines: StatementLine[] = [];
    const take = async (some: readonly StatementLine[]) => {
      lines.push(...some);
    };
    return { outcome: await provider.statement.read(DAY, take, deadlineIn(ms)), lines };
  }

  it("is asked for with the key, and read in our terms", async () => {
    const { outcome, lines } = await read(text(line(), line({ kind: "refund", charge: "pay_1" }), end(2)));
    expect(outcome).to.deep.equal({ kind: "read", lines: 2 });
    expect(lines[1]).to.deep.equal({
      kind: "refund",
      reference: "pay_1",
      amount: 1_000,
      currency: "EUR",
      executedAtMs: 1_763_740_000_000,
    });
    expect(server.seen[0]).to.include({ method: "GET", path: `/v1/statements/${DAY}` });
    expect(server.seen[0]?.headers).to.include({ authorization: "Bearer key" });
  });

  it("is read whole without a last line break, and with properties and blank lines we do not know", async () => {
    const body = `${JSON.stringify(line({ note: "ü" }))}\r\n\n${JSON.stringify(end(1, { sum: 1 }))}`;
    expect((await read({ status: 200, body })).outcome).to.deep.equal({ kind: "read", lines: 1 });
  });

  it("is handed on a thousand lines at most at a time, the next when those were taken", async () => {
    const many = Array.from({ length: 2_500 }, (_, at) => line({ reference: `pay_${at}` }));
    server.script(() => text(...many, end(2_500)));
    const sizes: number[] = [];
    let taking = 0;
    const outcome = await provider.statement.read(
      DAY,
      async (lines) => {
        expect((taking += 1)).to.equal(1);
        await new Promise(setImmediate);
        sizes.push(lines.length);
        taking -= 1;
      },
      deadlineIn(10_000),
    );
    expect(outcome).to.deep.equal({ kind: "read", lines: 2_500 });
    expect(sizes.reduce((sum, size) => sum + size, 0)).to.equal(2_500);
    expect(Math.max(...sizes)).to.be.at.most(1_000);
  });

  const notWhole: readonly (readonly [what: string, behaviour: Behaviour, outcome: object])[] = [
    ["does not end, though its answer does", text(line(), line({ reference: "pay_2" })), LOST],
    ["is empty", { status: 200, body: "" }, LOST],
    ["breaks off", "reset_mid_answer", LOST],
    ["is not answered", "reset", LOST],
    ["is refused for now", { status: 503, body: { error: { code: "unavailable" } } }, LOST],
    ["is asked for too often", { status: 429, body: { error: { code: "throttled" } } }, LOST],
    ["does not exist", { status: 404, body: { error: { code: "route_not_found" } } }, GARBLED],
    ["has fewer lines than it says", text(line(), end(2)), GARBLED],
    ["has more lines than it says", text(line(), line({ reference: "pay_2" }), end(1)), GARBLED],
    ["goes on after its end", text(end(0), line()), GARBLED],
    ["is of another day", text(line(), end(1, { day: "2025-11-22" })), GARBLED],
    ["is of the other mode", text(line(), end(1, { mode: "live" })), GARBLED],
    ["has a line of an unknown kind", text(line({ kind: "gift" }), end(1)), GARBLED],
    ["has an amount that is none", text(line({ amount: 10.5 }), end(1)), GARBLED],
    ["has a time that no calendar has", text(line({ executed_at: 2 ** 53 - 1 }), end(1)), GARBLED],
    ["has a name that no database keeps", text(line({ reference: "pay_\u0000" }), end(1)), GARBLED],
    ["has a name of half a character", text(line({ reference: "pay_\ud800" }), end(1)), GARBLED],
    ["has a line that is no JSON", { status: 200, body: `{"kind":\n${JSON.stringify(end(0))}` }, GARBLED],
    ["has a line without an end", { status: 200, body: "x".repeat(100_000) }, GARBLED],
  ];
  for (const [what, behaviour, outcome] of notWhole) {
    it(`that ${what} is ${JSON.stringify(outcome)}, never read`, async () => {
      expect((await read(behaviour)).outcome).to.deep.equal(outcome);
    });
  }

  it("that never comes is given up at its deadline", async () => {
    expect((await read("hang", 200)).outcome).to.deep.equal(LOST);
  });

  it("rejects with what went wrong on our side, which says nothing of the provider", async () => {
    server.script(() => text(line(), end(1)));
    const ours = new Error("our database is away");
    for (let at = 0; at < 10; at += 1) {
      const thrown = await provider.statement
        .read(DAY, () => Promise.reject(ours), deadlineIn(10_000))
        .catch((error: unknown) => error);
      expect(thrown).to.equal(ours);
    }
    expect(provider.breakers().statement).to.equal("closed");
  });

  it("has a breaker of its own: a provider without statements is no reason to refuse payments", async () => {
    for (let at = 0; at < 10; at += 1) await read("reset");
    expect(provider.breakers()).to.include({ statement: "open", read: "closed", register: "closed" });
    expect(provider.isOpen()).to.equal(false);
    const asked = server.seen.length;
    expect((await read(text(end(0)))).outcome).to.deep.equal(LOST);
    expect(server.seen.length).to.equal(asked);
  });
});
