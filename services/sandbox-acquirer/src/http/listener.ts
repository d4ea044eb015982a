import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";

export interface Listener {
  /** `http://host:port`, with the port the system chose where 0 was asked for. */
  readonly url: string;
  /** Refuses connections and ends those there are, or accepts them again on the same port. */
  setRefusing(refusing: boolean): Promise<void>;
  /** Accepts nothing new and resolves when the requests under way were answered. */
  close(): Promise<void>;
}

/** Rejects with a message of one line when the port is taken. */
export async function listen(
  app: FastifyInstance,
  at: { readonly name: string; readonly host: string; readonly port: number },
): Promise<Listener> {
  try {
    await app.listen({ host: at.host, port: at.port });
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE")) throw cause;
    throw Object.assign(
      new Error(`${at.name}: ${at.host}:${at.port} is in use by another program`, { cause }),
      { code: "EADDRINUSE" },
    );
  }
  const { address, family, port } = addressOf(app);
  /** One change after the other, whether or not the one before succeeded. */
  let changes = Promise.resolve();

  async function change(refusing: boolean): Promise<void> {
    if (refusing !== app.server.listening) return;
    if (refusing) {
      const closed = once(app.server, "close");
      app.server.close();
      app.server.closeAllConnections();
      await closed;
    } else {
      app.server.listen(port, at.host);
      await once(app.server, "listening");
    }
  }

  return {
    url: `http://${family === "IPv6" ? `[${address}]` : address}:${port}`,
    setRefusing(refusing) {
      const changed = changes.then(() => change(refusing));
      changes = changed.catch(() => undefined);
      return changed;
    },
    async close() {
      await changes;
      await app.close();
    },
  };
}

function addressOf(app: FastifyInstance): AddressInfo {
  const address = app.server.address();
  if (address === null || typeof address === "string") throw new Error("the listener has no port");
  return address;
}
