import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { readConfig, text, type Environment } from "@flowlix/runtime";
import { errorCode, EXIT_CONFIG, EXIT_FAILURE, LaunchError } from "../launch-error.ts";
import { loadSecrets } from "../secrets.ts";
import { runCommand } from "./run-command.ts";
import { secretFiles, type SecretFiles } from "./secret-files.ts";

/** Everything in one file, for nobody but this command and a backup. */
const MASTER = "master";

const SETTINGS = {
  /** Has a folder for each that has secrets of its own, each mounted where they are read and nowhere else. */
  SECRETS_DIR: text({ default: "/secrets", maxLength: 4096 }),
  DATABASE_ADDRESS: text({ default: "postgres:5432/flowlix", pattern: /^[^\s/@:]+:[0-9]{1,5}\/[a-z0-9_]+$/ }),
  ROLE_PREFIX: text({ default: "flowlix", pattern: /^[a-z][a-z0-9_]{0,39}$/ }),
  NAMESPACE: text({ default: "flowlix", pattern: /^[A-Za-z0-9_-]{1,64}$/ }),
};

/**
 * Makes the secrets of an installation in containers where there are none, and writes every folder's
 * files; what is already as it should be is left alone. Says which folders, never what is in them.
 */
async function makeSecrets(env: Environment): Promise<string> {
  const read = readConfig(SETTINGS, env);
  if (!read.ok) throw new LaunchError(read.problems, EXIT_CONFIG);
  const {
    SECRETS_DIR: folder,
    DATABASE_ADDRESS: databaseAddress,
    ROLE_PREFIX: rolePrefix,
    NAMESPACE,
  } = read.config;
  const master = usable(join(folder, MASTER), 0o700);
  const known = existsSync(join(master, "secrets.json"));
  const secrets = loadSecrets(join(master, "secrets.json"));
  const written = writeAll(
    folder,
    secretFiles(secrets, { databaseAddress, rolePrefix, namespace: NAMESPACE }),
  );
  const made = known ? "" : "new secrets were made; ";
  return `${made}${written === 0 ? "every file is as it should be" : `${written} files were written`}`;
}

function writeAll(folder: string, groups: SecretFiles): number {
  let written = 0;
  for (const [group, files] of Object.entries(groups)) {
    const own = usable(join(folder, group), 0o755);
    for (const [name, value] of Object.entries(files)) if (writeFile(join(own, name), value)) written += 1;
  }
  return written;
}

/**
 * Readable for everybody who can enter the folder: each is given to one container alone, whose user is another one
 * in every image. Replaced whole, since somebody may be reading.
 */
function writeFile(path: string, value: string): boolean {
  const line = `${value.replace(/\n$/, "")}\n`;
  if (existsSync(path) && readFileSync(path, "utf8") === line) return false;
  const next = `${path}.next`;
  writeFileSync(next, line, { mode: 0o400 });
  // The umask of the shell that runs this may be narrower.
  chmodSync(next, 0o444);
  renameSync(next, path);
  return true;
}

function usable(path: string, mode: number): string {
  try {
    mkdirSync(path, { recursive: true, mode });
    accessSync(path, constants.W_OK);
    return path;
  } catch (error) {
    throw new LaunchError(`SECRETS_DIR: ${path} cannot be written (${errorCode(error)})`, EXIT_FAILURE, {
      cause: error,
    });
  }
}

await runCommand(() => makeSecrets(process.env));
