import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import { DomainError, newId, type HttpListener } from "@flowlix/runtime";
import { errorAnswer } from "./error-answer.ts";

/**
 * Answers what never became a request: malformed HTTP, headers too large, a request that never ends.
 * Such an answer has the envelope and a Request-Id too (docs/design/decisions.md#errors).
 */
export function refuseBytes(connections: HttpListener, socket: Duplex, publicUrl: string): void {
  connections.refuse(socket, refusal("invalid_request", publicUrl));
}

/** Node gives tunnels and unknown expectations a way of their own; here they are requests like others. */
export function serveOddRequests(server: Server, connections: HttpListener, publicUrl: string): Server {
  server.on("connect", (_request, socket) =>
    connections.refuse(socket, refusal("method_not_allowed", publicUrl, ["Allow: "])),
  );
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  return server;
}

const EXPLANATIONS = {
  invalid_request:
    "This is not a request of HTTP/1.1 that can be read, its headers are too large, or it did not end in time.",
  method_not_allowed: "CONNECT is not supported here.",
} as const;

function refusal(
  code: "invalid_request" | "method_not_allowed",
  publicUrl: string,
  headers: readonly string[] = [],
): string {
  const requestId = newId("request");
  const error = new DomainError(code, { explanation: EXPLANATIONS[code] });
  const { status, body } = errorAnswer(error, { requestId, publicUrl });
  const lines = [
    `HTTP/1.1 ${status} ${code === "invalid_request" ? "Bad Request" : "Method Not Allowed"}`,
    `Request-Id: ${requestId}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
    "Connection: close",
  ];
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}
