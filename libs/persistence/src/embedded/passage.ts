import { chmod, chown, realpath, stat } from "node:fs/promises";
import { constants } from "node:fs";
import { userInfo } from "node:os";
import { dirname } from "node:path";

/** The user that the server runs as. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * The first folder from the root down that the user cannot pass through. What is not there, or not for us to
 * see, closes nothing: making or using it fails later and says so.
 */
export async function closedFolder(folder: string, user: ServerUser): Promise<string | undefined> {
  return await closedOnTheWay(await realpathOfVisible(folder), user);
}

async function closedOnTheWay(folder: string, user: ServerUser): Promise<string | undefined> {
  const above = dirname(folder);
  const closed = above === folder ? undefined : await closedOnTheWay(above, user);
  if (closed !== undefined) return closed;
  const found = await stat(folder);
  if (!found.isDirectory()) return undefined;
  const { mode, uid, gid } = found;
  const others = gid === user.gid ? constants.S_IXGRP : constants.S_IXOTH;
  const needed = uid === user.uid ? constants.S_IXUSR : others;
  return (mode & needed) === 0 ? folder : undefined;
}

async function realpathOfVisible(folder: string): Promise<string> {
  return await realpath(folder).catch(() => realpathOfVisible(dirname(folder)));
}

/**
 * Lets the server's group, and no one else, pass through a folder that only root could enter. The group cannot
 * list what is in it. Any folder with other permissions stays as it is, and so does the home of root.
 */
export async function letServerThrough(folder: string, { gid }: ServerUser): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.uid !== 0 || (found.mode & 0o7777) !== 0o700) return;
  if ((found.gid !== 0 && found.gid !== gid) || folder === userInfo().homedir) return;
  await chown(folder, 0, gid);
  await chmod(folder, 0o710);
}
