import { createHmac } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import type { Environment } from "@flowlix/runtime";
import type { LaunchConfig } from "./config.ts";
import { EXIT_FAILURE, LaunchError, reasonOf } from "./launch-error.ts";
import type { Values } from "./environment.ts";
import type { Secrets } from "./secrets.ts";

/**
 * How a process reaches the bus named by NATS_URL. It may carry other installations: unless named, the
 * namespace is our own, since two installations under one name would answer each other's calls.
 */
export function externalBus(config: LaunchConfig, secrets: Secrets, url: string): Values {
  const own = createHmac("sha256", secrets.nats_password_seed).update("namespace").digest("hex").slice(0, 12);
  const user = config.NATS_USER === undefined ? {} : { NATS_USER: config.NATS_USER };
  const password = config.NATS_PASSWORD === undefined ? {} : { NATS_PASSWORD: config.NATS_PASSWORD };
  return { NATS_URL: url, ...user, ...password, NAMESPACE: config.NAMESPACE ?? `flowlix-${own}` };
}

/** The environment without what the launcher alone decides for each process: its bus, name and admin port. */
export function withoutBus(outside: Environment): Environment {
  return Object.fromEntries(
    Object.entries(outside).filter(([name]) => !/^(NATS_|NAMESPACE|INSTANCE|ADMIN_PORT)/.test(name)),
  );
}

const NATS_PORT = 4222;
const ANSWER_MS = 5_000;

/**
 * Whether anything listens where NATS_URL points, before anything is started: a process waits for its
 * bus for ever, which is right for one that was there, and no answer to a wrong address.
 * Errors: LaunchError.
 */
export async function requireBus(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const address = { host: hostname.replace(/^\[|\]$/g, ""), port: port === "" ? NATS_PORT : Number(port) };
  const socket = connect(address);
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(ANSWER_MS) });
  } catch (error) {
    const why = reasonOf(error);
    throw new LaunchError(
      `NATS_URL: nothing answers at ${address.host}:${address.port} (${why})`,
      EXIT_FAILURE,
    );
  } finally {
    socket.destroy();
  }
}
