import { accessSync, constants } from "node:fs";
import { type Environment, httpUrl, messageOf, readConfig, secretText, text } from "@flowlix/runtime";
import { errorCode, EXIT_CONFIG, EXIT_FAILURE, LaunchError } from "../launch-error.ts";

const SETTINGS = {
  /** Where what is made is kept. */
  DEMO_DIR: text({ default: "/demo", maxLength: 4096 }),
  FLOWLIX_CONTROL_URL: httpUrl({ default: "http://127.0.0.1:9399" }),
  CONTROL_TOKEN: secretText(),
};

export interface DemoSettings {
  readonly folder: string;
  readonly controlUrl: string;
  readonly controlToken: string;
}

/** Of what acts through the control API, in the network of the gateway's container. Errors: LaunchError. */
export function demoSettings(env: Environment): DemoSettings {
  const read = readConfig(SETTINGS, env);
  if (!read.ok) throw new LaunchError(read.problems, EXIT_CONFIG);
  const { DEMO_DIR: folder, FLOWLIX_CONTROL_URL: controlUrl, CONTROL_TOKEN: controlToken } = read.config;
  try {
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const problem = `DEMO_DIR: ${folder} cannot be written (${errorCode(error)})`;
    throw new LaunchError(problem, EXIT_FAILURE, { cause: error });
  }
  return { folder, controlUrl, controlToken };
}

/** Names the setting where nobody answers. Errors: LaunchError. */
export async function throughControl<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LaunchError) throw error;
    const problem = `FLOWLIX_CONTROL_URL: the gateway does not answer (${messageOf(error)})`;
    throw new LaunchError(problem, EXIT_FAILURE, { cause: error });
  }
}
