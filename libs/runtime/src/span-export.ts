import {
  createNoopMeter,
  createTraceState,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace as traces,
  TraceFlags,
  type Attributes,
  type Context,
  type Link,
  type Meter,
  type MeterProvider,
  type Tracer as OtelTracer,
} from "@opentelemetry/api";
import { ExportResultCode } from "@opentelemetry/core";
import { OTLPTraceExporter as JsonExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { OTLPTraceExporter as ProtobufExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
} from "@opentelemetry/sdk-trace";
import type { Logger } from "./logger.ts";
import type { Metrics } from "./metrics.ts";
import { isSampled, newSpanId, newTraceId, spanIdOf, traceIdOf, type Trace } from "./trace-context.ts";
import type { TraceSettings } from "./trace-settings.ts";
import {
  SPAN_ATTRIBUTES,
  type Span,
  type SpanAttributes,
  type SpanStart,
  type Tracer,
  type Tracing,
} from "./tracing.ts";

export interface SpanExportOptions extends TraceSettings {
  readonly instance: string;
  readonly namespace: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** For tests: how long a stop waits. */
  readonly stopMaxMs?: number | undefined;
}

/** One attempt to send a batch, its repetitions included. */
const EXPORT_TIMEOUT_MS = 5_000;
/** Spans that wait to be sent. More than these are dropped and counted. */
const QUEUE_MAX = 2_048;
const BATCH_MAX = 256;
const EVERY_MS = 2_000;
/** A process that stops waits no longer than this for its collector. */
const STOP_MAX_MS = 2_000;

/**
 * Exports spans by OTLP over HTTP, in batches beside the work they describe. A collector that is away costs
 * the spans and nothing else. To be imported only where there is an endpoint: it loads the OpenTelemetry SDK.
 */
export function startSpanExport(options: SpanExportOptions): Tracing {
  const { endpoint, headers, protocol, stopMaxMs = STOP_MAX_MS } = options;
  const Exporter = protocol === "http/json" ? JsonExporter : ProtobufExporter;
  const exporter = new Exporter({
    url: `${endpoint}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: EXPORT_TIMEOUT_MS,
    // A stop sends all batches at once; one too many would be refused at once.
    concurrencyLimit: QUEUE_MAX / BATCH_MAX + 1,
  });
  const processor = new BatchSpanProcessor({
    exporter: loggingFailures(exporter, options),
    maxQueueSize: QUEUE_MAX,
    maxExportBatchSize: BATCH_MAX,
    scheduledDelayMillis: EVERY_MS,
    exportTimeoutMillis: EXPORT_TIMEOUT_MS,
    selfObsMeterProvider: spanCounts(options),
  });
  const deciders = decidersOf(options);
  const tracers = new Map<string, Tracer>();
  const tracerOf = (service: string): Tracer => {
    const known = tracers.get(service);
    if (known !== undefined) return known;
    const resource = resourceFromAttributes({
      "service.name": service,
      "service.namespace": options.namespace,
      "service.instance.id": options.instance,
    });
    const spansBy = (sampler: Sampler): OtelTracer =>
      new TracerProvider({
        resource,
        sampler,
        // Ids that a log line can show as they are.
        idGenerator: { generateTraceId: newTraceId, generateSpanId: newSpanId },
        spanProcessors: [processor],
      }).getTracer("flowlix");
    const { asked, background, outsideShare } = deciders;
    const tracer = tracerFrom(spansBy(asked), spansBy(background), outsideShare);
    tracers.set(service, tracer);
    return tracer;
  };
  return { tracerOf, stop: () => within(stopMaxMs, processor.shutdown()) };
}

/** Who decides what is recorded. A trace that is not recorded where it begins is not recorded further on. */
function decidersOf({ sampler, ratio, backgroundShare }: TraceSettings) {
  const byId = new TraceIdRatioBasedSampler(ratio);
  const everybody = sampler === "traceidratio";
  return {
    asked: new ParentBasedSampler({ root: byId, ...(everybody ? { remoteParentSampled: byId } : {}) }),
    background: new TraceIdRatioBasedSampler(ratio * backgroundShare),
    /** The share of clients' traces that is recorded. Where their ids decide, no second decision is needed. */
    outsideShare: everybody ? 1 : ratio,
  };
}

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

function tracerFrom(asked: OtelTracer, ofJobs: OtelTracer, outsideShare: number): Tracer {
  return {
    start: ({ name, kind, parent: given, fromOutside, background, attributes, links }: SpanStart): Span => {
      const parent = given === undefined || fromOutside !== true ? given : decidedHere(given, outsideShare);
      const span = (background === true ? ofJobs : asked).startSpan(
        name,
        { kind: KINDS[kind], attributes: allowed(attributes), links: (links ?? []).map(linkTo) },
        parent === undefined ? ROOT_CONTEXT : contextOf(parent),
      );
      const { traceId, spanId, traceFlags } = span.spanContext();
      const traceparent = `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`;
      const tracestate = parent?.tracestate;
      return {
        trace: tracestate === undefined ? { traceparent } : { traceparent, tracestate },
        end: (end = {}) => {
          if (end.name !== undefined) span.updateName(end.name);
          if (end.attributes !== undefined) span.setAttributes(allowed(end.attributes));
          if (end.failed === true) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
  };
}

/** Decided at random here: a client that chooses the flag chooses the id of the trace, too. */
function decidedHere(outside: Trace, share: number): Trace {
  const flags = Math.random() < share ? "01" : "00";
  return { ...outside, traceparent: `00-${traceIdOf(outside)}-${spanIdOf(outside)}-${flags}` };
}

const linkTo = (trace: Trace): Link => ({
  context: {
    traceId: traceIdOf(trace),
    spanId: spanIdOf(trace),
    traceFlags: isSampled(trace) ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  },
});

function contextOf(parent: Trace): Context {
  return traces.setSpanContext(ROOT_CONTEXT, {
    traceId: traceIdOf(parent),
    spanId: spanIdOf(parent),
    traceFlags: isSampled(parent) ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
    ...(parent.tracestate === undefined ? {} : { traceState: createTraceState(parent.tracestate) }),
  });
}

const VALUE_LENGTH_MAX = 128;

/** Types say the same; this holds where somebody got round them. */
function allowed(attributes: SpanAttributes = {}): Attributes {
  const taken: Attributes = {};
  for (const name of SPAN_ATTRIBUTES) {
    const value = attributes[name];
    if (typeof value === "number") taken[name] = value;
    else if (typeof value === "string") taken[name] = value.slice(0, VALUE_LENGTH_MAX);
  }
  return taken;
}

/** Logs one line when the exports begin to fail or work again, with the reason and the endpoint. */
function loggingFailures(exporter: SpanExporter, { endpoint, logger }: SpanExportOptions): SpanExporter {
  let failing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.code !== ExportResultCode.SUCCESS;
        if (failed && !failing)
          logger.warn(
            { error: exportFailure(result.error), endpoint },
            "spans cannot be exported; they are lost until they can",
          );
        if (!failed && failing) logger.info({ endpoint }, "spans are exported again");
        failing = failed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

const REASON_LENGTH_MAX = 200;

/** Code and words; never what the collector answered besides, nor what it was sent. */
function exportFailure(error: Error | undefined): string {
  if (error === undefined) return "no reason was given";
  const code = "code" in error ? String(error.code) : "";
  const words = error.message.split("\n", 1)[0] ?? "";
  const reason = words.includes(code) ? words : `${code} ${words}`.trim();
  return (reason === "" ? error.name : reason).slice(0, REASON_LENGTH_MAX);
}

/** The processor's own counts, as a metric of ours. */
function spanCounts({ metrics }: SpanExportOptions): MeterProvider {
  const spans = metrics.counter("trace_spans_total", "Recorded spans by what became of them", ["outcome"]);
  for (const outcome of ["exported", "failed", "dropped"]) spans.inc({ outcome }, 0);
  const processed = (count: number, error: unknown): void => {
    const outcome = error === undefined ? "exported" : error === "queue_full" ? "dropped" : "failed";
    spans.inc({ outcome }, count);
  };
  const noop = createNoopMeter();
  const meter: Meter = new Proxy(noop, {
    get: (target, member): unknown =>
      member === "createCounter" ? createCounter : Reflect.get(target, member),
  });
  const createCounter: Meter["createCounter"] = (name, given) =>
    name === "otel.sdk.processor.span.processed"
      ? { add: (count, about) => processed(count, about?.["error.type"]) }
      : noop.createCounter(name, given);
  return { getMeter: () => meter };
}

async function within(ms: number, done: Promise<void>): Promise<void> {
  const { promise: limit, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([done.catch(() => undefined), limit]);
  clearTimeout(timer);
}
