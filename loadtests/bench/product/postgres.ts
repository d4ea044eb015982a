import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { Client } from "pg";
import { startEmbeddedPostgres } from "@flowlix/persistence/embedded";
import type { Children } from "../children.ts";

/** The one server of a run: the product's own, with its settings, for both forms and for the baselines. */
export interface BenchServer {
  readonly postmasterPid: number;
  readonly version: string;
  /** Makes an empty database and answers the superuser's URL of it. */
  createDatabase(name: string): Promise<string>;
  dropDatabase(name: string): Promise<void>;
}

/** `settings`: what the measurement needs beside the product's own. */
export async function startServer(
  children: Children,
  scratch: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<BenchServer> {
  const server = await startEmbeddedPostgres({
    dataDir: join(scratch, "postgres-18"),
    superuserPassword: randomBytes(24).toString("base64url"),
    settings,
  });
  children.adopt(() => server.stop());
  const version = await withClient(server.url, async (client) => {
    const { rows } = await client.query<{ server_version: string }>("show server_version");
    return rows[0]?.server_version ?? "unknown";
  });
  return {
    postmasterPid: server.pid,
    version,
    async createDatabase(name) {
      await withClient(server.url, (client) => client.query(`create database ${name} template template0`));
      const url = new URL(server.url);
      url.pathname = `/${name}`;
      return url.href;
    },
    async dropDatabase(name) {
      await withClient(server.url, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
