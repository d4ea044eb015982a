/** What a migration runs its statements on: TypeORM's runner. */
export interface MigrationRunner {
  query(sql: string, parameters?: unknown[]): Promise<unknown>;
}

export interface ConcurrentIndex {
  readonly schema: string;
  readonly table: string;
  /** Says what it is of: an index of this name that is valid is taken for this one. */
  readonly name: string;
  /** What follows the table: columns and condition. */
  readonly on: string;
}

/**
 * For a migration outside of a transaction (`transaction = false`): makes an index while others write. One that an
 * earlier try has finished is kept, however long it took; one that was interrupted is made anew. Nobody queues behind
 * its waits, which are for older transactions, so they have no bound: each try would build from nothing.
 */
export async function indexConcurrently(runner: MigrationRunner, index: ConcurrentIndex): Promise<void> {
  const { schema, table, name, on } = index;
  if (await isValid(runner, `${schema}.${name}`)) return;
  const [before] = await rowsOf(
    runner,
    "select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement",
  );
  const set = "select set_config('lock_timeout', $1, false), set_config('statement_timeout', $2, false)";
  await runner.query(set, ["0", "0"]);
  try {
    await runner.query(`drop index concurrently if exists ${schema}.${name}`);
    await runner.query(`create index concurrently ${name} on ${schema}.${table} ${on}`);
  } finally {
    // Fails only on a broken session. The error that broke it is the one to report.
    await runner.query(set, [before?.["lock"], before?.["statement"]]).catch(() => undefined);
  }
}

async function isValid(runner: MigrationRunner, name: string): Promise<boolean> {
  const rows = await rowsOf(
    runner,
    "select 1 from pg_index where indexrelid = to_regclass($1) and indisvalid and indisready",
    [name],
  );
  return rows.length > 0;
}

async function rowsOf(
  runner: MigrationRunner,
  sql: string,
  parameters: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const rows = await runner.query(sql, parameters);
  if (!Array.isArray(rows)) throw new Error("the runner of a migration answers rows");
  return rows;
}
