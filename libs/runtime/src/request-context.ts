import { AsyncLocalStorage } from "node:async_hooks";
import { spanIdOf, traceIdOf, type Trace } from "./trace-context.ts";

/** On whose behalf something is done. */
export interface RequestContext {
  /** Of the merchant's request; absent in background work. */
  readonly requestId?: string;
  readonly trace?: Trace | undefined;
  /** Until when the caller of an action waits for its answer, by `performance.now()`. */
  readonly awaitedUntil?: number | undefined;
  /** What it is about; the last one to learn it sets it. */
  readonly about?: About | undefined;
  /** Statements made meanwhile; absent where nobody records them. */
  readonly sql?: SqlTime | undefined;
}

export interface About {
  objectId?: string | undefined;
}

export interface SqlTime {
  statements: number;
  ms: number;
}

const contexts = new AsyncLocalStorage<RequestContext | undefined>();

/** Runs something in a context: every log line written meanwhile carries its ids, every call made its trace. */
export const withContext = <T>(context: RequestContext, run: () => T): T => contexts.run(context, run);

/** Runs something on nobody's behalf: what is begun here may serve many. */
export const withoutContext = <T>(run: () => T): T => contexts.run(undefined, run);

export const currentRequestId = (): string | undefined => contexts.getStore()?.requestId;

export const currentTrace = (): Trace | undefined => contexts.getStore()?.trace;

/** Says which object the work at hand is about: its log lines and spans name it from here on. */
export function noteObject(id: string): void {
  const about = contexts.getStore()?.about;
  if (about !== undefined) about.objectId = id;
}

export const currentObjectId = (): string | undefined => contexts.getStore()?.about?.objectId;

/** Counts a statement for the recorded span that it was made in, if there is one. */
export function noteStatement(seconds: number): void {
  const sql = contexts.getStore()?.sql;
  if (sql === undefined) return;
  sql.statements += 1;
  sql.ms += seconds * 1_000;
}

/** For how long, in ms, somebody still waits for what is done here; Infinity where no caller has said. */
export const awaitedForMs = (): number => (contexts.getStore()?.awaitedUntil ?? Infinity) - performance.now();

/** What a log line shows of its context. */
export function contextFields(): Readonly<Record<string, string>> {
  const context = contexts.getStore();
  if (context === undefined) return {};
  const { requestId, trace, about } = context;
  const object = about?.objectId === undefined ? {} : { object_id: about.objectId };
  const request = requestId === undefined ? object : { request_id: requestId, ...object };
  return trace === undefined ? request : { ...request, ...traceFields(trace) };
}

/** The ids of a trace as log lines name them. */
export const traceFields = (trace: Trace): { readonly trace_id: string; readonly span_id: string } => ({
  trace_id: traceIdOf(trace),
  span_id: spanIdOf(trace),
});
