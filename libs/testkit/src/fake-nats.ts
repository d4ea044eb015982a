import { once } from "node:events";
import { createServer } from "node:net";

export interface FakeNats {
  readonly url: string;
  stop(): Promise<void>;
}

export interface FakeNatsOptions {
  /** What it says of itself. */
  readonly maxPayload: number;
  /** Chosen by the system unless named. */
  readonly port?: number;
}

/** As much of a nats-server as lets a client in, on the loopback address. */
export async function startFakeNats({ maxPayload, port = 0 }: FakeNatsOptions): Promise<FakeNats> {
  const info = { server_id: "S", version: "2.11.0", proto: 1, headers: true, max_payload: maxPayload };
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (data) => {
      for (const _ of data.toString().matchAll(/^PING\r$/gm)) socket.write("PONG\r\n");
    });
    socket.write(`INFO ${JSON.stringify(info)}\r\n`);
  });
  await once(server.listen(port, "127.0.0.1"), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the bus listens on no port");
  return {
    url: `nats://127.0.0.1:${address.port}`,
    stop: async () => void (await once(server.close(), "close")),
  };
}
