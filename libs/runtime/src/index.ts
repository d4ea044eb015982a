export type { ServiceBroker, ServiceSchema } from "moleculer";
export { DomainError, isDomainError } from "./domain-error.ts";
export { TransportError, isTransportError } from "./transport-error.ts";
export { clientFor, type Call, type Client } from "./typed-client.ts";
export { implement, type Handlers } from "./implement.ts";
export { createBroker, busCheck } from "./broker.ts";
export { idAfterRequest, newId, requestOfId, timeOfId } from "./ids.ts";
export { FORMATS, isNonblank, isText } from "./formats.ts";
export { compileSchema } from "./ajv.ts";
export { readConfig, type ConfigOf, type ConfigSpec, type Environment, type Setting } from "./config.ts";
export {
  choice,
  currencies,
  databaseUrl,
  duration,
  httpUrl,
  integer,
  optional,
  port,
  secretText,
  text,
  withoutTrailingSlashes,
} from "./settings.ts";
export { keyRing, type KeyRing } from "./key-ring.ts";
export { createLogger, LOG_LEVELS, type Logger } from "./logger.ts";
export { scrubLine } from "./scrub.ts";
export {
  currentObjectId,
  currentRequestId,
  currentTrace,
  noteObject,
  traceFields,
  withContext,
  withoutContext,
  type About,
  type RequestContext,
} from "./request-context.ts";
export { incomingTrace, isTraceparent, newTrace, type Trace } from "./trace-context.ts";
export { inNewTrace, outgoingCalls, type Span, type SpanEnd, type Tracer } from "./tracing.ts";
export { beginAtZero, createMetrics, DURATION_BUCKETS, type Metrics } from "./metrics.ts";
export { modeOf, type Mode } from "./mode.ts";
export { keptFor } from "./kept-for.ts";
export { healthOf } from "./health-of.ts";
export { createLoops, type FailingLoop, type Loop, type Loops, type LoopSpec } from "./loops.ts";
export { ownerGauge } from "./owner-gauge.ts";
export { poolMetrics } from "./pool-metrics.ts";
export { createReadiness } from "./readiness.ts";
export { repeatedFailures, type RepeatedFailures } from "./repeated-failures.ts";
export { DueSlots, JOB_SLOTS, workDue, type DueWork, type FreeSlots, type SlotBounds } from "./due-slots.ts";
export {
  createHttpListener,
  namesItsHost,
  HTTP_BOUNDS,
  type HttpListener,
  type HttpListenerOptions,
} from "./http-listener.ts";
export { connectionsWithin } from "./descriptors.ts";
export { inPieces, type WorkDone } from "./in-pieces.ts";
export { createFairQueue, type FairQueue } from "./fair-queue.ts";
export { ownerDeadlineMs, TIME_LADDER } from "./time-ladder.ts";
export { payloadProblem } from "./bus-payload.ts";
export { messageOf } from "./message-of.ts";
export { askHttp, whyNotOk, type HttpAnswer, type HttpQuestion } from "./ask-http.ts";
export { ConfigurationError, isConfigurationError } from "./configuration-error.ts";
export { idempotencyRetention } from "./idempotency-retention.ts";
export { requestDeadline } from "./request-deadline.ts";
export { defineModule, type Host, type Running, type ServiceModule } from "./service-module.ts";
export { runProcess, type ProcessHandle, type ProcessOptions } from "./process-host.ts";
export { runCommand } from "./run-command.ts";
export { MODES } from "./mode.ts";
export { parseQuery, queryOf, type QueryEntry } from "./query-text.ts";
export { kindOf, type AddressKind } from "./ssrf-guard/addresses.ts";
export { createResolve, type Resolve } from "./ssrf-guard/resolve.ts";
export { createSsrfGuard, type Reach, type SsrfGuard } from "./ssrf-guard/ssrf-guard.ts";
