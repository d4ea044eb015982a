import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findNatsServer, natsServerConfig } from "@flowlix/runtime/nats-server";
import type { Children, Started } from "../../loadtests/bench/children.ts";
import { freePort } from "../../services/standalone/src/free-port.ts";
import type { Dependency } from "../../loadtests/runner/dependencies.ts";
import { makeCertificates } from "./certificates.ts";

/** A nats-server that nobody reaches without TLS. */
export interface Bus extends Dependency {
  /** The launcher's settings for it. */
  readonly env: Readonly<Record<string, string>>;
  /** As `start`, with a certificate that was valid until yesterday. */
  startExpired(): Promise<void>;
}

const LISTENS_WITHIN_MS = 30_000;

export async function startBus(children: Children, folder: string): Promise<Bus> {
  const certificates = makeCertificates(join(folder, "certificates"));
  const [port, password] = [await freePort(), randomBytes(18).toString("base64url")];
  const users = [{ user: "drill", password, publish: [">"], subscribe: [">"] }];
  const [config, logFile] = [join(folder, "nats.conf"), join(folder, "nats.log")];
  let server: Started | undefined;
  const run = async (certificate: string) => {
    if (server !== undefined) return;
    const settings: unknown = JSON.parse(natsServerConfig(users, { port }));
    const tls = { cert_file: certificate, key_file: certificates.key };
    writeFileSync(config, JSON.stringify({ ...Object(settings), tls }), { mode: 0o600 });
    const command = findNatsServer() ?? "nats-server";
    server = children.start({ name: "nats", command, args: ["--config", config], logFile });
    await untilListening(port, server);
  };
  const stop = async () => {
    await server?.stop();
    server = undefined;
  };
  const start = () => run(certificates.valid);
  await start();
  const env = {
    NATS_URL: `tls://127.0.0.1:${port}`,
    NATS_USER: "drill",
    NATS_PASSWORD: password,
    NODE_EXTRA_CA_CERTS: certificates.authority,
  };
  return { name: "NATS", env, start, stop, startExpired: () => run(certificates.expired) };
}

async function untilListening(port: number, server: Started): Promise<void> {
  const until = performance.now() + LISTENS_WITHIN_MS;
  for (;;) {
    const socket = connect({ host: "127.0.0.1", port });
    const isThere = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isThere) return;
    if (server.exited() || performance.now() > until)
      throw new Error(`nats-server did not start:\n${server.logTail()}`);
    await pause(100);
  }
}
