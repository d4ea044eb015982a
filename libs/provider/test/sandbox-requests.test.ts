import { expect } from "chai";
import { createSandboxAdapter, type ProviderAdapter } from "../src/index.ts";
import { anInstrument, anOrder, walletInstruments } from "./builders.ts";
import { order } from "./http-behaviour.ts";
import { startScriptedServer, type ScriptedServer } from "./scripted-server.ts";

const BROWSER = {
  accept_header: "text/html",
  javascript_enabled: true,
  screen_width: 1920,
  screen_height: 1080,
  color_depth: 24,
  user_agent: "Mozilla/5.0",
  language: "en-GB",
  time_zone_offset: -60,
  java_enabled: false,
};

describe("what the sandbox adapter sends", () => {
  let server: ScriptedServer;
  let adapter: ProviderAdapter;

  beforeEach(async () => {
    server = await startScriptedServer();
    server.script(() => order({ state: "succeeded" }));
    adapter = createSandboxAdapter({
      url: server.url,
      apiKey: "key",
      publicUrl: "https://a.example",
      callbackUrl: "https://pay.example/callbacks",
    });
  });
  afterEach(async () => {
    await adapter.shutdown();
    await server.stop();
  });
  const call = { signal: new AbortController().signal, requestId: "req_1", isRepeat: false };
  const path = "/v1/orders/pay_000000000000000000000001";

  it("registers an order by PUT under our reference", async () => {
    await adapter.registerOrder(anOrder(), call);
    const [request] = server.seen;
    expect([request?.method, request?.path]).to.deep.equal(["PUT", path]);
    expect(JSON.parse(request?.body ?? "")).to.deep.equal({
      amount: 1000,
      currency: "EUR",
      return_url: "https://pay.example/return/1/token",
      callback_url: "https://pay.example/callbacks",
      customer_ip_address: "203.0.113.7",
    });
    expect(request?.headers.authorization).to.equal("Bearer key");
    expect(request?.headers["request-id"]).to.equal("req_1");
  });

  it("tells the acquirer whom the payer pays, where that is known", async () => {
    await adapter.registerOrder(anOrder({ merchant_name: "Corner shop" }), call);
    expect(JSON.parse(server.seen[0]?.body ?? "")).to.include({ merchant_name: "Corner shop" });
  });

  it("registers and authorises by one PUT, card and browser in its body alone", async () => {
    await adapter.registerAndAuthorise?.(
      anOrder(),
      { ...anInstrument(), browser_information: BROWSER },
      call,
    );
    const [request] = server.seen;
    expect([request?.method, request?.path]).to.deep.equal(["PUT", path]);
    expect(JSON.parse(request?.body ?? "")).to.deep.equal({
      amount: 1000,
      currency: "EUR",
      return_url: "https://pay.example/return/1/token",
      callback_url: "https://pay.example/callbacks",
      customer_ip_address: "203.0.113.7",
      authorisation: { instrument: anInstrument(), browser_information: BROWSER },
    });
    expect(JSON.stringify(request?.headers)).not.to.contain("42424242");
  });

  it("sends the place of a call in its trace along, and no header where there is none", async () => {
    const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    await adapter.readOrder(anOrder(), { ...call, traceparent }, []);
    await adapter.readOrder(anOrder(), call, []);
    expect(server.seen.map(({ headers }) => headers["traceparent"])).to.deep.equal([traceparent, undefined]);
  });

  it("authorises with the card and the browser, in a body and never in a path or header", async () => {
    await adapter.authorise(anOrder(), anInstrument(), call);
    const [request] = server.seen;
    expect([request?.method, request?.path]).to.deep.equal(["POST", `${path}/authorise`]);
    expect(JSON.parse(request?.body ?? "")).to.deep.equal({ instrument: anInstrument() });
    expect(JSON.stringify(request?.headers)).not.to.contain("42424242");
  });

  for (const [name, wallet] of walletInstruments) {
    it(`authorises with a wallet as it came, cryptogram and eci unchanged: ${name} [WAL-12]`, async () => {
      const given = { ...wallet, browser_information: BROWSER };
      await adapter.authorise(anOrder(), given, call);
      await adapter.registerAndAuthorise?.(anOrder(), given, call);
      const [alone, atOnce] = server.seen.map(({ body }) => JSON.parse(body));
      expect(alone).to.deep.equal({ instrument: wallet, browser_information: BROWSER });
      expect(atOnce.authorisation).to.deep.equal(alone);
    });
  }

  it("cancels with amount and currency, reads by GET and reverses by POST", async () => {
    await adapter.closeOrder(anOrder(), call, []);
    await adapter.readOrder(anOrder(), call, []);
    await adapter.reverseOrder(anOrder(), call);
    const sent = server.seen.map(({ method, path: at, body }) => [method, at, body]);
    expect(sent).to.deep.equal([
      ["POST", `${path}/cancel`, '{"amount":1000,"currency":"EUR"}'],
      ["GET", path, ""],
      ["POST", `${path}/reverse`, "{}"],
    ]);
  });

  it("keeps connections for the calls that follow", async () => {
    for (let at = 0; at < 5; at += 1) await adapter.readOrder(anOrder(), call, []);
    expect(server.connections()).to.be.below(server.seen.length);
  });
});
