import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { migrationChecksum, type ServiceSchemaSpec } from "@flowlix/persistence";
import { SERVICES } from "../../services/standalone/src/services.ts";
import { problemsOf, type Checksums } from "./problems.ts";

/**
 * `make migration-checksums`: notes the checksums of new migrations beside them; with `--check` only says what is
 * wrong. `migrate` refuses a database whose migrations were edited, at its owner's; this says so before they get there.
 * It writes over no checksum: of a migration that nobody has run yet delete the line by hand first.
 */
const ROOT = join(import.meta.dirname, "../..");
const check = process.argv.includes("--check");
let failed = false;

for (const { name, schema } of SERVICES) {
  const file = `services/${name}/src/migrations/checksums.json`;
  const path = join(ROOT, file);
  const noted = existsSync(path) ? parsed(readFileSync(path, "utf8")) : {};
  const now = await checksumsOf(schema);
  const problems = problemsOf(file, noted, now, check);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  failed ||= problems.length > 0;
  if (!check && problems.length === 0) writeFileSync(path, `${JSON.stringify(now, undefined, 2)}\n`);
}
// Services may keep something open as soon as they are loaded.
process.exit(failed ? 1 : 0);

async function checksumsOf({ migrations }: ServiceSchemaSpec): Promise<Checksums> {
  const entries = migrations.map(
    async (Migration) =>
      [new Migration().name ?? Migration.name, await migrationChecksum(Migration)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

function parsed(text: string): Checksums {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null) throw new Error("checksums are an object");
  return Object.fromEntries(Object.entries(value).map(([name, sum]) => [name, String(sum)]));
}
