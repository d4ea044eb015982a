import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { startEmbeddedPostgres, type Binaries } from "@flowlix/persistence/embedded";
import { findPostgres } from "./find-postgres.ts";
import { guardedFolder } from "./run-guard.ts";
import { askForServer } from "./shared-servers.ts";
import { skipBecause } from "./skip.ts";

/** For a server of your own. */
export const POSTGRES_URL_VARIABLE = "FLOWLIX_TEST_POSTGRES_URL";

export interface TestPostgres {
  /** Address of a superuser. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Major version of the server that a whole run is on; the embedded one unless named. */
const RUN_MAJOR = process.env["POSTGRES"] ?? "";

/** A server for tests: nothing outlives it, so nothing needs to reach the disk. */
export function startTestPostgres(): Promise<TestPostgres> {
  if (RUN_MAJOR === "") return startPostgres();
  const binaries = findPostgres(RUN_MAJOR);
  if (binaries === undefined)
    throw new Error(
      `POSTGRES: there are no programs of Postgres ${RUN_MAJOR}: run tools/install/postgres-16`,
    );
  return startPostgres(binaries);
}

async function startPostgres(binaries?: Binaries): Promise<TestPostgres> {
  const folder = guardedFolder("postgres");
  const server = await startEmbeddedPostgres({
    ...(binaries === undefined ? {} : { binaries }),
    dataDir: join(folder.path, "postgres"),
    superuserPassword: randomBytes(16).toString("hex"),
    settings: {
      shared_buffers: "64MB",
      max_wal_size: "256MB",
      fsync: "off",
      full_page_writes: "off",
      "flowlix.without_fsync": "accepted",
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

/**
 * A server of this major version for the surrounding `describe`; its tests are skipped where there are no programs of
 * it. Call it in the body of a `describe`, the function it returns inside of tests.
 */
export function withPostgres(major: string): () => TestPostgres {
  let server: TestPostgres | undefined;
  before(`start Postgres ${major}`, async function () {
    const binaries = findPostgres(major);
    if (binaries === undefined) skipBecause(this, `Postgres ${major} was not found`);
    server = await startPostgres(binaries);
  });
  after(`stop Postgres ${major}`, async () => {
    await server?.stop();
    server = undefined;
  });
  return () => {
    if (server === undefined) throw new Error("the server exists only while the tests of its describe run");
    return server;
  };
}
