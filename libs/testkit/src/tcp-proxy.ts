import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A fault point on any TCP connection, for instance between a service and its database. */
export interface TcpProxy {
  readonly port: number;
  /**
   * From now on what the server answers is thrown away; requests still reach it. With a text, on each connection from
   * the request on that has it: what comes before that one, such as `discard plans`, and a connection that is being
   * opened meanwhile, are answered.
   */
  loseAnswers(fromRequest?: string): void;
  /** New connections get these bytes when they have said something, and end; nothing of them reaches the server. */
  answerNew(bytes: Buffer): void;
  /** Cuts every connection; new ones are refused until `mend`. */
  cut(): void;
  /** Everything works again for new connections. */
  mend(): void;
  close(): Promise<void>;
}

/** Forwards connections to a port of the loopback address. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let losing = false;
  let losingFrom: string | undefined;
  let refusing = false;
  let answer: Buffer | undefined;
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).once("close", () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    track(client);
    if (refusing) {
      client.destroy();
      return;
    }
    if (answer !== undefined) {
      const bytes = answer;
      client.once("data", () => client.end(bytes));
      return;
    }
    const target = connect(targetPort, "127.0.0.1");
    track(target);
    let isLosing = false;
    client.on("data", (bytes) => {
      if (losingFrom !== undefined && bytes.includes(losingFrom)) isLosing = true;
    });
    client.pipe(target);
    target.on("data", (bytes) => !losing && !isLosing && client.write(bytes));
    target.once("close", () => client.destroy());
    client.once("close", () => target.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const cut = () => {
    refusing = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    loseAnswers: (fromRequest) => {
      losingFrom = fromRequest;
      losing = fromRequest === undefined;
    },
    answerNew: (bytes) => {
      answer = bytes;
    },
    cut,
    mend: () => {
      answer = undefined;
      losing = false;
      losingFrom = undefined;
      refusing = false;
    },
    close: async () => {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
