import { accessSync, constants } from "node:fs";
import { chown, lchown, lstat, readdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { filesOfOwner, ownFiles, type ClusterFiles } from "./cluster-files.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { closedFolder, letServerThrough, type ServerUser } from "./passage.ts";

/** How to run the server's programs: Postgres refuses to run as root. */
export interface RunAs {
  /** The command and its arguments, wrapped where a wrapper is needed. */
  command(
    program: string,
    args: readonly string[],
  ): { readonly program: string; readonly args: readonly string[] };
  /** Options of `spawn`. */
  readonly user: { readonly uid?: number; readonly gid?: number };
  /** Gives a file or folder to the user that the server runs as. */
  give(path: string): Promise<void>;
  /** Makes a folder that was given away ours again, with all folders in it, so that it can be removed. */
  takeBack(path: string): Promise<void>;
  /** The files of a cluster that belongs to that user. */
  files(dataDir: string): ClusterFiles;
}

/** Where a server's data and programs are. */
export interface ServerPlace {
  readonly dataDir: string;
  readonly binary: string;
  /** The folder around the data was made for it: as root it may be opened to the server's group. */
  readonly ownsParent?: boolean;
}

/** `nobody`, who has the same number and an entry in the list of users (initdb wants one) nearly everywhere. */
const NOBODY = 65_534;
const SETPRIV_PLACES = ["/usr/bin/setpriv", "/bin/setpriv", "/usr/local/bin/setpriv"];
/** CAP_DAC_OVERRIDE to pass the folder on, CAP_SETPCAP to set the mode below. */
const NEEDED_CAPABILITIES = (1n << 1n) | (1n << 8n);

/** Elsewhere root has no capabilities that could be missing. */
const isLinux = process.platform === "linux";

const asOurselves: RunAs = {
  command: (program, args) => ({ program, args }),
  user: {},
  give: () => Promise.resolve(),
  takeBack: () => Promise.resolve(),
  files: ownFiles,
};

/**
 * As a normal user: as that user. As root: as the owner of the data, or `nobody` for new data. Root then needs
 * no right to override permissions, but where a folder on the way is closed to that user (`/root` is 0700):
 * there the server gets the one capability that opens it.
 * Errors: `not_permitted` where such a folder cannot be opened; nothing has been made then.
 */
export async function chooseRunAs(place: ServerPlace): Promise<RunAs> {
  if (process.getuid?.() !== 0) return asOurselves;
  const user = await serverUser(place.dataDir);
  await openParent(place, user);
  const asThem = { ...asOurselves, give: (path: string) => chown(path, user.uid, user.gid), takeBack };
  const closed = await closedFolders([dirname(place.dataDir), dirname(place.binary)], user);
  if (closed.length === 0) return { ...asThem, user, files: isLinux ? filesOfOwner : ownFiles };
  const setpriv = SETPRIV_PLACES.find(isExecutable);
  if (setpriv === undefined || !(await mayOverride())) throw closedTo(closed);
  const wrapper = [
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    "--clear-groups",
    "--inh-caps=+dac_override",
    "--ambient-caps=+dac_override",
    // initdb asks access(2) whether it may run its neighbours, and that call forgets the capability otherwise.
    "--securebits=+no_setuid_fixup",
  ];
  return {
    ...asThem,
    command: (program, args) => ({ program: setpriv, args: [...wrapper, program, ...args] }),
  };
}

async function serverUser(dataDir: string): Promise<ServerUser> {
  const owner = await stat(dataDir).catch(() => undefined);
  if (owner === undefined || owner.uid === 0) return { uid: NOBODY, gid: NOBODY };
  return { uid: owner.uid, gid: owner.gid };
}

/** Not where the server could not come to it even so. */
async function openParent({ dataDir, binary, ownsParent }: ServerPlace, user: ServerUser): Promise<void> {
  if (ownsParent !== true || !isLinux) return;
  const parent = dirname(dataDir);
  const closed = await closedFolders([dirname(parent), dirname(binary)], user);
  if (closed.length === 0) await letServerThrough(parent, user);
}

async function closedFolders(folders: readonly string[], user: ServerUser): Promise<string[]> {
  const closed = await Promise.all(folders.map((folder) => closedFolder(folder, user)));
  return [...new Set(closed.filter((folder) => folder !== undefined))];
}

function closedTo(folders: readonly string[]): EmbeddedPostgresError {
  const [names, are] = [folders.join(" and "), folders.length === 1 ? "is" : "are"];
  return new EmbeddedPostgresError(
    "not_permitted",
    `${names} ${are} closed to other users and Postgres does not run as root: choose a data directory (DATA_DIR) and a place for the programs outside of it, or start as a normal user`,
  );
}

/** Folders first and from above: the user they were given to can then change nothing below them. */
async function takeBack(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found?.isDirectory() !== true) return;
  await lchown(path, 0, 0);
  for (const name of await readdir(path)) await takeBack(join(path, name));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Root of a container may have been left without the capabilities. */
async function mayOverride(): Promise<boolean> {
  const status = await readFile("/proc/self/status", "utf8").catch(() => "");
  const effective = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? "0"}`);
  return (effective & NEEDED_CAPABILITIES) === NEEDED_CAPABILITIES;
}
