import { connect } from "node:net";
import { waitFor } from "@flowlix/testkit";

/** Everything that passes over a bus, as it was on the wire. */
export interface BusRecorder {
  bytes(): string;
  stop(): void;
}

/** Subscribes to every subject, as a user who may. `url` carries user and password. */
export async function recordBus(url: string): Promise<BusRecorder> {
  const { hostname, port, username, password } = new URL(url);
  const chunks: string[] = [];
  const socket = connect(Number(port), hostname).setEncoding("latin1");
  socket.on("error", () => undefined);
  socket.on("data", (chunk) => {
    const text = String(chunk);
    chunks.push(text);
    if (text.includes("PING\r\n")) socket.write("PONG\r\n");
  });
  const options = { verbose: false, pedantic: false, user: username, pass: password };
  socket.write(`CONNECT ${JSON.stringify(options)}\r\nSUB > 1\r\nPING\r\n`);
  await waitFor("the bus to answer", () => chunks.join("").includes("PONG"));
  return { bytes: () => chunks.join(""), stop: () => socket.destroy() };
}
