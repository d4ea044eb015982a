import { chown, readFile, stat } from "node:fs/promises";
import { accessSync, constants } from "node:fs";
import { dirname } from "node:path";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";

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
}

/** `nobody`, who has the same number and an entry in the list of users (initdb wants one) nearly everywhere. */
const NOBODY = 65_534;
const SETPRIV_PLACES = ["/usr/bin/setpriv", "/bin/setpriv", "/usr/local/bin/setpriv"];
/** CAP_DAC_OVERRIDE to pass the folder on, CAP_SETPCAP to set the mode below. */
const NEEDED_CAPABILITIES = (1n << 1n) | (1n << 8n);

const asOurselves: RunAs = {
  command: (program, args) => ({ program, args }),
  user: {},
  give: () => Promise.resolve(),
};

/**
 * As a normal user: as that user. As root: as the owner of the data, or `nobody` for new data; where
 * a folder on the way is closed to that user (`/root` is 0700), with the one capability that opens it.
 */
export async function chooseRunAs(paths: {
  readonly dataDir: string;
  readonly binary: string;
}): Promise<RunAs> {
  if (process.getuid?.() !== 0) return asOurselves;
  const owner = await stat(paths.dataDir).catch(() => undefined);
  const uid = owner === undefined || owner.uid === 0 ? NOBODY : owner.uid;
  const gid = owner === undefined || owner.uid === 0 ? NOBODY : owner.gid;
  const give = (path: string) => chown(path, uid, gid);
  const closed =
    (await closedFolder(dirname(paths.dataDir), uid)) ?? (await closedFolder(dirname(paths.binary), uid));
  if (closed === undefined) return { ...asOurselves, user: { uid, gid }, give };
  const setpriv = SETPRIV_PLACES.find(isExecutable);
  if (setpriv === undefined || !(await mayOverride())) {
    throw new EmbeddedPostgresError(
      "not_permitted",
      `the folder ${closed} is closed to other users and Postgres does not run as root: start as a normal user, or choose a data directory outside of it`,
    );
  }
  const wrapper = [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    "--clear-groups",
    "--inh-caps=+dac_override",
    "--ambient-caps=+dac_override",
    // initdb asks access(2) whether it may run its neighbours, and that call forgets the capability otherwise.
    "--securebits=+no_setuid_fixup",
  ];
  return {
    command: (program, args) => ({ program: setpriv, args: [...wrapper, program, ...args] }),
    user: {},
    give,
  };
}

/** The first folder from the root down that the user cannot pass through. */
async function closedFolder(folder: string, uid: number): Promise<string | undefined> {
  const above = dirname(folder);
  const closed = above === folder ? undefined : await closedFolder(above, uid);
  if (closed !== undefined) return closed;
  const { mode, uid: owner } = await stat(folder);
  const passable = (mode & constants.S_IXOTH) !== 0 || (owner === uid && (mode & constants.S_IXUSR) !== 0);
  return passable ? undefined : folder;
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
