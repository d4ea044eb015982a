import { Client, type QueryResultRow } from "pg";

/** What Postgres counts; only differences mean anything. */
export interface DatabaseCounters {
  /** Write-ahead log written by the whole server, bytes. */
  readonly walBytes: number;
  /** Transactions that wrote: exact and at once, unlike xact_commit. */
  readonly writingTransactions: number;
}

export interface DatabaseProbe {
  counters(): Promise<DatabaseCounters>;
  /** Commits of the database, reading ones included, as far as backends have reported them. */
  commits(): Promise<number>;
  /** Bytes of all relations by schema, after VACUUM. */
  bytesBySchema(): Promise<Record<string, number>>;
  rows<T extends QueryResultRow>(text: string): Promise<T[]>;
  close(): Promise<void>;
}

/** PGSTAT_IDLE_INTERVAL of Postgres is 10 s: idle backends have reported their commits after that. */
export const STATISTICS_DELAY_MS = 10_500;

/** @param url a superuser's URL of the database under test */
export async function openProbe(url: string): Promise<DatabaseProbe> {
  const client = new Client({ connectionString: url, application_name: "bench probe" });
  // A server that stops ends the connection. The next query fails and says so, which is enough.
  client.on("error", () => undefined);
  await client.connect();
  async function rows<T extends QueryResultRow>(text: string): Promise<T[]> {
    return (await client.query<T>(text)).rows;
  }
  return {
    rows,
    async counters() {
      const [row] = await rows<{ wal: string; xid: string }>(
        `select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as wal, pg_snapshot_xmax(pg_current_snapshot())::text as xid`,
      );
      return { walBytes: Number(row?.wal), writingTransactions: Number(row?.xid) };
    },
    async commits() {
      const [row] = await rows<{ commits: string }>(
        `select xact_commit as commits from pg_stat_database where datname = current_database()`,
      );
      return Number(row?.commits);
    },
    async bytesBySchema() {
      await client.query("vacuum");
      const found = await rows<{ schema: string; bytes: string }>(
        `select n.nspname as schema, sum(pg_total_relation_size(c.oid)) as bytes
           from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where c.relkind in ('r', 'm') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
          group by 1 order by 1`,
      );
      return Object.fromEntries(found.map((row) => [row.schema, Number(row.bytes)]));
    },
    close: () => client.end(),
  };
}
