import { executedMigrations, migrationName, type DatabaseClient } from "@flowlix/persistence";
import { LaunchError } from "../launch-error.ts";
import { SERVICES } from "../services.ts";

/** What a backup tells of the database it is of. */
export interface DatabaseFacts {
  readonly now: string;
  readonly postgresMajor: number;
  readonly migrations: Readonly<Record<string, readonly string[]>>;
}

const FACTS = `
  select to_char(platform.clock() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now,
         current_setting('server_version_num')::int / 10000 as major`;

/** Errors: LaunchError for a database that no installation has migrated. */
export async function databaseFacts(db: DatabaseClient): Promise<DatabaseFacts> {
  const migrations: Record<string, string[]> = {};
  for (const { schema } of SERVICES) migrations[schema.schema] = await executedMigrations(db, schema.schema);
  if (Object.values(migrations).every((names) => names.length === 0))
    throw new LaunchError("there is nothing to back up: no installation has migrated this database");
  const { rows } = await db.query(FACTS);
  return { now: String(rows[0]?.now), postgresMajor: Number(rows[0]?.major), migrations };
}

/** Migrations of a backup that this program does not have. */
export function unknownMigrations(migrations: DatabaseFacts["migrations"]): string[] {
  const known = new Map(
    SERVICES.map(({ schema }) => [schema.schema, new Set(schema.migrations.map(migrationName))]),
  );
  return Object.entries(migrations).flatMap(([schema, names]) =>
    names.filter((name) => known.get(schema)?.has(name) !== true).map((name) => `${schema}: ${name}`),
  );
}
