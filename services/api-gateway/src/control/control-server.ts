import { databaseIsAway } from "@flowlix/persistence";
import { createHash, timingSafeEqual } from "node:crypto";
import { ERROR_CATALOGUE } from "@flowlix/contracts";
import {
  createHttpListener,
  isDomainError,
  isTransportError,
  newId,
  TIME_LADDER,
  type Logger,
} from "@flowlix/runtime";
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { Refusal, type RefusalCode } from "../store/refusal.ts";
import { controlPages } from "./control-pages.ts";
import { isPlainText, type ControlRequest } from "./control-request.ts";

export interface ControlRoute {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  /** Where it has to be more than the 16 KiB of every other route. */
  readonly bodyBytesMax?: number;
  handle(request: ControlRequest): Promise<unknown>;
}

/** An answer that is a part of a page. */
export class HtmlPart {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export interface ControlServerDeps {
  readonly token: string;
  readonly routes: readonly ControlRoute[];
  readonly logger: Logger;
}

const BODY_BYTES_MAX = 16 * 1024;
const ACTOR_LENGTH_MAX = 200;
/** Operators' tools on this machine. */
const CONNECTIONS_MAX = 64;

const STATUS: Readonly<Record<RefusalCode, number>> = {
  unauthorised: 401,
  invalid_argument: 400,
  not_found: 404,
  refused: 409,
  internal_error: 500,
  unavailable: 503,
};

/**
 * The operators' API (docs/design/architecture.md#control): on a loopback listener of its own, behind one bearer token,
 * JSON both ways. Every act names its actor in the header `Actor`.
 */
export function createControlServer(deps: ControlServerDeps): FastifyInstance {
  const connections = createHttpListener({ connectionsMax: CONNECTIONS_MAX });
  const app = fastify({ logger: false, bodyLimit: BODY_BYTES_MAX, serverFactory: connections.serve });
  app.addHook("preClose", () => connections.stop({ drainMs: 0, servedMs: TIME_LADDER.requestMs }));
  const expected = digest(`Bearer ${deps.token}`);
  const pages = new Set(controlPages.map(({ path }) => path));
  app.addHook("onRequest", async (request) => {
    if (pages.has(request.routeOptions.url ?? "")) return;
    const given = digest(request.headers.authorization ?? "");
    if (!timingSafeEqual(given, expected))
      throw new Refusal("unauthorised", "the control token is missing or wrong");
  });
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal === null)
      deps.logger.error({ err: error, route: request.routeOptions.url }, "control request failed");
    const { code, message, argument } =
      refusal ?? new Refusal("internal_error", "something unexpected happened; see the gateway's log");
    return reply
      .code(STATUS[code])
      .send({ error: { code, message, ...(argument === undefined ? {} : { argument }) } });
  });
  app.setNotFoundHandler(() => {
    throw new Refusal("not_found", "no such control route");
  });
  for (const { path, page } of controlPages)
    app.get(path, async (request, reply) => {
      const { status, headers, contentType, body } = page(stringsOf(request.params));
      return reply.code(status).headers(headers).type(contentType).send(body);
    });
  for (const route of deps.routes) {
    app.route({
      method: route.method,
      url: route.path,
      ...(route.bodyBytesMax === undefined ? {} : { bodyLimit: route.bodyBytesMax }),
      handler: async (request, reply) => send(reply, await handled(route, controlRequest(request))),
    });
  }
  return app;
}

/** Where its owner failed, the answer has the request's id: the owner's log says why under that id. */
async function handled(route: ControlRoute, request: ControlRequest): Promise<unknown> {
  try {
    return await route.handle(request);
  } catch (error) {
    if (!isDomainError(error) || error.type !== "internal_error") throw error;
    const words = "the service that owns this failed: see its log, request";
    throw new Refusal("internal_error", `${words} ${request.requestId}`);
  }
}

const send = (reply: FastifyReply, answer: unknown): FastifyReply =>
  answer instanceof HtmlPart
    ? reply
        .headers({ "Content-Security-Policy": "default-src 'none'", "X-Content-Type-Options": "nosniff" })
        .type("text/html; charset=utf-8")
        .send(answer.text)
    : reply.send(answer);

/** Digests of one length, so that the comparison shows nothing of the token's length. */
const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

function controlRequest(request: FastifyRequest): ControlRequest {
  return {
    actor: actorOf(request.headers["actor"]),
    params: stringsOf(request.params),
    args: { ...recordOf(request.query), ...recordOf(request.body) },
    requestId: newId("request"),
  };
}

/** Percent-encoded, because headers carry no other alphabets. */
function actorOf(header: string | string[] | undefined): string {
  const actor = typeof header === "string" ? decodedActor(header) : "";
  if (!isPlainText(actor, ACTOR_LENGTH_MAX)) {
    throw new Refusal(
      "invalid_argument",
      `actor must be a text of 1 to ${ACTOR_LENGTH_MAX} characters`,
      "actor",
    );
  }
  return actor.trim();
}

function decodedActor(header: string): string {
  try {
    return decodeURIComponent(header);
  } catch {
    return "";
  }
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};

const stringsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(recordOf(value)).map(([name, text]) => [name, String(text)]));

/** Refusals of an owner that are about one argument. */
const ARGUMENT_FAULTS: ReadonlySet<string> = new Set(["parameter_invalid", "invalid_search_criteria"]);

/** What an operator may see; null for what only the log may hold. */
function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (databaseIsAway(error)) return new Refusal("unavailable", "the database does not answer");
  if (isTransportError(error))
    return new Refusal("unavailable", "the service that owns this does not answer");
  if (isDomainError(error)) {
    const { param } = error;
    if (param !== undefined && ARGUMENT_FAULTS.has(error.type))
      return new Refusal("invalid_argument", `${param} is not accepted`, param);
    const code =
      error.type === "object_not_found"
        ? "not_found"
        : error.type === "service_unavailable"
          ? "unavailable"
          : "refused";
    // The catalogue speaks to a merchant, of a merchant's objects.
    const message = code === "not_found" ? "no service knows this id" : ERROR_CATALOGUE[error.type].message;
    return new Refusal(code, message);
  }
  const isClientFault = error instanceof Error && "statusCode" in error && Number(error.statusCode) < 500;
  return isClientFault ? new Refusal("invalid_argument", "the request could not be read") : null;
}
