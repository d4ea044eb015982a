import { readFileSync } from "node:fs";
import { join } from "node:path";
import { holdRows, keepConnections, waitFor } from "@flowlix/testkit";

export type Row = Readonly<Record<string, unknown>>;

/** The installation's database as its superuser sees it. */
export interface Database {
  sql(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Holds what the statement locks until released, as a slow transaction of somebody else would. */
  hold(text: string, values?: readonly unknown[]): Promise<() => Promise<void>>;
  /** Ends every connection of a service and waits until they are gone; answers how many there were. */
  terminateServices(): Promise<number>;
  /** Closes what `sql` left open. */
  close(): Promise<void>;
}

const NAME = "e2e";
/** Services name their connections `service:pool`. */
const OF_SERVICES = "backend_type = 'client backend' and application_name like '%:%'";

export function databaseOf(dataDir: string): Database {
  const connections = keepConnections(() => superuserUrl(dataDir), NAME);
  const sql = (text: string, values?: readonly unknown[]): Promise<Row[]> => connections.query(text, values);
  return {
    sql,
    hold: (text, values) => holdRows(superuserUrl(dataDir), text, values),
    async terminateServices() {
      const ended = await sql(
        `select pid, pg_terminate_backend(pid) from pg_stat_activity where ${OF_SERVICES}`,
      );
      const pids = ended.map(({ pid }) => pid);
      await waitFor("the connections to be gone", async () => {
        const left = await sql("select from pg_stat_activity where pid = any($1)", [pids]);
        return left.length === 0;
      });
      return pids.length;
    },
    close: () => connections.close(),
  };
}

/** Holds the password. */
export function superuserUrl(dataDir: string): string {
  const secrets: { postgres_password: string } = JSON.parse(
    readFileSync(join(dataDir, "secrets.json"), "utf8"),
  );
  const port = readFileSync(join(dataDir, "postgres-18", "postmaster.pid"), "utf8").split("\n")[3];
  return `postgres://postgres:${encodeURIComponent(secrets.postgres_password)}@127.0.0.1:${port}/postgres`;
}
