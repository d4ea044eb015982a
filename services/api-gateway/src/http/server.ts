import { ERROR_CATALOGUE, isId } from "@flowlix/contracts";
import {
  createHttpListener,
  DomainError,
  HTTP_BOUNDS,
  incomingTrace,
  modeOf,
  newId,
  newTrace,
  traceFields,
  withContext,
  type Logger,
  type Tracer,
  queryOf,
} from "@flowlix/runtime";
import { deadlineIn } from "@flowlix/provider";
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { admit, type AdmitDeps } from "./admit.ts";
import type { Answer, BytesAnswer } from "./answer.ts";
import { domainErrorOf, errorAnswer } from "./error-answer.ts";
import type { Exchange } from "./exchange.ts";
import type { HttpMetrics } from "./http-metrics.ts";
import { BODY_BYTES_MAX, mediaTypeRefusal } from "./read-json.ts";
import { pathParamsOf, pathToMatch, registerRoutes } from "./register-routes.ts";
import type { ApiRequest, Route } from "./route.ts";
import { refuseBytes, serveOddRequests } from "./socket-errors.ts";
import { noteAnswered } from "../request-log/note-answered.ts";
import type { RequestLog } from "../request-log/request-log.ts";

export interface HttpServerDeps extends Omit<AdmitDeps, "templates"> {
  readonly routes: readonly Route[];
  readonly logger: Logger;
  readonly metrics: HttpMetrics;
  /** Absent where no spans are exported. */
  readonly tracer?: Tracer | undefined;
  /** Where requests of Sandbox keys are kept for who sent them. */
  readonly requestLog: Pick<RequestLog, "note">;
  readonly requestDeadlineMs: number;
  /** How merchants reach this listener. */
  readonly publicUrl: string;
  /** At once; of those beyond nothing is read. */
  readonly connectionsMax: number;
}

/** The listener's settings and whether it has stopped accepting. */
interface Listener extends HttpServerDeps {
  closing: boolean;
}

/** Time in which connections in use learn that they end. Without any, a stop does not wait. */
const LINGER_MS = 1_000;
/** Beyond the request's deadline: a last answer still has to be written. */
const CLOSE_GRACE_MS = 1_000;

/** A client that went away before its answer; logs and metrics only. */
const STATUS_ABANDONED = 499;
const SERVER_ERROR_STATUS = 500;

const EMPTY_BODY = Buffer.alloc(0);

/**
 * The public listener. Paths are matched as they were sent: a malformed escape is a fault of its value, after the key.
 */
export function createHttpServer(deps: HttpServerDeps): FastifyInstance {
  const connections = createHttpListener({
    connectionsMax: deps.connectionsMax,
    onRefused: () => deps.metrics.connectionRefused(),
    requireHostHeader: false,
  });
  deps.metrics.connections(() => connections.open());
  const listener: Listener = { ...deps, closing: false };
  const admission = { ...deps, templates: [...new Set(deps.routes.map(({ template }) => template))] };
  const app = fastify({
    logger: false,
    bodyLimit: BODY_BYTES_MAX,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: "idle",
    genReqId: () => newId("request"),
    rewriteUrl: ({ url = "" }) => pathToMatch(url),
    routerOptions: { maxParamLength: HTTP_BOUNDS.headerBytes },
    serverFactory: (handler) => serveOddRequests(connections.serve(handler), connections, deps.publicUrl),
    clientErrorHandler: (_error, socket) => refuseBytes(connections, socket, deps.publicUrl),
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.addHook("onRequest", async (request, reply) => {
    request.exchange = newExchange(deps, request);
    deps.metrics.started();
    reply.header("Request-Id", request.id);
    await within(request, () => admit(admission, request, reply));
  });
  app.addHook("onResponse", async (request, reply) => observe(deps, request, reply));
  app.addHook("preClose", async () => {
    listener.closing = true;
    await connections.stop({ drainMs: LINGER_MS, servedMs: deps.requestDeadlineMs + CLOSE_GRACE_MS });
  });
  app.setErrorHandler((error, request, reply) => refuse(listener, error, request, reply));
  registerRoutes(app, deps.routes, (request, reply) => serve(listener, request, reply));
  return app;
}

/** A mistake in the caller's headers of a trace is no fault of the request: then a trace begins here. */
function newExchange(
  { requestDeadlineMs, tracer }: Pick<HttpServerDeps, "requestDeadlineMs" | "tracer">,
  { headers, id }: FastifyRequest,
): Exchange {
  const parent = incomingTrace(headers);
  const attributes = { "flowlix.request_id": id };
  const span = tracer?.start({ name: "request", kind: "server", parent, fromOutside: true, attributes });
  return {
    trace: span?.trace ?? parent ?? newTrace(),
    span,
    startedAtMs: performance.now(),
    deadline: deadlineIn(requestDeadlineMs),
    template: "unmatched",
    route: null,
    caller: null,
    idempotencyKey: "",
    objectId: undefined,
    errorCode: undefined,
    answer: undefined,
  };
}

/** Hooks and handlers of one request may run in contexts of their own. */
const within = <T>({ id: requestId, exchange }: FastifyRequest, run: () => T): T =>
  withContext({ requestId, trace: exchange.trace, about: exchange }, run);

async function serve(
  listener: Listener,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { route, caller, idempotencyKey } = request.exchange;
  if (route === null) throw new DomainError("internal_error");
  const open = apiRequestOf(request);
  if (route.access === "open") return send(listener, reply, await within(request, () => route.handle(open)));
  if (caller === null) throw new DomainError("internal_error");
  const asked = { ...open, caller, idempotencyKey };
  return send(listener, reply, await within(request, () => route.handle(asked)));
}

const apiRequestOf = (request: FastifyRequest): ApiRequest => ({
  requestId: request.id,
  params: pathParamsOf(request.params),
  query: queryOf(request.originalUrl),
  headers: request.headers,
  body: Buffer.isBuffer(request.body) ? request.body : EMPTY_BODY,
  remoteAddress: request.socket.remoteAddress ?? "",
  deadline: request.exchange.deadline,
});

const asIs = (payload: unknown): string => (typeof payload === "string" ? payload : "");

/** Every object of the API begins with its id. */
const ANSWERED_ID = /^\{"id":"([^"]{1,40})"/;

function send(listener: Listener, reply: FastifyReply, answer: Answer | BytesAnswer): FastifyReply {
  if (typeof answer.body === "string") {
    const [, id] = ANSWERED_ID.exec(answer.body) ?? [];
    if (isObjectId(id)) reply.request.exchange.objectId ??= id;
    reply.request.exchange.answer = answer.body;
  }
  // A connection that stays open after its last answer would hold up the stop.
  if (listener.closing) reply.header("Connection", "close");
  if (answer.headers !== undefined) reply.headers(answer.headers);
  // With a serialiser of our own Fastify adds no character set to the media type.
  return reply
    .code(answer.status)
    .header("Content-Type", answer.contentType ?? "application/json")
    .serializer(asIs)
    .send(answer.body);
}

function refuse(
  listener: Listener,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { route, trace } = request.exchange;
  if (isBodyFault(error) && route?.access === "open" && route.unreadable !== undefined)
    return send(listener, reply, route.unreadable(apiRequestOf(request)));
  const refusal = isBodyFault(error) ? bodyRefusal(error, request) : domainErrorOf(error);
  request.exchange.errorCode = refusal.type;
  if (ERROR_CATALOGUE[refusal.type].status >= 500) {
    listener.logger.error(
      { request_id: request.id, ...traceFields(trace), code: refusal.type, err: refusal },
      "request failed",
    );
  }
  return send(
    listener,
    reply,
    errorAnswer(refusal, { requestId: request.id, publicUrl: listener.publicUrl }),
  );
}

/** Fastify's own refusals of a body: too large, another length than announced, an unreadable media type. */
function isBodyFault(error: unknown): error is Error & { readonly code: string } {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return false;
  return error.code.startsWith("FST_ERR_CTP_") || error.code === "ECONNRESET";
}

function bodyRefusal({ code }: { readonly code: string }, { headers }: FastifyRequest): DomainError {
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return mediaTypeRefusal(headers["content-type"]);
  const explanation =
    code === "FST_ERR_CTP_BODY_TOO_LARGE"
      ? `The body is larger than ${BODY_BYTES_MAX} bytes.`
      : "The body did not arrive as its headers announce it.";
  return new DomainError("request_body_invalid", { explanation });
}

const OBJECT_KINDS = ["payment", "refund", "payout", "event", "webhook_endpoint"] as const;

const isObjectId = (text: unknown): text is string => OBJECT_KINDS.some((kind) => isId(kind, text));

/** The object that the request was about: as it was found out, or as its path names one of that shape. */
function objectIdOf({ exchange, params }: FastifyRequest): string | undefined {
  if (exchange.objectId !== undefined) return exchange.objectId;
  return Object.values(pathParamsOf(params)).find(isObjectId);
}

const hasReplayed = (reply: FastifyReply): boolean => reply.getHeader("Idempotent-Replayed") === "true";

/** One line and one sample for each request: never a body, a header or a query. */
function observe(deps: HttpServerDeps, request: FastifyRequest, reply: FastifyReply): void {
  const { template, startedAtMs, trace, span, caller, errorCode } = request.exchange;
  const objectId = objectIdOf(request);
  const durationMs = performance.now() - startedAtMs;
  const status = reply.raw.writableFinished ? reply.statusCode : STATUS_ABANDONED;
  const method = deps.metrics.ended({
    route: template,
    method: request.method,
    mode: caller === null ? "none" : modeOf(caller.livemode),
    status,
    seconds: durationMs / 1000,
  });
  span?.end({
    name: `${method} ${template}`,
    attributes: {
      "http.request.method": method,
      "http.route": template,
      "http.response.status_code": status,
      ...(objectId === undefined ? {} : { "flowlix.object_id": objectId }),
      ...(errorCode === undefined ? {} : { "error.type": errorCode }),
    },
    failed: status >= SERVER_ERROR_STATUS,
  });
  noteAnswered(deps.requestLog, request, {
    status,
    method,
    durationMs,
    objectId,
    isReplay: hasReplayed(reply),
  });
  deps.logger.info(
    {
      request_id: request.id,
      ...traceFields(trace),
      route: template,
      method: request.method,
      status,
      duration_ms: Math.round(durationMs * 10) / 10,
      // What is not known is left out of the line.
      merchant_id: caller?.merchantId,
      key_id: caller?.keyId,
      object_id: objectId,
      code: errorCode,
    },
    "request",
  );
}
