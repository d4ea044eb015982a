import { randomBytes } from "node:crypto";
import { connect as connectTo, createServer } from "node:net";
import { once } from "node:events";
import { text } from "node:stream/consumers";

/** Where the first process of a run listens for those that need a server: `port:token`. */
export const SHARED_SERVERS_VARIABLE = "FLOWLIX_TEST_SERVERS";

/** A server that a run has started. */
export interface SharedServer {
  readonly url: string;
  stop(): Promise<void>;
}

type Starters = Readonly<Record<string, () => Promise<SharedServer | null>>>;

/**
 * Offers servers to the processes of this run, each started when the first asks for it: tests that need none do not
 * wait for any.
 */
export async function offerServers(starters: Starters): Promise<{ address: string; stop(): Promise<void> }> {
  const token = randomBytes(16).toString("hex");
  const started = new Map<string, Promise<SharedServer | null>>();
  const answerTo = async (question: string): Promise<string> => {
    const name = question.startsWith(`${token} `) ? question.slice(token.length + 1) : "";
    const start = Object.hasOwn(starters, name) ? starters[name] : undefined;
    if (start === undefined) return "";
    const server = started.get(name) ?? start();
    started.set(name, server);
    return (await server)?.url ?? "";
  };
  const listener = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => undefined);
    // One that could not be started is told as an answer that never comes whole.
    text(socket)
      .then(answerTo)
      .then(
        (answer) => socket.end(`${answer}\n`),
        () => socket.destroy(),
      );
  });
  listener.listen(0, "127.0.0.1").unref();
  await once(listener, "listening");
  const at = listener.address();
  if (at === null || typeof at === "string") throw new Error("the servers of a run are offered on no port");
  return {
    address: `${at.port}:${token}`,
    async stop() {
      listener.close();
      const servers = await Promise.allSettled(started.values());
      for (const server of servers) if (server.status === "fulfilled") await server.value?.stop();
    },
  };
}

/**
 * The address of a server that the run offers, "" where it cannot be had on this machine; undefined outside of a
 * run. Rejects when the server did not start.
 */
export async function askForServer(name: string): Promise<string | undefined> {
  const [port = "", token = ""] = (process.env[SHARED_SERVERS_VARIABLE] ?? "").split(":");
  if (port === "") return undefined;
  const socket = connectTo(Number(port), "127.0.0.1");
  socket.end(`${token} ${name}`);
  const answer = await text(socket);
  if (!answer.endsWith("\n")) throw new Error(`the run's ${name} did not start`);
  return answer.trim();
}
