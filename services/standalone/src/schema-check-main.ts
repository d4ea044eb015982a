import { checkSchemas } from "./check-schemas.ts";
import { readLaunchConfig } from "./config.ts";
import { runLaunch, type Launch } from "./launch.ts";
import { openWithoutServices } from "./command-database.ts";
import { SERVICES } from "./services.ts";

/**
 * Says how the schemas of DATABASE_URL, or of the embedded database of DATA_DIR, differ from what their migrations
 * make.
 */
async function check(launch: Launch): Promise<"done"> {
  const { place } = await openWithoutServices(launch, readLaunchConfig(process.env));
  const said = await checkSchemas(SERVICES.map(({ schema }) => ({ schema, url: place.adminUrl })));
  process.stdout.write(`${said}\n`);
  return "done";
}

await runLaunch(check);
