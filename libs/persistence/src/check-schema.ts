import type { Client } from "pg";
import { executedMigrations, migrationName } from "./executed-migrations.ts";
import { MigrationError } from "./migration-error.ts";
import { newerMigrations } from "./newer-migrations.ts";
import type { ServiceSchemaSpec } from "./schema-spec.ts";

/**
 * Boot check of a service: its database has every migration the code needs. A newer
 * database is accepted where its migrations declare that this release goes on: they run before the roll-out, and stay
 * when the release is rolled back. Errors: MigrationError; NewerDatabaseError where this release cannot run on it.
 */
export async function checkSchema(db: Pick<Client, "query">, spec: ServiceSchemaSpec): Promise<void> {
  const executed = new Set(await executedMigrations(db, spec.schema));
  const missing = spec.migrations.map(migrationName).filter((name) => !executed.has(name));
  if (missing.length > 0)
    throw new MigrationError(`run the migrations first: ${spec.schema} lacks ${missing.join(", ")}`);
  await newerMigrations(db, [spec]);
}
