import { createHmac } from "node:crypto";
import { CALLERS } from "@flowlix/contracts";
import { natsConfigFor, natsServerConfig } from "@flowlix/runtime/nats-server";
import { roleName, roleUrl } from "@flowlix/persistence";
import { roleUrls } from "../database.ts";
import { secretValues, type Values } from "../environment.ts";
import type { Secrets } from "../secrets.ts";
import { SERVICES } from "../services.ts";

/** What the secrets are made for; everything in it is public. */
export interface SecretsPlan {
  /** Where Postgres is, as `host:port/database`. */
  readonly databaseAddress: string;
  /** Of the services' roles in it. */
  readonly rolePrefix: string;
  /** Of the subjects on the bus. */
  readonly namespace: string;
}

/** The folders of secrets, one for each that may not see another's, with the files in it. */
export type SecretFiles = Readonly<Record<string, Values>>;

const NATS_PORT = 4222;
const NATS_MONITOR = "127.0.0.1:8222";
const OWNER = "postgres";
const EXPORTER = "exporter";

/**
 * Every secret of an installation in containers, sorted by who may know it. A service's folder has a file
 * for each secret setting that its own configuration names, and no other: `CARD_KEYS` is `card-keys`.
 */
export function secretFiles(secrets: Secrets, plan: SecretsPlan): SecretFiles {
  const adminUrl = `postgres://${OWNER}:${encodeURIComponent(secrets.postgres_password)}@${plan.databaseAddress}`;
  const values = secretValues(secrets, roleUrls({ adminUrl, rolePrefix: plan.rolePrefix }, secrets));
  const passwords = Object.fromEntries(
    Object.keys(CALLERS).map((service) => [service, passwordOf(secrets, `nats ${service}`)]),
  );
  const services = SERVICES.map(({ name, module }) => {
    const own = Object.keys(module.config).flatMap((setting) => fileOf(setting, values));
    const password = passwords[name];
    return [
      name,
      { ...Object.fromEntries(own), ...(password === undefined ? {} : { "nats-password": password }) },
    ];
  });
  const databases = Object.keys(values).filter((setting) => setting.endsWith("_DATABASE_URL"));
  const exporterRole = roleName(plan.rolePrefix, EXPORTER);
  const exporterPassword = passwordOf(secrets, "postgres exporter");
  const users = natsConfigFor(CALLERS, plan.namespace, passwords);
  return {
    ...Object.fromEntries(services),
    migrate: {
      "database-url": adminUrl,
      ...Object.fromEntries(databases.flatMap((setting) => fileOf(setting, values))),
      "exporter-database-url": roleUrl(adminUrl, exporterRole, exporterPassword),
    },
    postgres: { password: secrets.postgres_password },
    "postgres-exporter": { user: exporterRole, password: exporterPassword },
    nats: {
      "nats.conf": natsServerConfig(users, { port: NATS_PORT, host: "0.0.0.0", monitor: NATS_MONITOR }),
    },
    "demo-key": { "control-token": secrets.control_token },
    grafana: { "admin-password": passwordOf(secrets, "grafana") },
  };
}

function fileOf(setting: string, values: Values): [string, string][] {
  const value = values[setting];
  return value === undefined ? [] : [[setting.toLowerCase().replaceAll("_", "-"), value]];
}

/** The same at every run, so that what was handed out goes on working. */
function passwordOf(secrets: Secrets, purpose: string): string {
  return createHmac("sha256", secrets.nats_password_seed).update(purpose).digest("base64url");
}
