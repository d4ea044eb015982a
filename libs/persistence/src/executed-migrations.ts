import { escapeIdentifier, type Client } from "pg";
import type { ServiceSchemaSpec } from "./schema-spec.ts";

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
