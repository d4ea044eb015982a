import { createHash } from "node:crypto";
import { escapeIdentifier, type Client } from "pg";
import { executedMigrations, migrationName } from "./executed-migrations.ts";
import type { MigrationRunner } from "./index-concurrently.ts";
import { MigrationError } from "./migration-error.ts";
import { schemaDifferences } from "./schema-history.ts";
import type { ServiceSchemaSpec } from "./schema-spec.ts";

type Migration = ServiceSchemaSpec["migrations"][number];

/** What of a migration is called, with no right to anything but the statements. */
interface Emitting {
  up(runner: MigrationRunner): Promise<unknown>;
}

/**
 * Says in 64 hexadecimal digits what a migration does to a database: its statements and their values as it
 * sends them, helpers and shared lists included, each run of blanks as one. The source would say less and more:
 * most of what a migration sends stands elsewhere, and its formatting changes nothing. Nothing is run; each query is
 * answered without rows. Errors: MigrationError for a migration that cannot be asked this way.
 */
export async function migrationChecksum(Migration: Migration): Promise<string> {
  const hash = createHash("sha256");
  const runner: MigrationRunner = {
    query: async (sql, parameters = []) => {
      hash.update(`${JSON.stringify([sql.trim().replaceAll(/\s+/g, " "), parameters])}\n`);
      return [];
    },
  };
  const emitting: Emitting = new Migration();
  try {
    await emitting.up(runner);
  } catch (cause) {
    throw new MigrationError(
      `migration ${migrationName(Migration)} has no checksum: it may ask its runner for nothing but query, and must bear an answer without rows`,
      { cause },
    );
  }
  return hash.digest("hex");
}

/** Errors: MigrationError that names every migration of a schema that has run with other statements than it has now. */
export async function refuseEditedMigrations(
  db: Pick<Client, "query">,
  spec: ServiceSchemaSpec,
): Promise<void> {
  const executed = await executedChecksums(db, spec.schema);
  const edited: string[] = [];
  for (const Migration of spec.migrations) {
    const then = executed.get(migrationName(Migration));
    if (then !== undefined && then !== (await migrationChecksum(Migration)))
      edited.push(migrationName(Migration));
  }
  if (edited.length === 0) return;
  throw new MigrationError(
    `${edited.join(", ")} of ${spec.service} changed after having run here: the schema ${spec.schema} is not the one this code expects, and nothing was changed; run a release that has ${edited.length === 1 ? "it" : "them"} as before, or see what differs with schema-check`,
  );
}

/** So many are named; a schema of another kind altogether has hundreds. */
const NAMED_MAX = 20;

/**
 * Without a checksum of what ran, the statements at hand count as those that ran. That is right only where the
 * schema is what they make. Errors: MigrationError with the differences where it is not.
 */
export async function refuseUnlikeSchema(db: Pick<Client, "query">, spec: ServiceSchemaSpec): Promise<void> {
  const missing = await withoutChecksum(db, spec);
  if (missing.length === 0) return;
  const differences = await schemaDifferences(db, spec);
  if (differences.length === 0) return;
  const named = differences.slice(0, NAMED_MAX);
  const more = differences.length - named.length;
  throw new MigrationError(
    `the schema ${spec.schema} is not what its migrations make, so the statements of this release are not taken for those that ran, and nothing was changed: ${[...named, ...(more > 0 ? [`${more} more`] : [])].join("; ")}`,
  );
}

/** Those that have run and whose statements nobody noted. */
async function withoutChecksum(db: Pick<Client, "query">, spec: ServiceSchemaSpec): Promise<Migration[]> {
  const executed = new Set(await executedMigrations(db, spec.schema));
  const known = await executedChecksums(db, spec.schema);
  return spec.migrations.filter((one) => executed.has(migrationName(one)) && !known.has(migrationName(one)));
}

/** Notes the checksums of what has run and has none yet: what ran just now, or under a release that noted none. */
export async function recordChecksums(db: Pick<Client, "query">, spec: ServiceSchemaSpec): Promise<void> {
  const missing = await withoutChecksum(db, spec);
  if (missing.length === 0) return;
  const table = `${escapeIdentifier(spec.schema)}.migrations`;
  await db.query(`alter table ${table} add column if not exists checksum text`);
  await db.query(
    `update ${table} m set checksum = n.checksum
       from unnest($1::text[], $2::text[]) n (name, checksum) where m.name = n.name and m.checksum is null`,
    [missing.map(migrationName), await Promise.all(missing.map(migrationChecksum))],
  );
}

/** By name; a table without the column is of a release that noted none. */
async function executedChecksums(
  db: Pick<Client, "query">,
  schema: string,
): Promise<ReadonlyMap<string, string>> {
  const table = `${escapeIdentifier(schema)}.migrations`;
  const { rows } = await db.query("select to_regclass($1) is not null as found", [table]);
  if (rows[0]?.found !== true) return new Map();
  const noted = await db.query(
    `select name, to_jsonb(m) ->> 'checksum' as checksum from ${table} m where to_jsonb(m) ->> 'checksum' is not null`,
  );
  return new Map(noted.rows.map((row) => [String(row.name), String(row.checksum)]));
}
