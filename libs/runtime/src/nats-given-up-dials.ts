import type { Socket } from "node:net";
import { NodeTransport } from "nats/lib/src/node_transport.js";

const transport = NodeTransport.prototype;
// oxlint-disable-next-line typescript/unbound-method -- called with their instance
const { close, peekInfo } = transport;

/**
 * Makes the NATS client close what it gives up. As it is (2.29), a dial that timed out leaves its socket open. A
 * server that was frozen answers it later and ends it, since nobody logs in there; the client takes that for the end
 * of the connection it has meanwhile, and dials again without closing that one. It still holds its
 * queue subscriptions: the server hands it its share of all calls, and nobody answers them.
 */
export function closeGivenUpDials(): void {
  transport.close = function (this: NodeTransport, error) {
    if (this.connected) return close.call(this, error);
    this.done = true;
    const { socket }: { socket?: Socket } = this;
    socket?.destroy();
    return Promise.resolve();
  };
  // Given up before there was a socket: it is closed as soon as there is one.
  transport.peekInfo = function (this: NodeTransport) {
    return this.done ? Promise.reject(new Error("given up")) : peekInfo.call(this);
  };
}
