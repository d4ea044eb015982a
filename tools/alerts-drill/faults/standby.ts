import { once } from "node:events";
import { chownSync, createReadStream, createWriteStream, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { Pool } from "pg";
import { takeBaseBackup } from "@flowlix/persistence";
import { restoreCluster, startEmbeddedPostgres } from "@flowlix/persistence/embedded";
import type { Drill, Fault } from "../fault.ts";

/** As postgres_exporter asks it of a standby. */
const LAG = `select case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
  else extract(epoch from now() - pg_last_xact_replay_timestamp()) end::float8 as seconds`;

/** A standby streams from the installation's Postgres, and applies nothing of what it is sent. */
async function behind({ children, platform, stack }: Drill) {
  const standby = await startStandby(platform.folder, superuserOf(platform.databaseUrl));
  const stop = children.adopt(() => standby.stop());
  const pool = new Pool({ connectionString: standby.url, max: 1 });
  await pool.query("select pg_wal_replay_pause()");
  const exporter = createServer((_, response) => {
    void pool
      .query<{ seconds: number | null }>(LAG)
      .then(({ rows: [row] }) => response.end(`pg_replication_lag_seconds ${row?.seconds ?? 0}\n`))
      .catch(() => response.writeHead(503).end());
  }).listen(0, "127.0.0.1");
  await once(exporter, "listening");
  const address = exporter.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const forget = stack.alsoScrape(`127.0.0.1:${port}`, { payments_platform: "store", pod: "db-standby" });
  return async () => {
    await pool.query("select pg_wal_replay_resume()");
    forget();
    exporter.closeAllConnections();
    exporter.close();
    await pool.end();
    await stop();
  };
}

/** The database of a cluster that its superuser always has. */
function superuserOf(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.pathname = "/postgres";
  return url.href;
}

async function startStandby(folder: string, primary: string) {
  const dataDir = join(folder, "standby-18");
  const manifest = join(folder, "standby.manifest");
  const archive = join(folder, "standby.tar");
  await takeBaseBackup({
    url: primary,
    archive: createWriteStream(archive),
    manifest: createWriteStream(manifest),
    onProgress: () => undefined,
  });
  await restoreCluster({ dataDir }, { archive: createReadStream(archive), manifest });
  const { uid, gid } = statSync(dataDir);
  writeFileSync(join(dataDir, "standby.signal"), "");
  chownSync(join(dataDir, "standby.signal"), uid, gid);
  return await startEmbeddedPostgres({
    dataDir,
    superuserPassword: decodeURIComponent(new URL(primary).password),
    settings: { primary_conninfo: primary, shared_buffers: "64MB" },
  });
}

export const STANDBY_FAULTS: readonly Fault[] = [
  {
    title: "standby of Postgres applies nothing",
    pages: [],
    tickets: ["PostgresReplicaBehind"],
    advice: "End what holds it back.",
    inject: behind,
  },
];
