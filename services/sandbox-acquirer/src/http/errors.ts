import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { QueueFull } from "@flowlix/persistence";
import type { Logger } from "@flowlix/runtime";

/** Codes of this API's errors (docs/sandbox-acquirer.md, Errors). */
export type AcquirerErrorCode =
  | "unauthorised"
  | "forbidden"
  | "invalid_request"
  | "route_not_found"
  | "order_not_found"
  | "reference_conflict"
  | "not_charged"
  | "already_refunded"
  | "refund_not_found"
  | "payout_not_found"
  | "throttled"
  | "unavailable"
  | "not_executed"
  | "internal_error";

export interface ErrorBody {
  readonly error: {
    readonly code: AcquirerErrorCode;
    readonly message: string;
    /** The field at fault, as a path. */
    readonly param?: string;
    /** Present and false where it is certain that this request executed nothing. */
    readonly executed?: false;
  };
}

export const errorBody = (
  code: AcquirerErrorCode,
  message: string,
  details: { param?: string; executed?: false } = {},
): ErrorBody => ({ error: { code, message, ...details } });

/** The same envelope for every error. Nothing of the request is repeated in it. */
export function useErrorEnvelope(app: FastifyInstance, logger: Logger): void {
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send(errorBody("route_not_found", "No such route.")),
  );
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply, logger));
}

function answerError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  logger: Logger,
): FastifyReply {
  const fault = error.validation?.[0];
  if (fault !== undefined) {
    const param = pathOf(fault.instancePath, fault.params);
    const allowed = Array.isArray(fault.params["allowedValues"])
      ? `: ${fault.params["allowedValues"].join(", ")}`
      : "";
    const message = `${param || "the body"} ${fault.message ?? "is not valid"}${allowed}`;
    return reply.code(400).send(errorBody("invalid_request", message, { param, executed: false }));
  }
  if (error.name === "QueueFull" || error instanceof QueueFull) {
    return reply
      .code(503)
      .header("retry-after", "1")
      .send(errorBody("unavailable", "Too many requests are waiting.", { executed: false }));
  }
  const status = error.statusCode ?? 500;
  // Parser messages may quote the body, and a body may hold a card.
  if (status < 500)
    return reply
      .code(status)
      .send(errorBody("invalid_request", "The request could not be read.", { executed: false }));
  logger.error({ err: error, route: request.routeOptions.url, method: request.method }, "a request failed");
  return reply
    .code(500)
    .send(
      errorBody("internal_error", "Something unexpected happened; whether it was executed is not known."),
    );
}

/** `rules[0].fault` from a JSON pointer and, for a missing or unknown property, its name. */
function pathOf(pointer: string, params: Record<string, unknown>): string {
  const name = params["missingProperty"] ?? params["additionalProperty"];
  const parts = [
    ...pointer.split("/").filter((part) => part !== ""),
    ...(typeof name === "string" ? [name] : []),
  ];
  return parts
    .map((part, index) => (/^[0-9]+$/.test(part) ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join("");
}
