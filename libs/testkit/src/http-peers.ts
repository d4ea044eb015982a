import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A peer of an HTTP listener that leaves its connection in some state and never closes it by itself. */
export interface HttpPeer {
  /** What it does, to be read after "a peer that". */
  readonly name: string;
  /** Resolves when it has done so; the caller destroys it. */
  open(url: string): Promise<Socket>;
}

const HOST = "Host: 127.0.0.1\r\n";

/** Every way to hold a connection without being served over it. */
export const HTTP_PEERS: readonly HttpPeer[] = [
  { name: "never says anything", open: connected },
  {
    name: "was answered and keeps its connection",
    open: async (url) => {
      const socket = await sent(url, `GET /livez HTTP/1.1\r\n${HOST}\r\n`);
      await once(socket, "data");
      return socket;
    },
  },
  { name: "sent half its headers", open: (url) => sent(url, `GET /livez HTTP/1.1\r\n${HOST}A: b`) },
  {
    name: "sent half its body",
    open: (url) => sent(url, `POST /faults HTTP/1.1\r\n${HOST}Content-Length: 100\r\n\r\n{"rules"`),
  },
  { name: "was refused for bytes that are no HTTP", open: (url) => refused(url, "nonsense\r\n\r\n") },
  {
    name: "was refused for headers that are too large",
    open: (url) => refused(url, `GET / HTTP/1.1\r\n${HOST}A: ${"x".repeat(20_000)}\r\n\r\n`),
  },
  { name: "was refused a tunnel", open: (url) => refused(url, `CONNECT x:1 HTTP/1.1\r\n${HOST}\r\n`) },
];

async function connected(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  // It does not answer the end of the other direction with its own.
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

async function sent(url: string, bytes: string): Promise<Socket> {
  const socket = await connected(url);
  await write(socket, bytes);
  return socket;
}

async function write(socket: Socket, bytes: string): Promise<void> {
  await new Promise<void>((resolve) => void socket.write(bytes, () => resolve()));
}

async function refused(url: string, bytes: string): Promise<Socket> {
  const socket = await connected(url);
  // Also where the end comes before all is written.
  const over = new Promise<void>((resolve) => {
    for (const event of ["end", "close"]) socket.once(event, () => resolve());
  });
  socket.resume();
  await write(socket, bytes);
  await over;
  return socket;
}
