import type { Client } from "pg";
import { executedMigrations, migrationName } from "./executed-migrations.ts";
import { MigrationError } from "./migration-error.ts";
import type { ServiceSchemaSpec } from "./schema-spec.ts";

/**
 * Boot check of a service: its database has every migration the code needs. A newer database is
 * accepted: migrations run before the roll-out and stay compatible for one version.
 */
export async function checkSchema(db: Pick<Client, "query">, spec: ServiceSchemaSpec): Promise<void> {
  const executed = new Set(await executedMigrations(db, spec.schema));
  const missing = spec.migrations.map(migrationName).filter((name) => !executed.has(name));
  if (missing.length > 0)
    throw new MigrationError(`run the migrations first: ${spec.schema} lacks ${missing.join(", ")}`);
}
