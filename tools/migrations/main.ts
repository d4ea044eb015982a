import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { migrationChecksum, migrationName, type ServiceSchemaSpec } from "@flowlix/persistence";
import { makeHistory, startTestPostgres } from "@flowlix/testkit";
import { SERVICES } from "../../services/standalone/src/services.ts";
import { problemsOf, undeclared, type Checksums } from "./problems.ts";

/**
 * `make migration-checksums`: notes the checksums of new migrations beside them, and what each makes of its schema, for
 * which it runs them all on a server of its own; with `--check` only says what is wrong. `migrate` refuses a database
 * whose migrations were edited, at its owner's; this says so before they get there. So it does of one that does not say
 * whether the release before goes on. It writes over no checksum: of a migration that nobody has run yet delete the
 * line by hand first.
 */
const ROOT = join(import.meta.dirname, "../..");
const check = process.argv.includes("--check");
let failed = false;

for (const { name, schema } of SERVICES) {
  const file = `services/${name}/src/migrations/checksums.json`;
  const path = join(ROOT, file);
  const noted = existsSync(path) ? parsed(readFileSync(path, "utf8")) : {};
  const now = await checksumsOf(schema);
  const said = schema.migrations
    .map((Migration) => new Migration())
    .map((one) => [one.name ?? one.constructor.name, one.compatibility] as const);
  const problems = [
    ...problemsOf(file, noted, now, check),
    ...undeclared(file, new Map(said)),
    ...(check ? historyProblems(name, schema) : []),
  ];
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  failed ||= problems.length > 0;
  if (!check && problems.length === 0) writeFileSync(path, `${JSON.stringify(now, undefined, 2)}\n`);
}
if (!check && !failed) await writeHistories();
// Services may keep something open as soon as they are loaded.
process.exit(failed ? 1 : 0);

async function writeHistories(): Promise<void> {
  const server = await startTestPostgres();
  try {
    for (const { name, schema } of SERVICES)
      writeFileSync(
        historyPath(name),
        `${JSON.stringify(await makeHistory(server.url, schema), undefined, 2)}\n`,
      );
  } finally {
    await server.stop();
  }
}

/** That it says what they make, a test finds: it takes a server (tests/system/schema-history.test.ts). */
function historyProblems(name: string, { migrations }: ServiceSchemaSpec): string[] {
  const path = historyPath(name);
  const known = existsSync(path) ? Object.keys(parsed(readFileSync(path, "utf8"))) : [];
  return migrations
    .map(migrationName)
    .filter((migration) => !known.includes(migration))
    .map((migration) => `${path}: ${migration} is missing: run make migration-checksums and commit it`);
}

function historyPath(name: string): string {
  return join(ROOT, `services/${name}/src/migrations/schema.json`);
}

async function checksumsOf({ migrations }: ServiceSchemaSpec): Promise<Checksums> {
  const entries = migrations.map(
    async (Migration) => [migrationName(Migration), await migrationChecksum(Migration)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

function parsed(text: string): Checksums {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null) throw new Error("checksums are an object");
  return Object.fromEntries(Object.entries(value).map(([name, sum]) => [name, String(sum)]));
}
