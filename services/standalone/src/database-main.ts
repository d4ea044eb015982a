import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { readLaunchConfig } from "./config.ts";
import { runLaunch, type Launch } from "./launch.ts";
import { LaunchError } from "./launch-error.ts";
import { openWithoutServices } from "./command-database.ts";

const DAY_MS = 86_400_000;

/**
 * The embedded database of DATA_DIR alone, until it is told to stop, for somebody who has to mend what no start gets
 * past (docs/operators.md#a-sql-prompt). Nothing is migrated. Errors: LaunchError, also where there is no such
 * database.
 */
async function runAlone(launch: Launch): Promise<"running"> {
  const config = readLaunchConfig(process.env);
  if (config.DATABASE_URL !== undefined)
    throw new LaunchError("DATABASE_URL: is a server of yours, which runs already: connect to that");
  const folder = resolve(config.DATA_DIR);
  if (!existsSync(join(folder, "postgres-18")))
    throw new LaunchError(`DATA_DIR: there is no embedded database in ${folder}`);
  const { place } = await openWithoutServices(launch, config);
  const { port } = new URL(place.adminUrl);
  process.stdout.write(
    `Postgres runs alone on 127.0.0.1:${port}, user and database postgres, until Ctrl-C.\n` +
      "How to connect: docs/operators.md, A SQL prompt\n",
  );
  // Nothing else here keeps a process that waits for a signal.
  await launch.step(() => setInterval(() => undefined, DAY_MS), clearInterval);
  return "running";
}

await runLaunch(runAlone);
