import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";
import { waitFor } from "./wait-for.ts";

export interface ReceivedRequest {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface ReceiverAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Decides the answer of a request; `"destroy"` cuts the connection without one. */
export type Responder = (
  request: ReceivedRequest,
) => ReceiverAnswer | "destroy" | Promise<ReceiverAnswer | "destroy">;

export interface HttpReceiver {
  readonly url: string;
  /** Everything received so far, oldest first. */
  readonly requests: readonly ReceivedRequest[];
  answerWith(responder: Responder): void;
  /** Waits until as many requests as that have arrived. */
  received(count: number): Promise<readonly ReceivedRequest[]>;
  close(): Promise<void>;
}

/** An HTTP server on the loopback address that keeps what it receives; answers 200 by default. */
export async function startReceiver(responder: Responder = () => ({ status: 200 })): Promise<HttpReceiver> {
  const requests: ReceivedRequest[] = [];
  let respond = responder;
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const { method = "", url: path = "", headers } = incoming;
      const request = { method, path, headers, body: await buffer(incoming) };
      requests.push(request);
      const answer = await respond(request);
      if (answer === "destroy") incoming.socket.destroy();
      else outgoing.writeHead(answer.status, answer.headers).end(answer.body);
    })().catch(() => incoming.socket.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answerWith: (next) => (respond = next),
    received: (count) => waitFor(`${count} requests`, () => requests.length >= count && requests),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
