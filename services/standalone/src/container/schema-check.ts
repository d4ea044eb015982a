import { optional, readConfig, text, type Environment } from "@flowlix/runtime";
import { checkSchemas } from "../check-schemas.ts";
import { EXIT_CONFIG, LaunchError } from "../launch-error.ts";
import { runCommand } from "./run-command.ts";
import { databasesOf } from "./service-databases.ts";

/**
 * Compares the schema of `WAIT_FOR_SERVICE`, or of every configured service, with what its migrations make, asked as
 * the service's own role. Before a migration, run it from the release whose migrations are in question.
 */
async function schemaCheck(env: Environment): Promise<string> {
  const read = readConfig({ WAIT_FOR_SERVICE: optional(text()) }, env);
  if (!read.ok) throw new LaunchError(read.problems, EXIT_CONFIG);
  return await checkSchemas(databasesOf(env, read.config.WAIT_FOR_SERVICE));
}

await runCommand(() => schemaCheck(process.env));
