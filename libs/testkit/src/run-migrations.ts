import type { ServiceSchemaSpec } from "@flowlix/persistence";
import { DataSource } from "typeorm";

/** Runs what a schema lacks, as an upgrade does, on a test database that was made of its earlier migrations. */
export async function runMigrations(adminUrl: string, spec: ServiceSchemaSpec): Promise<void> {
  const database = new DataSource({
    type: "postgres",
    url: adminUrl,
    schema: spec.schema,
    migrations: [...spec.migrations],
    migrationsTableName: "migrations",
    migrationsTransactionMode: "each",
    installExtensions: false,
  });
  await database.initialize();
  try {
    await database.runMigrations();
  } finally {
    await database.destroy();
  }
}
