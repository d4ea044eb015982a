import { NodeTransport } from "nats/lib/src/node_transport.js";

/** What of the client's transport is used here; its own types call some of it private. */
interface Dial {
  connected: boolean;
  done: boolean;
  socket?: { destroy(): void } | undefined;
  peekInfo(): Promise<object>;
  close(error?: Error): Promise<void>;
}

const transport = NodeTransport.prototype as unknown as Dial;
const { close, peekInfo } = transport;

/**
 * Makes the NATS client close what it gives up. As it is (2.29), a dial that timed out leaves its socket open. A
 * server that was frozen answers it later and ends it, since nobody logs in there; the client takes that for the end
 * of the connection it has meanwhile, and dials again without closing that one. It still holds its
 * queue subscriptions: the server hands it its share of all calls, and nobody answers them.
 */
export function closeGivenUpDials(): void {
  transport.close = function (this: Dial, error) {
    if (this.connected) return close.call(this, error);
    this.done = true;
    this.socket?.destroy();
    return Promise.resolve();
  };
  // Given up before there was a socket: it is closed as soon as there is one.
  transport.peekInfo = function (this: Dial) {
    return this.done ? Promise.reject(new Error("given up")) : peekInfo.call(this);
  };
}
