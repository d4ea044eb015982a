import { accessSync, constants } from "node:fs";
import { join } from "node:path";
import { httpUrl, readConfig, secretText, text, type Environment } from "@flowlix/runtime";
import { demoKey } from "../demo-merchant.ts";
import { errorCode, EXIT_CONFIG, EXIT_FAILURE, LaunchError, reasonOf } from "../launch-error.ts";
import { runCommand } from "./run-command.ts";

const SETTINGS = {
  /** Where the demo merchant's key is kept. */
  DEMO_DIR: text({ default: "/demo", maxLength: 4096 }),
  FLOWLIX_CONTROL_URL: httpUrl({ default: "http://127.0.0.1:9399" }),
  CONTROL_TOKEN: secretText(),
};

/**
 * The Sandbox key of the demo merchant, made at the first run and the same at every later one. To be run
 * where the control API is: in the network of the gateway's container.
 */
async function showDemoKey(env: Environment): Promise<string> {
  const read = readConfig(SETTINGS, env);
  if (!read.ok) throw new LaunchError(read.problems, EXIT_CONFIG);
  const { DEMO_DIR: folder, FLOWLIX_CONTROL_URL: controlUrl, CONTROL_TOKEN: controlToken } = read.config;
  try {
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new LaunchError(`DEMO_DIR: ${folder} cannot be written (${errorCode(error)})`, EXIT_FAILURE, {
      cause: error,
    });
  }
  const keyFile = join(folder, "key");
  try {
    return await demoKey({ controlUrl, controlToken, keyFile, progressFile: join(folder, "merchant.json") });
  } catch (error) {
    if (error instanceof LaunchError) throw error;
    throw new LaunchError(
      `FLOWLIX_CONTROL_URL: the gateway does not answer (${reasonOf(error)})`,
      EXIT_FAILURE,
      {
        cause: error,
      },
    );
  }
}

await runCommand(() => showDemoKey(process.env));
