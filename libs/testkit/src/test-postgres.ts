import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@flowlix/persistence/embedded";
import { guardedFolder } from "./run-guard.ts";
import { askForServer } from "./shared-servers.ts";

/** For a server of your own. */
export const POSTGRES_URL_VARIABLE = "FLOWLIX_TEST_POSTGRES_URL";

export interface TestPostgres {
  /** Address of a superuser. */
  readonly url: string;
  stop(): Promise<void>;
}

/** A server for tests: nothing outlives it, so nothing needs to reach the disk. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const folder = guardedFolder("postgres");
  const server = await startEmbeddedPostgres({
    dataDir: join(folder.path, "postgres-18"),
    superuserPassword: randomBytes(16).toString("hex"),
    settings: {
      shared_buffers: "64MB",
      max_wal_size: "256MB",
      fsync: "off",
      full_page_writes: "off",
      autovacuum_naptime: "10s",
    },
  });
  const stop = async () => {
    await server.stop();
    await folder.remove();
  };
  return { url: server.url, stop };
}

let started: Promise<TestPostgres> | undefined;

/** A server of your own, the one of this run, else one for this process. */
export async function testPostgresUrl(): Promise<string> {
  const given = process.env[POSTGRES_URL_VARIABLE];
  if (given !== undefined && given !== "") return given;
  const shared = await askForServer("postgres");
  if (shared !== undefined) return shared;
  started ??= startTestPostgres();
  return (await started).url;
}
