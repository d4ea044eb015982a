import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { DomainError, newId } from "@flowlix/runtime";
import { errorAnswer } from "./error-answer.ts";

/** Remembers what each connection is busy with, for the moment when its next bytes are no HTTP. */
export interface SocketErrors {
  serving(request: IncomingMessage): void;
  answered(request: IncomingMessage): void;
  /** For Fastify's `clientErrorHandler`. */
  handle(error: Error, socket: Socket): void;
}

/**
 * Answers what never became a request: malformed HTTP, headers too large, a request that never ends.
 * Such an answer has the envelope and a Request-Id too (decisions §1).
 */
export function createSocketErrors(): SocketErrors {
  const unanswered = new WeakMap<Duplex, IncomingMessage>();
  return {
    serving: (request) => void unanswered.set(request.socket, request),
    answered: (request) => void unanswered.delete(request.socket),
    handle(_error, socket) {
      // Bytes behind a complete request are not its fault: an answer here would pass for that request's.
      const answerIsDue = unanswered.get(socket)?.complete === true;
      if (socket.writable && !answerIsDue) writeRefusal(socket, "invalid_request");
      else socket.destroy();
    },
  };
}

/** Node gives tunnels and unknown expectations a way of their own; here they are requests like others. */
export function serveOddRequests(server: Server): void {
  server.on("connect", (_request, socket) => writeRefusal(socket, "method_not_allowed", ["Allow: "]));
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
}

function writeRefusal(
  socket: Duplex,
  code: "invalid_request" | "method_not_allowed",
  headers: readonly string[] = [],
): void {
  const requestId = newId("request");
  const { status, body } = errorAnswer(new DomainError(code), requestId);
  const lines = [
    `HTTP/1.1 ${status} ${code === "invalid_request" ? "Bad Request" : "Method Not Allowed"}`,
    `Request-Id: ${requestId}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
    "Connection: close",
  ];
  socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`);
}
