import type { ServiceBroker } from "moleculer";
import { begunTracesOf } from "./begun-traces.ts";
import { currentObjectId, currentTrace, withContext, type SqlTime } from "./request-context.ts";
import { isSampled, newTrace, type Trace } from "./trace-context.ts";

/**
 * All that a span may contain, so that nothing of a card, a payer or a key can be among it
 * (docs/design/architecture.md#rule-11): names of routes, actions and operations, what came of them, and ids of
 * objects.
 */
export const SPAN_ATTRIBUTES = [
  "http.request.method",
  "http.route",
  "http.response.status_code",
  "rpc.method",
  "error.type",
  "flowlix.request_id",
  "flowlix.outcome",
  "flowlix.task",
  "flowlix.object_id",
  "flowlix.provider",
  "flowlix.provider.operation",
  "flowlix.endpoint_id",
  "flowlix.event_id",
  "flowlix.attempt",
  "flowlix.sql.statements",
  "flowlix.sql.ms",
] as const;

export type SpanAttributes = Readonly<Partial<Record<(typeof SPAN_ATTRIBUTES)[number], string | number>>>;

export interface SpanStart {
  /** Of few values: no ids. */
  readonly name: string;
  readonly kind: "server" | "client" | "internal";
  /** Absent where a trace begins. */
  readonly parent: Trace | undefined;
  /** The parent is a client's. Its ids go on, and whether it is recorded is decided here. */
  readonly fromOutside?: boolean;
  /** Begins by itself, over and over, and mostly finds nothing to do: recorded by a share of its own. */
  readonly background?: boolean;
  readonly attributes?: SpanAttributes;
  /** Spans of other traces that it goes on from. */
  readonly links?: readonly Trace[];
}

export interface SpanEnd {
  /** Where it is known only now. */
  readonly name?: string;
  readonly attributes?: SpanAttributes;
  readonly failed?: boolean;
}

export interface Span {
  /** Goes along with everything that is done inside of it. */
  readonly trace: Trace;
  /** To be called once. */
  end(end?: SpanEnd): void;
}

/** Makes the spans of one service. There is none where nothing is exported: nothing is made then. */
export interface Tracer {
  start(span: SpanStart): Span;
}

/** The export of a process's spans. */
export interface Tracing {
  tracerOf(service: string): Tracer;
  /** Sends what is left; gives up soon where nobody takes it. Never rejects. */
  stop(): Promise<void>;
}

const ofBrokers = new WeakMap<ServiceBroker, Tracing>();

/** Lets the clients made from a broker find how its process exports. */
export function keepTracing(broker: ServiceBroker, tracing: Tracing | undefined): void {
  if (tracing !== undefined) ofBrokers.set(broker, tracing);
}

export const tracerFor = (broker: ServiceBroker, service: string): Tracer | undefined =>
  ofBrokers.get(broker)?.tracerOf(service);

interface Beginning {
  readonly name: string;
  readonly attributes?: SpanAttributes;
  readonly background?: boolean;
  readonly links?: readonly Trace[];
}

/** Where statements made in a span are counted; nowhere where it is not recorded. */
export const sqlTimeOf = (span: Span | undefined): SqlTime | undefined =>
  span !== undefined && isSampled(span.trace) ? { statements: 0, ms: 0 } : undefined;

/** What they came to. */
export const sqlAttributes = (sql: SqlTime | undefined): SpanAttributes =>
  sql === undefined || sql.statements === 0
    ? {}
    : { "flowlix.sql.statements": sql.statements, "flowlix.sql.ms": Math.round(sql.ms * 10) / 10 };

/**
 * Work that nobody asked for begins a trace: its calls, its log lines and the events it makes belong together. Of an
 * object that this process saw begin, it is linked to the span that began it.
 */
export async function inNewTrace<T>(
  tracer: Tracer | undefined,
  { name, attributes = {}, background = false, links = [] }: Beginning,
  run: () => Promise<T>,
): Promise<T> {
  const objectId = attributes["flowlix.object_id"];
  const span = tracer?.start({
    name,
    kind: "internal",
    parent: undefined,
    background,
    attributes,
    links: [...links, ...begunTracesOf(objectId)],
  });
  const trace = span?.trace ?? newTrace();
  const sql = sqlTimeOf(span);
  const about = { objectId: objectId === undefined ? undefined : String(objectId) };
  let failed = true;
  try {
    const result = await withContext({ trace, about, sql }, run);
    failed = false;
    return result;
  } finally {
    span?.end({ failed, attributes: sqlAttributes(sql) });
  }
}

/** A call to somebody outside, as it is made. */
export interface OutgoingCall {
  /** The header to send along. */
  readonly traceparent: string | undefined;
  end(outcome: string): void;
}

const nothing = (): void => undefined;

/**
 * What the provider port does its calls in: their header, and a span of each where spans are exported.
 */
export function outgoingCalls(
  tracer: Tracer | undefined,
  provider: string,
): (operation: string) => OutgoingCall {
  if (tracer === undefined) return () => ({ traceparent: currentTrace()?.traceparent, end: nothing });
  return (operation) => {
    const span = tracer.start({
      name: `${provider}.${operation}`,
      kind: "client",
      parent: currentTrace(),
      attributes: {
        "flowlix.provider": provider,
        "flowlix.provider.operation": operation,
        ...objectAttribute(currentObjectId()),
      },
    });
    return {
      traceparent: span.trace.traceparent,
      end: (outcome) =>
        span.end({ attributes: { "flowlix.outcome": outcome }, failed: FAILED_CALL.test(outcome) }),
    };
  };
}

export const objectAttribute = (id: string | undefined): SpanAttributes =>
  id === undefined ? {} : { "flowlix.object_id": id };

/** A decline is an answer; these say that there was none that could be used. */
const FAILED_CALL = /^(?:unknown|not_executed|broken)\b/;
