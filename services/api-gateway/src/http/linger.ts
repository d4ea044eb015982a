import type { Server } from "node:http";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";

const LOOK_MS = 25;

/**
 * Between being told to stop and closing connections that are idle: a client, or an ingress, sends its next
 * request over a connection of before without knowing that it is about to end, and not everybody may send
 * such a request again. So for `limitMs` whatever still comes is answered, and told to close its connection;
 * less where none is open. Connections are then closed right after what has arrived was read, so that none
 * with a request in it passes for an idle one.
 */
export async function linger(server: Server, limitMs: number): Promise<void> {
  const until = performance.now() + limitMs;
  while (performance.now() < until && (await connectionsOf(server)) > 0) await pause(LOOK_MS);
  // A timer runs before arrived bytes are read, the next turn's begin after it.
  await nextTurn();
  server.closeIdleConnections();
}

/** Of a server that does not listen: none. */
function connectionsOf(server: Server): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  server.getConnections((_error, count) => resolve(count ?? 0));
  return promise;
}
