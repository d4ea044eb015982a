import { readFileSync } from "node:fs";
import type { Client } from "pg";
import { executedMigrations, migrationName } from "./executed-migrations.ts";
import {
  readCatalogue,
  type SchemaCatalogue,
  type SchemaChanges,
  type SchemaHistory,
} from "./schema-catalogue.ts";
import type { ServiceSchemaSpec } from "./schema-spec.ts";

/** For a spec: reads the file only when it is asked for. */
export const historyIn = (file: URL) => (): SchemaHistory => {
  const history: SchemaHistory = JSON.parse(readFileSync(file, "utf8"));
  return history;
};

export function changesBetween(before: SchemaCatalogue, after: SchemaCatalogue): SchemaChanges {
  const changed = Object.entries(after).filter(([key, definition]) => before[key] !== definition);
  const gone = Object.keys(before).filter((key) => after[key] === undefined);
  return Object.fromEntries([...changed, ...gone.map((key) => [key, null] as const)]);
}

/**
 * How a schema differs from what the migrations that ran in it make, a line each; none where it does not. What a
 * migration that has not ended touches is left out: one that makes an index while others write leaves a part of it
 * behind when it is interrupted, and goes on with it. Data is not compared. Errors: one for a spec without a history;
 * the driver's.
 */
export async function schemaDifferences(
  db: Pick<Client, "query">,
  { schema, migrations, history }: ServiceSchemaSpec,
): Promise<string[]> {
  if (history === undefined) throw new Error(`nothing says what the migrations of ${schema} make`);
  const changes = history();
  const executed = new Set(await executedMigrations(db, schema));
  const names = migrations.map(migrationName);
  const ran = names
    .filter((name) => executed.has(name))
    .flatMap((name) => Object.entries(changes[name] ?? {}));
  const pending = new Set(
    names.filter((name) => !executed.has(name)).flatMap((name) => Object.keys(changes[name] ?? {})),
  );
  const expected = new Map(ran);
  const found = await readCatalogue(db, schema);
  const keys = [...new Set([...expected.keys(), ...Object.keys(found)])].filter((key) => !pending.has(key));
  return keys
    .sort()
    .flatMap((key) => difference(`${schema}: ${key}`, expected.get(key) ?? undefined, found[key]) ?? []);
}

function difference(
  what: string,
  expected: string | undefined,
  found: string | undefined,
): string | undefined {
  if (expected === found) return undefined;
  if (found === undefined) return `${what} is missing, expected: ${expected}`;
  if (expected === undefined) return `${what} is made by no migration: ${found}`;
  return `${what} is ${found}, expected: ${expected}`;
}
