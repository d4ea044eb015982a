import { startReceiver, type HttpReceiver } from "./http-receiver.ts";

/** A span as it was exported. */
export interface ReceivedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty where the trace begins. */
  readonly parentSpanId: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly failed: boolean;
  /** Spans of other traces that it goes on from. */
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
}

/** A collector of spans, as OTLP over HTTP with JSON has it. */
export interface SpanSink {
  /** As OTEL_EXPORTER_OTLP_ENDPOINT names it. */
  readonly url: string;
  readonly receiver: HttpReceiver;
  /** Of what came as JSON. */
  spans(): ReceivedSpan[];
  /** All that was received, byte for byte. */
  text(): string;
  close(): Promise<void>;
}

interface Attribute {
  readonly key: string;
  readonly value: {
    readonly stringValue?: string;
    readonly intValue?: number;
    readonly doubleValue?: number;
  };
}

interface Export {
  readonly resourceSpans?: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<
        ReceivedSpan,
        "attributes" | "failed" | "service" | "parentSpanId" | "links"
      > & {
        readonly links?: ReceivedSpan["links"];
        readonly parentSpanId?: string;
        readonly attributes?: readonly Attribute[];
        readonly status?: { readonly code?: number };
      })[];
    }[];
  }[];
}

const STATUS_ERROR = 2;

export async function startSpanSink(): Promise<SpanSink> {
  const receiver = await startReceiver(() => ({
    status: 200,
    headers: { "content-type": "application/json" },
    body: "{}",
  }));
  return {
    url: receiver.url,
    receiver,
    spans: () =>
      receiver.requests
        .filter(({ headers }) => headers["content-type"] === "application/json")
        .flatMap(({ body }) => spansOf(JSON.parse(body.toString("utf8")))),
    text: () => receiver.requests.map(({ body }) => body.toString("latin1")).join("\n"),
    close: () => receiver.close(),
  };
}

function spansOf({ resourceSpans = [] }: Export): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)["service.name"]);
    return scopeSpans
      .flatMap(({ spans }) => spans)
      .map(({ name, traceId, spanId, parentSpanId = "", attributes = [], status, links = [] }) => ({
        service,
        name,
        traceId,
        spanId,
        parentSpanId,
        attributes: valuesOf(attributes),
        failed: status?.code === STATUS_ERROR,
        links: links.map((link) => ({ traceId: link.traceId, spanId: link.spanId })),
      }));
  });
}

const valuesOf = (attributes: readonly Attribute[]): Record<string, string | number> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.doubleValue ?? ""]),
  );
