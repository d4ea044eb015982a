import { readFileSync } from "node:fs";
import { join } from "node:path";
import { withoutTrailingSlashes } from "@flowlix/runtime";
import { CliError, EXIT } from "./cli-error.ts";
import { isRecord } from "./records.ts";

/** Where the control API is and what opens it (docs/design/architecture.md#control). */
export interface Connection {
  readonly url: string;
  readonly token: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * FLOWLIX_CONTROL_URL and FLOWLIX_CONTROL_TOKEN_FILE, each before what a local installation keeps in
 * $DATA_DIR. Errors: CliError naming the file that is missing or cannot be read.
 */
export function findConnection(env: Environment): Connection {
  const dataDir = folderOf(env);
  const url = set(env["FLOWLIX_CONTROL_URL"]) ?? controlUrlOf(join(dataDir, "runtime.json"));
  const token = read(set(env["FLOWLIX_CONTROL_TOKEN_FILE"]) ?? join(dataDir, "control-token")).trim();
  if (!URL.canParse(url))
    throw new CliError(EXIT.usage, "usage", "FLOWLIX_CONTROL_URL must be a URL", "FLOWLIX_CONTROL_URL");
  return { url: withoutTrailingSlashes(url), token };
}

/** The folder of a local installation. */
export const folderOf = (env: Environment): string => set(env["DATA_DIR"]) ?? ".data";

const set = (text: string | undefined): string | undefined => (text === "" ? undefined : text);

function controlUrlOf(file: string): string {
  const runtime = parsed(file);
  const url = isRecord(runtime) ? runtime["control_url"] : undefined;
  if (typeof url !== "string") throw new CliError(EXIT.failed, "not_running", `${file} names no control_url`);
  return url;
}

function parsed(file: string): unknown {
  const text = read(file);
  try {
    return JSON.parse(text);
  } catch {
    throw new CliError(EXIT.failed, "not_running", `${file} is no JSON`);
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    const hint = "start the platform, or set DATA_DIR, or FLOWLIX_CONTROL_URL and FLOWLIX_CONTROL_TOKEN_FILE";
    throw new CliError(EXIT.failed, "not_running", `${file} cannot be read: ${hint}`);
  }
}
