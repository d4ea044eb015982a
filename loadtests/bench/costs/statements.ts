import type { DatabaseProbe } from "../measure/database.ts";

/** What the server did for one statement since the last reset. */
export interface StatementCost {
  readonly text: string;
  readonly calls: number;
  readonly us: number;
  readonly walBytes: number;
}

/** Of the server that is measured; the product's own has none of it. */
export const STATEMENT_SETTINGS = {
  shared_preload_libraries: "pg_stat_statements",
  "pg_stat_statements.max": "2000",
} as const;

export async function forgetStatements(probe: DatabaseProbe): Promise<void> {
  await probe.rows("create extension if not exists pg_stat_statements");
  await probe.rows("select pg_stat_statements_reset()");
}

/** The dearest first. */
export async function readStatements(probe: DatabaseProbe): Promise<StatementCost[]> {
  const rows = await probe.rows<{ text: string; calls: string; us: number; wal: string }>(
    `select query as text, calls, total_exec_time * 1000 as us, wal_bytes as wal
       from pg_stat_statements order by total_exec_time desc limit 40`,
  );
  return rows.map(({ text, calls, us, wal }) => ({
    text,
    calls: Number(calls),
    us,
    walBytes: Number(wal),
  }));
}

const WRITTEN = /\b(?:insert into|update|delete from) ([a-z_]+\.[a-z_]+)/g;
const READ = /\bfrom ([a-z_]+\.[a-z_]+)/g;
const SHOWN = 2;

/** What a statement does, in a few words: the tables that it writes, else the one that it reads. */
export function nameOfStatement(text: string): string {
  const written = [...new Set([...text.matchAll(WRITTEN)].map(([words]) => words.replaceAll(/\s+/g, " ")))];
  if (written.length > 0)
    return (
      written.slice(0, SHOWN).join(", ") + (written.length > SHOWN ? `, ${written.length - SHOWN} more` : "")
    );
  const [read] = [...text.matchAll(READ)].map(([, table]) => table);
  return read === undefined ? text.replaceAll(/\s+/g, " ").trim().slice(0, 60) : `select from ${read}`;
}
