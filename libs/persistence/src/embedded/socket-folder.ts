import { chmod, mkdir } from "node:fs/promises";
import { removeStaleSocketLock } from "./postmaster.ts";
import type { RunAs } from "./run-as.ts";

/** Bytes of the path of a socket that every supported system takes; macOS takes 103, Linux 107. */
const PATH_MAX = 103;
const LONGEST_NAME = "/.s.PGSQL.65535";

/**
 * The folder beside a cluster in which the server makes its Unix socket. A call through it costs the kernel of both
 * sides less than one over TCP. Undefined where the path is too long for a socket; TCP is there in any case.
 */
export function socketFolderOf(dataDir: string): string | undefined {
  const folder = `${dataDir}.socket`;
  return Buffer.byteLength(folder + LONGEST_NAME) > PATH_MAX ? undefined : folder;
}

/**
 * Makes the folder fit for a server's start on that port. Others may pass through it but not list it; who connects
 * needs a password as over TCP.
 */
export async function prepareSocketFolder(
  folder: string,
  runAs: RunAs,
  server: { readonly port: number; readonly dataDir: string },
): Promise<void> {
  // The mode of mkdir is what the umask leaves of it.
  await mkdir(folder)
    .then(() => chmod(folder, 0o711))
    .catch(unlessThere);
  await runAs.give(folder);
  await removeStaleSocketLock(runAs.files(folder), server);
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}
