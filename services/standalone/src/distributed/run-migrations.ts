import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { DatabasePlace } from "../database.ts";
import { systemEnvironment } from "../environment.ts";
import type { Ground } from "../installation.ts";
import { LaunchError } from "../launch-error.ts";

const MIGRATE = fileURLToPath(new URL("../migrate-main.ts", import.meta.url));

/** The migration command, as an operator would run it; what it has to say it says itself. */
export async function runMigrations(
  { adminUrl, rolePrefix }: DatabasePlace,
  { dataDir, outside }: Ground,
): Promise<void> {
  const child = spawn(process.execPath, [MIGRATE], {
    env: {
      ...systemEnvironment(outside),
      DATABASE_URL: adminUrl,
      ROLE_PREFIX: rolePrefix,
      DATA_DIR: dataDir.path,
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const ended = Promise.withResolvers<number>();
  child.once("error", ended.reject);
  child.once("exit", (code) => ended.resolve(code ?? 1));
  const code = await ended.promise;
  if (code !== 0) throw new LaunchError([], code);
}
