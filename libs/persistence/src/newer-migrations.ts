import { PLATFORM_VERSION } from "@flowlix/contracts";
import { escapeIdentifier, type Client } from "pg";
import { comesBefore, releaseNeeded } from "./compatibility.ts";
import { executedMigrations, migrationName } from "./executed-migrations.ts";
import { MigrationError, NewerDatabaseError } from "./migration-error.ts";
import type { ServiceSchemaSpec } from "./schema-spec.ts";

type Asked = Pick<Client, "query">;

/** A migration of a later release that has run. */
interface Newer {
  readonly schema: string;
  readonly name: string;
  /** As its release declared it; undefined where it did not, or in words that this one does not know. */
  readonly compatibility: string | undefined;
}

const tableOf = ({ schema }: ServiceSchemaSpec) => `${escapeIdentifier(schema)}.migration_compatibility`;

/**
 * Declares what the migrations of a schema mean for releases before them. Before they run: whatever is interrupted,
 * none has run undeclared.
 */
export async function declareCompatibility(db: Asked, spec: ServiceSchemaSpec): Promise<void> {
  const table = tableOf(spec);
  const { rows } = await db.query("select to_regclass($1) is not null as found", [table]);
  if (rows[0]?.found !== true)
    await db.query(`create table ${table} (name text primary key, compatibility text not null)`);
  const declared = spec.migrations.flatMap((Migration) => {
    const { compatibility } = new Migration();
    return compatibility === undefined ? [] : [[migrationName(Migration), compatibility] as const];
  });
  if (declared.length === 0) return;
  await db.query(
    `insert into ${table} as c (name, compatibility) select * from unnest($1::text[], $2::text[])
       on conflict (name) do update set compatibility = excluded.compatibility
       where c.compatibility <> excluded.compatibility`,
    [declared.map(([name]) => name), declared.map(([, compatibility]) => compatibility)],
  );
}

/**
 * What the database has of later releases, in words; undefined where there is nothing.
 * Errors: NewerDatabaseError where this release cannot run on it, with the release that can.
 */
export async function newerMigrations(
  db: Asked,
  specs: readonly ServiceSchemaSpec[],
): Promise<string | undefined> {
  const newer: Newer[] = [];
  for (const spec of specs) newer.push(...(await newerOf(db, spec)));
  if (newer.length === 0) return undefined;
  const undeclared = newer.filter(({ compatibility }) => compatibility === undefined);
  if (undeclared.length > 0)
    throw new NewerDatabaseError(`${inWords(undeclared)}; run the release that made it so`);
  const refusing = newer.filter(({ compatibility = "" }) => refuses(compatibility));
  if (refusing.length === 0) return inWords(newer);
  const needed = refusing
    .map(({ compatibility = "" }) => releaseNeeded(compatibility) ?? "")
    .reduce((one, other) => (comesBefore(one, other) ? other : one));
  throw new NewerDatabaseError(
    `${inWords(refusing)}; this is release ${PLATFORM_VERSION}: run ${needed} or a later one`,
  );
}

/** Errors: MigrationError for a database that lacks what this code needs and has what a later one brought. */
export async function refuseMixedLines(
  db: Asked,
  specs: readonly ServiceSchemaSpec[],
  newer: string,
): Promise<void> {
  for (const spec of specs) {
    const executed = new Set(await executedMigrations(db, spec.schema));
    const missing = spec.migrations.map(migrationName).filter((name) => !executed.has(name));
    if (missing.length > 0)
      throw new MigrationError(
        `${newer}, and ${spec.schema} lacks ${missing.join(", ")}: run a release that has both`,
      );
  }
}

function refuses(compatibility: string): boolean {
  const needed = releaseNeeded(compatibility);
  return needed !== undefined && comesBefore(PLATFORM_VERSION, needed);
}

async function newerOf(db: Asked, spec: ServiceSchemaSpec): Promise<Newer[]> {
  const known = new Set(spec.migrations.map(migrationName));
  const names = (await executedMigrations(db, spec.schema)).filter((name) => !known.has(name));
  const declared = names.length === 0 ? new Map<string, string>() : await declaredIn(db, spec);
  return names.map((name) => ({ schema: spec.schema, name, compatibility: declared.get(name) }));
}

async function declaredIn(db: Asked, spec: ServiceSchemaSpec): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query("select to_regclass($1) is not null as found", [tableOf(spec)]);
  if (rows[0]?.found !== true) return new Map();
  const declared = await db.query(`select name, compatibility from ${tableOf(spec)}`);
  return new Map(
    declared.rows
      .map((row) => [String(row.name), String(row.compatibility)] as const)
      .filter(([, said]) => said === "expand" || releaseNeeded(said) !== undefined),
  );
}

function inWords(newer: readonly Newer[]): string {
  const schemas = [...new Set(newer.map(({ schema }) => schema))];
  const each = schemas.map(
    (one) =>
      `${one} has ${newer
        .filter(({ schema }) => schema === one)
        .map(({ name }) => name)
        .join(", ")}`,
  );
  return `the database is newer than this code: ${each.join("; ")}`;
}
