import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { Client } from "pg";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "@flowlix/persistence/embedded";
import { startNatsServer, type NatsServer } from "@flowlix/runtime/nats-server";
import type { Children } from "../bench/children.ts";

/** A server that the installation needs, and that can be away for a while. */
export interface Dependency {
  readonly name: string;
  stop(): Promise<void>;
  /** At the same address as before. */
  start(): Promise<void>;
}

export interface Dependencies {
  readonly postgres: Dependency;
  readonly nats: Dependency;
  /** The launcher's settings for them. */
  readonly env: Readonly<Record<string, string>>;
}

/** Postgres and nats-server of the run's own, because the launcher would restart its own at once. */
export async function startDependencies(children: Children, scratch: string): Promise<Dependencies> {
  const postgres = await startPostgres(children, scratch, "load");
  const password = randomBytes(18).toString("base64url");
  const nats = await startNats(children, scratch, password);
  return {
    postgres,
    nats,
    env: {
      DATABASE_URL: postgres.databaseUrl,
      NATS_URL: nats.url,
      NATS_USER: "load",
      NATS_PASSWORD: password,
    },
  };
}

/** With an empty database of this name. */
export async function startPostgres(children: Children, scratch: string, database: string) {
  const superuserPassword = randomBytes(18).toString("base64url");
  const dataDir = join(scratch, "postgres-18");
  let server: EmbeddedPostgres | null = await startEmbeddedPostgres({ dataDir, superuserPassword });
  const { url, port } = server;
  const stop = async (): Promise<void> => {
    await server?.stop();
    server = null;
  };
  children.adopt(stop);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${database} template template0`);
  await client.end();
  const start = async (): Promise<void> => {
    server ??= await startEmbeddedPostgres({ dataDir, superuserPassword, port });
  };
  const databaseUrl = new URL(url);
  databaseUrl.pathname = `/${database}`;
  return { name: "Postgres", databaseUrl: databaseUrl.href, stop, start };
}

async function startNats(children: Children, scratch: string, password: string) {
  const dataDir = join(scratch, "nats");
  const users = [{ user: "load", password, publish: [">"], subscribe: [">"] }];
  let server: NatsServer | null = await startNatsServer({ dataDir, users });
  const { url } = server;
  const stop = async (): Promise<void> => {
    await server?.stop();
    server = null;
  };
  children.adopt(stop);
  const start = async (): Promise<void> => {
    server ??= await startNatsServer({ dataDir, users, port: Number(new URL(url).port) });
  };
  return { name: "NATS", url, stop, start };
}
