import { join } from "node:path";
import type { LaunchConfig } from "./config.ts";
import { openDataDir, usableFolder } from "./data-dir.ts";
import { checkEmbeddedData, embeddedPostgres, externalDatabase, type DatabasePlace } from "./database.ts";
import type { Launch } from "./launch.ts";
import { loadSecrets, type Secrets } from "./secrets.ts";

/** The database of DATABASE_URL, or the embedded one of DATA_DIR, started for one command and stopped with it. */
export async function openWithoutServices(
  launch: Launch,
  config: LaunchConfig,
): Promise<{ readonly place: DatabasePlace; readonly secrets: Secrets }> {
  if (config.DATABASE_URL !== undefined) {
    // Not taken: an installation that uses this folder may be waiting for us.
    const folder = usableFolder(config.DATA_DIR);
    const place = externalDatabase(config.DATABASE_URL, config.ROLE_PREFIX);
    return { place, secrets: loadSecrets(join(folder, "secrets.json")) };
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
  return { place: postgres.place(), secrets };
}
