import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";

/** A request as it came, and the answer that a lie may change. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface LyingProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** Passes every request on, and lets `lie` change the answers. */
export async function startLyingProxy(
  target: string,
  lie: (exchange: Exchange) => void,
): Promise<LyingProxy> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const exchange = await passed(target, request);
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

const KEPT = ["authorization", "content-type", "idempotency-key"];
const TOLD = ["content-type", "idempotent-replayed", "retry-after", "location"];

async function passed(target: string, request: IncomingMessage): Promise<Exchange> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method = "GET", url: path = "/" } = request;
  const headers = KEPT.flatMap((name) =>
    typeof request.headers[name] === "string" ? [[name, request.headers[name]] as const] : [],
  );
  const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
  const answer = await fetch(`${target}${path}`, {
    method,
    headers: Object.fromEntries(headers),
    redirect: "manual",
    ...body,
  });
  const told = TOLD.flatMap((name) =>
    answer.headers.has(name) ? [[name, answer.headers.get(name) ?? ""] as const] : [],
  );
  return {
    method,
    path,
    status: answer.status,
    headers: Object.fromEntries(told),
    body: await answer.text(),
  };
}
