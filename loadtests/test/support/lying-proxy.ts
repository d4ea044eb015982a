import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { Socket } from "node:net";

/** A request as it came, and the answer that a lie may change. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A request before anybody has answered it. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  /** Which request of its connection it is, from 1: whether a connection that dies is one that was used before. */
  readonly nth: number;
}

/** How a request is cut off: before the API has seen it, or with its answer on the way. */
export type Cut = "unread" | "unanswered";

export interface LyingProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** Passes every request on, lets `lie` change the answers, and ends the connection of those that `cut` names. */
export async function startLyingProxy(
  target: string,
  lie: (exchange: Exchange) => void,
  cut: (asked: Asked) => Cut | null = () => null,
): Promise<LyingProxy> {
  const asked = new WeakMap<Socket, number>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const nth = (asked.get(request.socket) ?? 0) + 1;
    asked.set(request.socket, nth);
    const how = cut({ method: request.method ?? "GET", path: request.url ?? "/", nth });
    if (how === "unread") {
      request.resume();
      await once(request, "end");
      request.socket.destroy();
      return;
    }
    const exchange = await passed(target, request);
    if (how === "unanswered") {
      request.socket.destroy();
      return;
    }
    lie(exchange);
    const length = String(Buffer.byteLength(exchange.body));
    response.writeHead(exchange.status, { ...exchange.headers, "content-length": length });
    response.end(exchange.body);
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const SENT_HEADERS = ["authorization", "content-type", "idempotency-key"];
const ANSWERED_HEADERS = ["content-type", "idempotent-replayed", "retry-after", "location"];

async function passed(target: string, request: IncomingMessage): Promise<Exchange> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method = "GET", url: path = "/" } = request;
  const headers = SENT_HEADERS.flatMap((name) =>
    typeof request.headers[name] === "string" ? [[name, request.headers[name]] as const] : [],
  );
  const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
  const answer = await fetch(`${target}${path}`, {
    method,
    headers: Object.fromEntries(headers),
    redirect: "manual",
    ...body,
  });
  const kept = ANSWERED_HEADERS.flatMap((name) =>
    answer.headers.has(name) ? [[name, answer.headers.get(name) ?? ""] as const] : [],
  );
  return {
    method,
    path,
    status: answer.status,
    headers: Object.fromEntries(kept),
    body: await answer.text(),
  };
}
