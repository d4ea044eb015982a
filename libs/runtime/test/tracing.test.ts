import { expect } from "chai";
import { idempotencyContract } from "@flowlix/contracts";
import {
  clientFor,
  currentTrace,
  DomainError,
  inNewTrace,
  newId,
  newTrace,
  outgoingCalls,
  withContext,
  type Trace,
} from "@flowlix/runtime";
import {
  startBrokers,
  startSpanSink,
  withNats,
  type SpanSink,
  type TestBrokers,
  type TestBus,
} from "@flowlix/testkit";
import { rememberBegun } from "../src/begun-traces.ts";
import { noteStatement } from "../src/request-context.ts";
import { SPAN_ATTRIBUTES, type Tracing } from "../src/tracing.ts";
import { aCall, heldKey, idempotencyWith, recordingLogger, rejectionOf } from "./support.ts";
import { exportTo } from "./span-exports.ts";

const SAMPLED: Trace = { traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01" };
const STATE = "congo=t61rcWkgMzE";

const traceIdOf = (trace: Trace | undefined) => trace?.traceparent.slice(3, 35);

describe("the trace of calls in one process", () => describeTraces(() => undefined));
describe("the trace of calls over NATS", function () {
  this.timeout(20_000);
  describeTraces(withNats());
});

function describeTraces(bus: () => TestBus | undefined): void {
  let brokers: TestBrokers | undefined;
  let seen: (Trace | undefined)[] = [];
  const start = async (tracing?: Tracing, answer = (): void => undefined) => {
    const given = bus();
    seen = [];
    const service = idempotencyWith({
      hold: async () => {
        seen.push(currentTrace());
        answer();
        return { held: true };
      },
    });
    brokers = await startBrokers({
      nodes: { "api-gateway": [], idempotency: [service] },
      tracing,
      ...(given === undefined ? {} : { bus: given }),
    });
    return clientFor(brokers.of("api-gateway"), "api-gateway", idempotencyContract);
  };
  afterEach(async () => {
    await brokers?.stop();
    brokers = undefined;
  });

  it("goes along as it is where no spans are exported, and its state with it", async () => {
    const client = await start();
    const trace = { ...SAMPLED, tracestate: STATE };
    await withContext({ trace }, () => client.hold(heldKey(), aCall()));
    expect(seen).to.deep.equal([trace]);
  });

  it("begins with a call that nobody asked for, each its own", async () => {
    const client = await start();
    await client.hold(heldKey(), aCall());
    await client.hold(heldKey(), aCall());
    expect(seen.map((trace) => trace?.traceparent)).to.satisfy((all: string[]) =>
      all.every((one) => /^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/.test(one)),
    );
    expect(traceIdOf(seen[0])).not.to.equal(traceIdOf(seen[1]));
  });

  it("begins anew where what came is no trace", async () => {
    await start();
    const meta = { traceparent: "00-junk", tracestate: STATE };
    await brokers?.of("api-gateway").call("idempotency.hold", heldKey(), { meta });
    expect(seen[0]?.traceparent).to.match(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    expect(seen[0]?.tracestate).to.equal(undefined);
  });

  it("has a span of the caller and one of the owner for each call, one inside of the other", async () => {
    const sink = await startSpanSink();
    const { tracing } = exportTo(sink.url);
    const client = await start(tracing);
    const trace = { ...SAMPLED, tracestate: STATE };
    await withContext({ trace }, () => client.hold(heldKey(), aCall()));
    await tracing.stop();
    const made = sink.spans().find(({ service }) => service === "api-gateway");
    const handled = sink.spans().find(({ service }) => service === "idempotency");
    expect(made).to.include({ name: "idempotency.hold", traceId: traceIdOf(SAMPLED), failed: false });
    expect(made?.parentSpanId).to.equal("00f067aa0ba902b7");
    expect(handled).to.include({ name: "idempotency.hold", traceId: made?.traceId, failed: false });
    expect(handled?.parentSpanId).to.equal(made?.spanId);
    expect(seen).to.deep.equal([
      { traceparent: `00-${made?.traceId}-${handled?.spanId}-01`, tracestate: STATE },
    ]);
    expect(handled?.attributes).to.deep.equal({ "rpc.method": "idempotency.hold", "flowlix.outcome": "ok" });
    await sink.close();
  });

  it("tells of a refusal its code, and calls it a failure only where it is ours", async () => {
    const sink = await startSpanSink();
    const { tracing } = exportTo(sink.url);
    const answers = [new DomainError("parameter_invalid"), new Error("4242424242424242 broke")];
    const client = await start(tracing, () => {
      throw answers.shift() ?? new Error("no more");
    });
    for (const code of ["parameter_invalid", "internal_error"])
      expect(await rejectionOf(client.hold(heldKey(), aCall()))).to.include({ type: code });
    await tracing.stop();
    const exported = sink
      .spans()
      .map(({ service, attributes, failed }) => [service, attributes["error.type"], failed]);
    expect(exported).to.have.deep.members([
      ["idempotency", "parameter_invalid", false],
      ["api-gateway", "parameter_invalid", false],
      ["idempotency", "internal_error", true],
      ["api-gateway", "internal_error", false],
    ]);
    expect(sink.text()).not.to.include("4242424242424242");
    await sink.close();
  });
}

describe("log lines of a trace", () => {
  it("carry its ids beside the request's, and none outside of one", () => {
    const { logger, lines } = recordingLogger();
    withContext({ requestId: "req_1", trace: SAMPLED }, () =>
      logger.error({ err: new Error("x") }, "inside"),
    );
    withContext({ trace: newTrace() }, () => logger.info("in the background"));
    logger.info("outside");
    const [inside, background, outside] = lines.map((line): Record<string, unknown> => JSON.parse(line));
    expect(inside).to.include({
      request_id: "req_1",
      trace_id: "4bf92f3577b34da6a3ce929d0e0e4736",
      span_id: "00f067aa0ba902b7",
    });
    expect(background).to.include.keys("trace_id", "span_id").and.not.to.include.keys("request_id");
    expect(outside).not.to.include.any.keys("trace_id", "span_id", "request_id");
  });
});

describe("what a span tells", () => {
  let sink: SpanSink;
  beforeEach(async () => (sink = await startSpanSink()));
  afterEach(() => sink.close());

  it("is of the list of attributes and nothing else, whatever it is given", async () => {
    const { tracing } = exportTo(sink.url);
    const attributes = Object.fromEntries(
      [...SPAN_ATTRIBUTES, "card", "http.request.body"].map((name) => [name, "x"]),
    );
    const span = tracing
      .tracerOf("test")
      .start({ name: "a", kind: "internal", parent: undefined, attributes });
    span.end({ attributes });
    await tracing.stop();
    expect(Object.keys(sink.spans()[0]?.attributes ?? {})).to.have.members([...SPAN_ATTRIBUTES]);
  });
});

describe("work on an object", () => {
  let sink: SpanSink;
  let brokers: TestBrokers | undefined;
  beforeEach(async () => (sink = await startSpanSink()));
  afterEach(async () => {
    await brokers?.stop();
    brokers = undefined;
    await sink.close();
  });
  const objectId = newId("payment");

  it("is linked to the spans that began it and that last told of it, and named in all of them and in its log lines", async () => {
    const { tracing } = exportTo(sink.url);
    const { logger, lines } = recordingLogger();
    const tracer = tracing.tracerOf("payments");
    const began = tracer.start({ name: "payments.create", kind: "server", parent: undefined });
    const reported = tracer.start({ name: "payments.acceptCallback", kind: "server", parent: undefined });
    rememberBegun("payments.create", objectId, began.trace);
    rememberBegun("payments.get", objectId, newTrace());
    rememberBegun("payments.acceptCallback", objectId, reported.trace);
    const sync = { name: "look", attributes: { "flowlix.object_id": objectId } };
    await inNewTrace(tracer, sync, async () => {
      logger.info("at work");
      outgoingCalls(tracer, "sandbox")("read").end("succeeded");
    });
    await tracing.stop();
    const spans = sink.spans();
    const spanOf = (name: string) => spans.find((span) => span.name === name);
    expect(spanOf("look")?.links).to.deep.equal(
      [began, reported].map(({ trace }) => ({
        traceId: trace.traceparent.slice(3, 35),
        spanId: trace.traceparent.slice(36, 52),
      })),
    );
    expect(spanOf("sandbox.read")?.attributes).to.include({ "flowlix.object_id": objectId });
    expect(JSON.parse(lines[0] ?? "{}")).to.include({ object_id: objectId });
  });

  it("shows what its statements took, where it is recorded, and nothing where it is not", async () => {
    const { tracing } = exportTo(sink.url, { backgroundShare: 0 });
    const tracer = tracing.tracerOf("payments");
    await inNewTrace(tracer, { name: "recorded" }, async () => {
      noteStatement(0.0104);
      noteStatement(0.002);
    });
    await inNewTrace(tracer, { name: "without any" }, async () => undefined);
    await inNewTrace(tracer, { name: "not recorded", background: true }, async () => noteStatement(1));
    noteStatement(1);
    await tracing.stop();
    const reported = sink.spans().map(({ name, attributes }) => [name, attributes]);
    expect(reported).to.have.deep.members([
      ["recorded", { "flowlix.sql.statements": 2, "flowlix.sql.ms": 12.4 }],
      ["without any", {}],
    ]);
  });
});
