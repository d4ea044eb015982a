import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { natsServerConfig, startNatsServer, type NatsUser } from "@flowlix/runtime/nats-server";
import { freePort } from "../../../services/standalone/src/free-port.ts";
import type { Children } from "../../bench/children.ts";

const NAMESPACE = "flowlix";
/** What an operator gives to a NATS of their own. */
const PERMISSIONS = "charts/payments-platform/files/nats-permissions.json";
const RELOAD_MS = 10_000;
const POLL_MS = 20;

/** A nats-server with a user for each service and the permissions of one release. */
export interface Bus {
  /** How a service reaches it; nothing for a service that is not on it. */
  settingsOf(service: string): Readonly<Record<string, string>>;
  /** Lets everybody go on with the permissions of the release in `tree`, as a reload of an operator's server does. */
  permit(tree: string): Promise<void>;
}

export async function startBus(children: Children, dataDir: string, tree: string): Promise<Bus> {
  const password = randomBytes(18).toString("base64url");
  const port = await freePort();
  const users = usersOf(tree, password);
  const server = await startNatsServer({ dataDir, users, port });
  children.adopt(() => server.stop());
  const reloads = (): number =>
    readFileSync(join(dataDir, "nats-server.log"), "utf8").split("Reloaded server configuration").length;
  return {
    settingsOf: (service) =>
      users.some(({ user }) => user === service)
        ? { NATS_URL: server.url, NATS_USER: service, NATS_PASSWORD: password, NAMESPACE }
        : {},
    async permit(to) {
      const before = reloads();
      const config = natsServerConfig(usersOf(to, password), { port, dataDir });
      await writeFile(join(dataDir, "nats-server.conf"), config, { mode: 0o600 });
      process.kill(server.pid, "SIGHUP");
      const until = performance.now() + RELOAD_MS;
      while (reloads() === before) {
        if (performance.now() > until) throw new Error("nats-server did not take other permissions");
        await pause(POLL_MS);
      }
    },
  };
}

function usersOf(tree: string, password: string): NatsUser[] {
  const text = readFileSync(join(tree, PERMISSIONS), "utf8").replaceAll("<namespace>", NAMESPACE);
  const users: Omit<NatsUser, "password">[] = JSON.parse(text);
  return users.map((user) => ({ ...user, password }));
}
