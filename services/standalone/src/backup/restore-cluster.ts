import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { createGunzip } from "node:zlib";
import { messageOf } from "@flowlix/runtime";
import { writeWhole } from "../atomic-file.ts";
import { openDataDir, type DataDir } from "../data-dir.ts";
import { restoreEmbedded, runningEmbedded } from "../database.ts";
import { LaunchError } from "../launch-error.ts";
import { ARCHIVE, PORTS, SERVER_MANIFEST } from "./back-up-cluster.ts";
import { timeName } from "./config.ts";
import type { RestoreContext } from "./contexts.ts";
import { noteRestored } from "./restored-file.ts";

/**
 * Makes DATA_DIR of a backup of an embedded server. It is made beside its place and renamed there when it is whole;
 * what was there before is renamed as well, and only if that was asked for.
 */
export async function restoreCluster(context: RestoreContext): Promise<string[]> {
  const { folder } = context;
  const held = await holdTarget(context);
  try {
    await context.checked();
    const made = `${folder}.restoring-${process.pid}`;
    try {
      await make(made, context);
      context.asked.throwIfAborted();
      return place(made, folder);
    } catch (error) {
      removeMade(made);
      throw error;
    }
  } finally {
    held?.release();
  }
}

/**
 * All that a start leaves that was refused before it had a database, since a port was taken: no data. One that went
 * further, also with a database of the operator's, kept its ports.
 */
const OF_NO_START: ReadonlySet<string> = new Set(["launcher.lock", "secrets.json", "control-token"]);

/**
 * So that nothing starts in it meanwhile. Errors: LaunchError for one that runs, and one that is not empty; one that a
 * start was refused in may be renamed unasked.
 */
async function holdTarget({ folder, config: { aside } }: RestoreContext): Promise<DataDir | undefined> {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return undefined;
  const mayRename = aside || readdirSync(folder).every((name) => OF_NO_START.has(name));
  const notEmpty = new LaunchError(
    `DATA_DIR: ${folder} is not empty: name another, or say ASIDE=yes, which renames it and deletes nothing`,
  );
  // What is no installation's folder is not touched at all.
  if (!aside && !existsSync(join(folder, "launcher.lock"))) throw notEmpty;
  const held = openDataDir(folder);
  try {
    if ((await runningEmbedded(folder, "")) !== undefined)
      throw new LaunchError(
        `DATA_DIR: the Postgres of ${folder} still runs: start the installation and stop it in order`,
      );
    if (!mayRename) throw notEmpty;
    return held;
  } catch (error) {
    held.release();
    throw error;
  }
}

async function make(made: string, { config: { from }, manifest, secrets }: RestoreContext): Promise<void> {
  mkdirSync(dirname(made), { recursive: true });
  mkdirSync(made, { mode: 0o700 });
  process.stderr.write("restore: unpacking and comparing every file\n");
  await restoreEmbedded(made, {
    archive: createReadStream(join(from, ARCHIVE)).pipe(createGunzip()),
    manifest: join(from, SERVER_MANIFEST),
  });
  writeWhole(join(made, "secrets.json"), `${JSON.stringify(secrets, null, 2)}\n`);
  if (manifest.files[PORTS] !== undefined)
    writeWhole(join(made, PORTS), readFileSync(join(from, PORTS), "utf8"));
  noteRestored(made, manifest);
}

function place(made: string, folder: string): string[] {
  const aside = existsSync(folder) && readdirSync(folder).length > 0;
  const before = `${folder}.before-restore-${timeName()}`;
  try {
    if (aside) renameSync(folder, before);
    try {
      renameSync(made, folder);
    } catch (error) {
      if (aside) renameSync(before, folder);
      throw error;
    }
  } catch (error) {
    throw new LaunchError(`DATA_DIR: ${folder} cannot be replaced: ${messageOf(error)}`, undefined, {
      cause: error,
    });
  }
  return [
    ...(aside ? [`What was in ${folder} is in ${before}.`] : []),
    `The installation is restored in ${folder}.`,
  ];
}

/** What was given to the server's user already may be closed to us: it stays, under a name that says what it is. */
function removeMade(made: string): void {
  try {
    rmSync(made, { recursive: true, force: true });
  } catch {
    process.stderr.write(`restore: ${made} is left, and may be removed\n`);
  }
}
