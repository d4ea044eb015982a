import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import type { Evidence, ProviderCallback, VerifyCallbacks } from "@flowlix/provider";

/** Where an acquirer's webhooks come in: verified, and kept once by their id, as owners keep them. */
export interface WebhookInbox {
  readonly url: string;
  kept(reference: string): readonly Evidence[];
  all(): readonly ProviderCallback[];
  /** When nothing has come for that long, or eight seconds are over: less than any call of the suite may take. */
  quietFor(ms: number): Promise<void>;
  stop(): Promise<void>;
}

const LONGEST_MS = 8_000;

export async function openInbox(port: number, verify: () => VerifyCallbacks): Promise<WebhookInbox> {
  const kept = new Map<string, ProviderCallback>();
  let lastAt = performance.now();
  async function take(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    lastAt = performance.now();
    const callbacks = verify()(incoming.headers, body);
    for (const callback of callbacks ?? [])
      if (!kept.has(callback.callbackId)) kept.set(callback.callbackId, callback);
    outgoing.writeHead(callbacks === null ? 401 : 200).end();
  }
  const server = createServer((incoming, outgoing) => {
    take(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the inbox has no port");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    all: () => [...kept.values()],
    kept: (reference) =>
      [...kept.values()].flatMap(({ claimedState: _claimed, evidence, ...callback }) =>
        callback.reference === reference && evidence !== undefined ? [{ ...callback, evidence }] : [],
      ),
    async quietFor(ms) {
      const began = performance.now();
      for (;;) {
        const until = Math.min(Math.max(lastAt, began) + ms, began + LONGEST_MS);
        const leftMs = until - performance.now();
        if (leftMs <= 0) return;
        await new Promise((resolve) => setTimeout(resolve, leftMs));
      }
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
