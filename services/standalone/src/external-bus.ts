import { createHmac } from "node:crypto";
import type { Environment } from "@flowlix/runtime";
import type { LaunchConfig } from "./config.ts";
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
