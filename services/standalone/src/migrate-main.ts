import { readLaunchConfig } from "./config.ts";
import { migrateAll } from "./database.ts";
import { runLaunch, type Launch } from "./launch.ts";
import { openWithoutServices } from "./command-database.ts";

/**
 * The migration command: brings the database of DATABASE_URL, or the embedded one of DATA_DIR, to the
 * state this code needs, and ends. Passwords of the roles are those of DATA_DIR.
 */
async function migrateOnce(launch: Launch): Promise<"done"> {
  const { place, secrets } = await openWithoutServices(launch, readLaunchConfig(process.env));
  report(await migrateAll(place, secrets));
  return "done";
}

function report(applied: readonly string[]): void {
  const lines =
    applied.length === 0 ? ["the database is up to date"] : applied.map((name) => `migrated ${name}`);
  process.stdout.write(`${lines.join("\n")}\n`);
}

await runLaunch(migrateOnce);
