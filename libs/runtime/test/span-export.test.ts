import { execFile } from "node:child_process";
import { createServer } from "node:net";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import { gate, startSpanSink, waitFor, type SpanSink } from "@flowlix/testkit";
import { currentTrace } from "../src/request-context.ts";
import { inNewTrace, type Tracer } from "../src/tracing.ts";
import { exportTo } from "./span-exports.ts";

const SAMPLED = { traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01" };
const UNSAMPLED = { traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00" };

const spansOf = (tracer: Tracer, count: number) => {
  for (let made = 0; made < count; made += 1)
    tracer.start({ name: "work", kind: "internal", parent: undefined }).end();
};

async function nobodysAddress(): Promise<string> {
  const nobody = createServer().listen(0, "127.0.0.1");
  await once(nobody, "listening");
  const address = nobody.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  nobody.close();
  await once(nobody, "close");
  return `http://127.0.0.1:${port}`;
}

describe("the export of spans", function () {
  this.timeout(30_000);
  let sink: SpanSink;
  beforeEach(async () => (sink = await startSpanSink()));
  afterEach(() => sink.close());

  it("sends protobuf or JSON to the collector's path, with its headers", async () => {
    for (const protocol of ["http/protobuf", "http/json"] as const) {
      const { tracing, counts } = exportTo(sink.url, { protocol, headers: { "x-collector": "open sesame" } });
      spansOf(tracing.tracerOf("payments"), 2);
      await tracing.stop();
      expect(await counts()).to.deep.equal({ exported: 2, failed: 0, dropped: 0 });
    }
    const [protobuf, json] = sink.receiver.requests;
    expect([protobuf?.path, json?.path]).to.deep.equal(["/v1/traces", "/v1/traces"]);
    expect(protobuf?.headers).to.include({
      "content-type": "application/x-protobuf",
      "x-collector": "open sesame",
    });
    expect(protobuf?.body.toString("latin1")).to.include("payments").and.to.include("work");
    expect(json?.headers).to.include({ "content-type": "application/json", "x-collector": "open sesame" });
    expect(sink.spans().map(({ service, name }) => [service, name])).to.deep.equal([
      ["payments", "work"],
      ["payments", "work"],
    ]);
  });

  for (const [sampler, ratio, parent, recorded] of [
    ["parentbased_traceidratio", 0, undefined, false],
    ["parentbased_traceidratio", 1, undefined, true],
    ["parentbased_traceidratio", 0, SAMPLED, true],
    ["parentbased_traceidratio", 1, UNSAMPLED, false],
    ["traceidratio", 0, SAMPLED, false],
    ["traceidratio", 1, SAMPLED, true],
    ["traceidratio", 1, UNSAMPLED, false],
  ] as const) {
    const caller =
      parent === undefined ? "no caller" : `a ${parent === SAMPLED ? "sampled" : "dropped"} caller`;
    it(`${recorded ? "records" : "drops"} by ${sampler} of ${ratio} with ${caller}, and says so to whom it calls`, async () => {
      const { tracing } = exportTo(sink.url, { sampler, ratio });
      const span = tracing.tracerOf("test").start({ name: "a", kind: "server", parent });
      span.end();
      await tracing.stop();
      expect(span.trace.traceparent.slice(-2)).to.equal(recorded ? "01" : "00");
      if (parent !== undefined) expect(span.trace.traceparent).to.include(parent.traceparent.slice(3, 35));
      expect(sink.spans()).to.have.length(recorded ? 1 : 0);
    });
  }

  for (const [ratio, parent] of [
    [0, SAMPLED],
    [1, UNSAMPLED],
  ] as const)
    it(`records the share of ${ratio} of what comes from outside, whatever its caller says, and continues its ids`, async () => {
      const { tracing } = exportTo(sink.url, { ratio });
      const tracer = tracing.tracerOf("test");
      const span = tracer.start({ name: "a", kind: "server", parent, fromOutside: true });
      const inside = tracer.start({ name: "b", kind: "client", parent: span.trace });
      inside.end();
      span.end();
      await tracing.stop();
      for (const { trace } of [span, inside]) {
        expect(trace.traceparent.slice(3, 35)).to.equal(parent.traceparent.slice(3, 35));
        expect(trace.traceparent.slice(-2)).to.equal(ratio === 1 ? "01" : "00");
      }
      expect(sink.spans()).to.have.length(ratio * 2);
    });

  for (const [sampler, ratio, backgroundShare, recorded] of [
    ["parentbased_traceidratio", 1, 0, false],
    ["traceidratio", 1, 0, false],
    ["parentbased_traceidratio", 1, 1, true],
    ["traceidratio", 1, 1, true],
    ["parentbased_traceidratio", 0, 1, false],
  ] as const)
    it(`${recorded ? "records" : "drops"} a job and all that it calls by its share of ${backgroundShare} of ${ratio}, by ${sampler}`, async () => {
      const { tracing } = exportTo(sink.url, { sampler, ratio, backgroundShare });
      let called: string | undefined;
      const elsewhere = tracing.tracerOf("payments");
      await inNewTrace(tracing.tracerOf("reconciler"), { name: "turn", background: true }, async () => {
        const span = elsewhere.start({ name: "lookDue", kind: "server", parent: currentTrace() });
        called = span.trace.traceparent;
        span.end();
      });
      await tracing.stop();
      expect(called?.slice(-2)).to.equal(recorded ? "01" : "00");
      expect(sink.spans().map(({ name }) => name)).to.have.members(recorded ? ["turn", "lookDue"] : []);
    });

  it("records a status sync within a job that is not recorded: it is about an object", async () => {
    const { tracing } = exportTo(sink.url, { backgroundShare: 0 });
    await inNewTrace(tracing.tracerOf("reconciler"), { name: "turn", background: true }, () =>
      inNewTrace(tracing.tracerOf("payments"), { name: "look" }, async () => undefined),
    );
    await tracing.stop();
    expect(sink.spans().map(({ name }) => name)).to.deep.equal(["look"]);
  });

  it("lets nobody outside choose an id that is always recorded, or never", async () => {
    const { tracing } = exportTo(sink.url, { ratio: 0.5 });
    const tracer = tracing.tracerOf("test");
    const flags = Array.from({ length: 200 }, () => {
      const span = tracer.start({ name: "a", kind: "server", parent: SAMPLED, fromOutside: true });
      return span.trace.traceparent.slice(-2);
    });
    await tracing.stop();
    expect(new Set(flags)).to.deep.equal(new Set(["00", "01"]));
  });

  it("loses what its collector refuses, counts it, and says so once until it is well again", async () => {
    const { tracing, counts, lines } = exportTo(sink.url);
    const tracer = tracing.tracerOf("test");
    sink.receiver.answerWith(() => ({ status: 400 }));
    for (const count of [256, 512]) {
      spansOf(tracer, 256);
      await waitFor("the refusal", async () => (await counts())["failed"] === count);
    }
    sink.receiver.answerWith(() => ({ status: 200 }));
    spansOf(tracer, 256);
    await waitFor("spans that arrive", async () => (await counts())["exported"] === 256);
    const logged = lines.map((line): unknown => Object(JSON.parse(line))["msg"]);
    expect(logged).to.deep.equal([
      "spans cannot be exported; they are lost until they can",
      "spans are exported again",
    ]);
    await tracing.stop();
  });

  it("keeps no more than its bound while the collector does not answer, counts the rest, and stops all the same", async () => {
    const hangs = gate();
    sink.receiver.answerWith(async () => {
      await hangs.pass();
      return { status: 200 };
    });
    const asEveryProcessStops = { stopMaxMs: undefined };
    const { tracing, counts } = exportTo(sink.url, asEveryProcessStops);
    spansOf(tracing.tracerOf("test"), 5_000);
    const { dropped = 0 } = await counts();
    // A batch is on its way, and the queue is full.
    expect(dropped).to.be.within(5_000 - 2_048 - 256, 5_000 - 2_048);
    await tracing.stop();
    // Nothing has been given up yet: the stop did not wait for that.
    expect(await counts()).to.include({ failed: 0, exported: 0 });
    hangs.open();
  });

  it("sends all that waits when it stops, however many batches that makes", async () => {
    const { tracing, counts } = exportTo(sink.url);
    spansOf(tracing.tracerOf("test"), 2_048);
    await tracing.stop();
    expect(await counts()).to.deep.equal({ exported: 2_048, failed: 0, dropped: 0 });
    expect(sink.spans()).to.have.length(2_048);
  });

  it("stops where there is no collector at all", async () => {
    const { tracing } = exportTo(await nobodysAddress());
    spansOf(tracing.tracerOf("test"), 1);
    await tracing.stop();
  });

  it("says why its collector has nothing, and where it was looked for", async () => {
    const endpoint = await nobodysAddress();
    const { tracing, counts, lines } = exportTo(endpoint, { headers: { authorization: "open sesame" } });
    spansOf(tracing.tracerOf("test"), 256);
    await waitFor("the failure", async () => (await counts())["failed"] === 256);
    await tracing.stop();
    const [line = "{}"] = lines;
    const logged: Record<string, unknown> = JSON.parse(line);
    expect(logged).to.include({ level: "warn", endpoint }).and.to.have.property("error");
    expect(logged["error"]).to.match(/ECONNREFUSED/);
    expect(line).not.to.include("sesame");
  });

  it("says of a collector that refuses what it answered, and not its words", async () => {
    sink.receiver.answerWith(() => ({ status: 401, body: "open sesame is wrong" }));
    const { tracing, lines } = exportTo(sink.url);
    spansOf(tracing.tracerOf("test"), 1);
    await tracing.stop();
    expect(lines.map((line): unknown => Object(JSON.parse(line))["error"])).to.deep.equal([
      "401 Unauthorized",
    ]);
    expect(lines.join("")).not.to.include("sesame");
  });

  for (const [endpoint, loaded] of [
    ["", false],
    ["http://127.0.0.1:9", true],
  ] as const) {
    it(`${loaded ? "loads" : "does not load"} its SDK where ${loaded ? "an" : "no"} endpoint is set`, async () => {
      const script = fileURLToPath(new URL("fixtures/loaded-modules.ts", import.meta.url));
      const env = { ...process.env, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, LOG_LEVEL: "silent" };
      const { stdout } = await promisify(execFile)(process.execPath, [script], { env });
      const modules: string[] = JSON.parse(stdout);
      expect(modules.some((one) => one.includes("@opentelemetry/sdk-trace"))).to.equal(loaded);
      expect(modules.some((one) => one.includes("/moleculer/"))).to.equal(true);
    });
  }
});
