import { escapeIdentifier, type Client } from "pg";
import { DataSource } from "typeorm";
import { connect } from "./connect.ts";
import { underMigrationLock } from "./migrate-lock.ts";
import { MigrationError, NewerDatabaseError } from "./migration-error.ts";
import { createPlatformSchema } from "./platform-schema.ts";
import { silentLogger } from "./silent-logger.ts";
import { roleName, type ServiceSchemaSpec } from "./schema-spec.ts";
import { closeDatabase, createRole, grantBasics, grantTables } from "./service-role.ts";

export interface MigrateOptions {
  /** A role that owns the database and may create roles. */
  readonly adminUrl: string;
  readonly rolePrefix: string;
  /** Password of each service's role, by service. */
  readonly passwords: Readonly<Record<string, string>>;
  readonly specs: readonly ServiceSchemaSpec[];
  /** How long to wait for another runner; 120 s unless named. */
  readonly lockWaitMs?: number;
}

export interface AppliedMigrations {
  readonly service: string;
  readonly applied: readonly string[];
}

const LOCK_WAIT_MS = 120_000;

/**
 * Brings every schema to the state the code needs, each migration in its own transaction, and gives
 * each service a role that can touch only its own schema. Repeating it changes nothing; of two
 * runners at once one waits and then finds nothing to do.
 * Errors: MigrationError for a database that is not UTF-8, sorts text as a language does, or is newer than
 * the code, a missing password, or a lock that stays taken; the driver's own for a failing statement.
 */
export async function migrate(options: MigrateOptions): Promise<AppliedMigrations[]> {
  const admin = await connect(options.adminUrl, "migrate");
  try {
    await refuseOtherEncodings(admin);
    await refuseOtherOrders(admin);
    return await underMigrationLock(admin, options.lockWaitMs ?? LOCK_WAIT_MS, () =>
      migrateAll(admin, options),
    );
  } finally {
    await admin.end();
  }
}

async function migrateAll(admin: Client, options: MigrateOptions): Promise<AppliedMigrations[]> {
  // Every refusal comes before the first change.
  for (const spec of options.specs) await refuseNewerDatabase(admin, spec);
  const passwords = options.specs.map((spec) => passwordOf(options, spec));
  await closeDatabase(admin);
  await createPlatformSchema(admin);
  const results: AppliedMigrations[] = [];
  for (const [index, spec] of options.specs.entries()) {
    const role = roleName(options.rolePrefix, spec.service);
    await createRole(admin, role, passwords[index] ?? "");
    await admin.query(`create schema if not exists ${escapeIdentifier(spec.schema)}`);
    for (const extension of spec.extensions ?? []) {
      await admin.query(`create extension if not exists ${escapeIdentifier(extension)} with schema public`);
    }
    await grantBasics(admin, role, spec.schema);
    results.push({ service: spec.service, applied: await runMigrations(options.adminUrl, spec) });
    await grantTables(admin, options.rolePrefix, spec);
  }
  return results;
}

function passwordOf(options: MigrateOptions, spec: ServiceSchemaSpec): string {
  const password = options.passwords[spec.service];
  if (password === undefined) throw new MigrationError(`no password given for the role of ${spec.service}`);
  return password;
}

async function runMigrations(url: string, spec: ServiceSchemaSpec): Promise<string[]> {
  const dataSource = new DataSource({
    type: "postgres",
    url,
    schema: spec.schema,
    migrations: [...spec.migrations],
    migrationsTableName: "migrations",
    migrationsTransactionMode: "each",
    installExtensions: false,
    logger: silentLogger,
    poolSize: 1,
    applicationName: `migrate:${spec.service}`,
  });
  await dataSource.initialize();
  try {
    const applied = await dataSource.runMigrations();
    return applied.map((migration) => migration.name);
  } catch (cause) {
    const name = await firstMissing(dataSource, spec);
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new MigrationError(`migration ${name} of ${spec.service} failed: ${reason}`, { cause });
  } finally {
    await dataSource.destroy();
  }
}

async function firstMissing(dataSource: DataSource, spec: ServiceSchemaSpec): Promise<string> {
  const rows: { name: string }[] = await dataSource.query(
    `select name from ${escapeIdentifier(spec.schema)}.migrations`,
  );
  return (
    spec.migrations.map(migrationName).find((name) => !rows.some((row) => row.name === name)) ?? "unknown"
  );
}

async function refuseOtherEncodings(admin: Client): Promise<void> {
  const { rows } = await admin.query("select current_setting('server_encoding') as encoding");
  const encoding = String(rows[0]?.encoding);
  if (encoding !== "UTF8")
    throw new MigrationError(`the database is encoded as ${encoding}; it must be UTF8`);
}

/** Ids sort by time only where text is in the order of its code points; languages put `a` before `B`. */
async function refuseOtherOrders(admin: Client): Promise<void> {
  const { rows } = await admin.query("select 'B'::text < 'a'::text as by_code_point");
  if (rows[0]?.by_code_point !== true)
    throw new MigrationError(
      "the database sorts text as a language does; it must be made with the locale C or C.UTF-8 (or PG_UNICODE_FAST)",
    );
}

async function refuseNewerDatabase(admin: Client, spec: ServiceSchemaSpec): Promise<void> {
  const known = new Set(spec.migrations.map((Migration) => migrationName(Migration)));
  const unknown = (await executedMigrations(admin, spec.schema)).filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw new NewerDatabaseError(
    `the database is newer than this code: ${spec.schema} has ${unknown.join(", ")}; run the newer release`,
  );
}

/** Names of the migrations a schema has, oldest first; none for a schema that does not exist. */
export async function executedMigrations(db: Pick<Client, "query">, schema: string): Promise<string[]> {
  const table = `${escapeIdentifier(schema)}.migrations`;
  const { rows } = await db.query("select to_regclass($1) is not null as found", [table]);
  if (rows[0]?.found !== true) return [];
  const executed = await db.query(`select name from ${table} order by id`);
  return executed.rows.map((row) => String(row.name));
}

/** As TypeORM names it: the instance's own name, else the class's. */
export function migrationName(Migration: ServiceSchemaSpec["migrations"][number]): string {
  return new Migration().name ?? Migration.name;
}
