import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Fault, Faults } from "./faults.ts";
import { isObject, type DoubleAnswer, type DoubleHandler, type DoubleRequest } from "./messages.ts";

export interface DoubleServerOptions {
  /** 0 for any that is free. */
  readonly port: number;
  readonly faults: Faults;
  readonly handle: DoubleHandler;
}

export interface DoubleServer {
  readonly url: string;
  /** Host and port. */
  readonly host: string;
  /** Every request that came, oldest first. Bodies hold card numbers: for the eyes of a test alone. */
  readonly seen: readonly DoubleRequest[];
  /** Nobody is there: what was connected is cut off, and no connection is taken until `comeBack`. */
  goAway(): Promise<void>;
  /** At the same address. */
  comeBack(): Promise<void>;
  stop(): Promise<void>;
}

/** No request that an acquirer gets is nearly as long. */
const KEPT_REQUESTS_MAX = 10_000;

/** The HTTP server of a double, on the loopback address; what was planned goes wrong. */
export async function startDoubleServer(options: DoubleServerOptions): Promise<DoubleServer> {
  const { faults, handle } = options;
  const seen: DoubleRequest[] = [];
  const sockets = new Set<Socket>();

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? "/", "http://double");
    const request: DoubleRequest = {
      method: incoming.method ?? "",
      path: url.pathname,
      query: url.searchParams,
      headers: incoming.headers,
      body: await buffer(incoming),
    };
    if (request.path.startsWith("/__double/")) return send(outgoing, await handle(request));
    if (seen.length < KEPT_REQUESTS_MAX) seen.push(request);
    await answerWith(faults.take(request), () => handle(request), incoming, outgoing);
  }

  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch((error: unknown) => {
      // A double that breaks must not look like an acquirer that does.
      process.stderr.write(`double: ${String(error)}\n`);
      incoming.socket.destroy();
    });
  });
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
  });
  const listen = async (port: number): Promise<void> => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  async function goAway(): Promise<void> {
    if (!server.listening) return;
    const gone = once(server, "close");
    server.close();
    for (const socket of sockets) socket.destroy();
    await gone;
  }
  await listen(options.port);
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the double has no port");
  const host = `127.0.0.1:${address.port}`;
  return {
    url: `http://${host}`,
    host,
    seen,
    goAway,
    comeBack: () => listen(address.port),
    stop: goAway,
  };
}

async function answerWith(
  fault: Fault | null,
  execute: () => DoubleAnswer | Promise<DoubleAnswer>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  if (fault?.kind === "drop_before") return void incoming.socket.resetAndDestroy();
  if (fault?.kind === "answer_before") return send(outgoing, fault.answer);
  const answer = await execute();
  if (fault === null) return send(outgoing, answer);
  switch (fault.kind) {
    case "hang":
      return;
    case "drop_after":
      return void incoming.socket.resetAndDestroy();
    case "answer_after":
      return send(outgoing, fault.answer);
    case "changed":
      return send(outgoing, {
        ...answer,
        body: changed(answer.body, fault.set),
      });
    case "half":
      return send(outgoing, { ...answer, body: halfOf(textOf(answer.body)) });
    case "cut": {
      const text = textOf(answer.body);
      outgoing.writeHead(answer.status, { ...headersOf(answer), "content-length": Buffer.byteLength(text) });
      outgoing.write(halfOf(text), () => incoming.socket.resetAndDestroy());
      return;
    }
    default:
      return fault satisfies never;
  }
}

/** A document's properties, or those of each entry of a list. */
function changed(body: unknown, set: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(body)) return body.map((entry) => changed(entry, set));
  if (!isObject(body)) return body;
  return Array.isArray(body["data"]) ? { ...body, data: changed(body["data"], set) } : { ...body, ...set };
}

const textOf = (body: unknown): string =>
  typeof body === "string" ? body : body === undefined ? "" : JSON.stringify(body);
const halfOf = (text: string): string => text.slice(0, Math.floor(text.length / 2));
const headersOf = ({ body, headers }: DoubleAnswer) => ({
  ...(typeof body === "object" ? { "content-type": "application/json" } : {}),
  ...headers,
});

function send(outgoing: ServerResponse, answer: DoubleAnswer): void {
  outgoing.writeHead(answer.status, headersOf(answer)).end(textOf(answer.body));
}
