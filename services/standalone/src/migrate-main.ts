import { join } from "node:path";
import { readLaunchConfig } from "./config.ts";
import { openDataDir, usableFolder } from "./data-dir.ts";
import { checkEmbeddedData, embeddedPostgres, externalDatabase, migrateAll } from "./database.ts";
import { runLaunch, type Launch } from "./launch.ts";
import { loadSecrets } from "./secrets.ts";

/**
 * The migration command: brings the database of DATABASE_URL, or the embedded one of DATA_DIR, to the
 * state this code needs, and ends. Passwords of the roles are those of DATA_DIR.
 */
async function migrateOnce(launch: Launch): Promise<"done"> {
  const config = readLaunchConfig(process.env);
  if (config.DATABASE_URL !== undefined) {
    // Not taken: the installation that uses this folder is waiting for us.
    const folder = usableFolder(config.DATA_DIR);
    const place = externalDatabase(config.DATABASE_URL, config.ROLE_PREFIX);
    report(await migrateAll(place, loadSecrets(join(folder, "secrets.json"))));
    return "done";
  }
  await checkEmbeddedData(config.DATA_DIR);
  const dataDir = await launch.step(
    () => openDataDir(config.DATA_DIR),
    (made) => made.release(),
  );
  const secrets = loadSecrets(dataDir.file("secrets.json"));
  const postgres = embeddedPostgres(dataDir.path, secrets);
  await launch.step(
    () => postgres.start(),
    (server) => server.stop(),
  );
  report(await migrateAll(postgres.place(), secrets));
  return "done";
}

function report(applied: readonly string[]): void {
  const lines =
    applied.length === 0 ? ["the database is up to date"] : applied.map((name) => `migrated ${name}`);
  process.stdout.write(`${lines.join("\n")}\n`);
}

await runLaunch(migrateOnce);
