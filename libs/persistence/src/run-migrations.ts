import type { Client } from "pg";
import { DataSource } from "typeorm";
import { executedMigrations, migrationName } from "./executed-migrations.ts";
import { withLocks, type LockPatience } from "./lock-patience.ts";
import { MigrationError } from "./migration-error.ts";
import type { ServiceSchemaSpec } from "./schema-spec.ts";
import { silentLogger } from "./silent-logger.ts";

/**
 * Runs what a schema lacks on the session that has the migration lock, and answers the names. One that waited in
 * vain for a lock is run again; those before it are committed and stay.
 * Errors: MigrationError with the name of the migration that failed.
 */
export async function runMigrations(
  session: Client,
  spec: ServiceSchemaSpec,
  patience: LockPatience,
): Promise<string[]> {
  const before = new Set(await executedMigrations(session, spec.schema));
  const next = () => firstMissing(session, spec);
  try {
    await withLocks(
      session,
      patience,
      async () => `${spec.service}: ${await next()}`,
      () => runPending(session, spec),
    );
  } catch (cause) {
    const name = await next().catch(() => "unknown");
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new MigrationError(`migration ${name} of ${spec.service} failed: ${reason}`, { cause });
  }
  return (await executedMigrations(session, spec.schema)).filter((name) => !before.has(name));
}

async function runPending(session: Client, spec: ServiceSchemaSpec): Promise<void> {
  const dataSource = new DataSource({
    type: "postgres",
    driver: driverOf(session),
    schema: spec.schema,
    migrations: [...spec.migrations],
    migrationsTableName: "migrations",
    migrationsTransactionMode: "each",
    installExtensions: false,
    logger: silentLogger,
  });
  await dataSource.initialize();
  try {
    await dataSource.runMigrations();
  } finally {
    await dataSource.destroy();
  }
}

type OnConnected = (error: undefined, client: Client, release: () => void) => void;

/** What TypeORM needs of a driver, with one session as its pool: it opens none of its own and leaves this one open. */
const driverOf = (session: Client) => ({
  Pool: class {
    on(): void {}

    connect(connected: OnConnected): void {
      connected(undefined, session, () => undefined);
    }

    end(ended: () => void): void {
      ended();
    }
  },
});

async function firstMissing(session: Client, spec: ServiceSchemaSpec): Promise<string> {
  const executed = await executedMigrations(session, spec.schema);
  return spec.migrations.map(migrationName).find((name) => !executed.includes(name)) ?? "unknown";
}
