import { setTimeout as pause } from "node:timers/promises";
import {
  checkSchema,
  connect,
  NewerDatabaseError,
  requireFitServer,
  UnfitServerError,
} from "@flowlix/persistence";
import { duration, type Environment, messageOf, optional, readConfig, text } from "@flowlix/runtime";
import { EXIT_CONFIG, EXIT_FAILURE, LaunchError } from "../launch-error.ts";
import { runCommand } from "./run-command.ts";
import { databasesOf, type ServiceDatabase } from "./service-databases.ts";

const ASK_AGAIN_MS = 500;

/**
 * Ends with 0 once the schema of `WAIT_FOR_SERVICE`, or of every configured service, has the migrations
 * that this code needs, asked as the service's own role; with 1 after `WAIT_TIMEOUT`, and says what was
 * still missing; with 78 at once for a server that must not be used.
 */
async function waitForSchema(env: Environment): Promise<string> {
  const read = readConfig(
    {
      WAIT_FOR_SERVICE: optional(text()),
      WAIT_TIMEOUT: duration({ default: "5m", minMs: 0, maxMs: 86_400_000 }),
    },
    env,
  );
  if (!read.ok) throw new LaunchError(read.problems, EXIT_CONFIG);
  const databases = databasesOf(env, read.config.WAIT_FOR_SERVICE);
  const until = performance.now() + read.config.WAIT_TIMEOUT;
  let reported = "";
  for (;;) {
    const missing = await firstMissing(databases);
    if (missing === undefined)
      return `the schema of ${databases.map((one) => one.service).join(", ")} is there`;
    if (performance.now() >= until) {
      const waited = `waited ${read.config.WAIT_TIMEOUT / 1000} s (WAIT_TIMEOUT)`;
      throw new LaunchError(`${missing}; ${waited}`, EXIT_FAILURE);
    }
    if (missing !== reported) process.stderr.write(`waiting: ${missing}\n`);
    reported = missing;
    await pause(ASK_AGAIN_MS);
  }
}

async function firstMissing(databases: readonly ServiceDatabase[]): Promise<string | undefined> {
  for (const one of databases) {
    const missing = await missingIn(one);
    if (missing !== undefined) return `${one.service}: ${missing}`;
  }
  return undefined;
}

async function missingIn({ url, schema, setting }: ServiceDatabase): Promise<string | undefined> {
  let client: Awaited<ReturnType<typeof connect>> | undefined;
  try {
    client = await connect(url, "wait-for-schema");
  } catch (error) {
    return `${setting}: the database at ${new URL(url).host} cannot be used (${messageOf(error)})`;
  }
  try {
    // What is worth a warning the service says itself.
    await requireFitServer(client, () => undefined);
    await checkSchema(client, schema);
    return undefined;
  } catch (error) {
    if (error instanceof UnfitServerError)
      throw new LaunchError(`${setting}: ${messageOf(error)}`, EXIT_CONFIG, { cause: error });
    // No wait changes that.
    if (error instanceof NewerDatabaseError)
      throw new LaunchError(`${setting}: ${error.message}`, EXIT_FAILURE, { cause: error });
    return messageOf(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

await runCommand(() => waitForSchema(process.env));
