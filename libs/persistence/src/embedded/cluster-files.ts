import { spawn } from "node:child_process";
import { link, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** What the launcher does to files of a cluster, each named relative to the cluster's folder. */
export interface ClusterFiles {
  readonly folder: string;
  /** Undefined when there is no such file. */
  read(name: string): Promise<string | undefined>;
  /** Writes over what is there; readable by the owner only. */
  write(name: string, text: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Rejects when there is a file of the new name. */
  link(from: string, to: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** Done by this process. */
export function ownFiles(folder: string): ClusterFiles {
  return {
    folder,
    read: (name) => readFile(join(folder, name), "utf8").catch(missing),
    write: (name, text) => writeFile(join(folder, name), text, { mode: 0o600 }),
    rename: (from, to) => rename(join(folder, from), join(folder, to)),
    link: (from, to) => link(join(folder, from), join(folder, to)),
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT") return undefined;
  throw error;
}

/**
 * Done by short-lived processes of the folder's owner. Root without CAP_DAC_OVERRIDE cannot enter the 0700
 * folder of another user. Root with it should not follow links that this user may have put there.
 */
export function filesOfOwner(folder: string): ClusterFiles {
  const run = async (script: string, names: readonly string[], input = "") => {
    const { uid, gid } = await stat(folder);
    return await runScript(`cd -- "$0" && ${script}`, [folder, ...names], { uid, gid, input });
  };
  return {
    folder,
    read: async (name) => {
      if ((await stat(folder).catch(missing)) === undefined) return undefined;
      const { code, output } = await run(`{ [ -e "$1" ] || exit ${NO_FILE}; } && exec cat -- "$1"`, [name]);
      if (code === NO_FILE) return undefined;
      return succeeded(code, output);
    },
    write: async (name, text) => done(await run('umask 077 && exec cat >"$1"', [name], text)),
    rename: async (from, to) => done(await run('exec mv -f -- "$1" "$2"', [from, to])),
    link: async (from, to) => done(await run('exec ln -- "$1" "$2"', [from, to])),
    remove: async (name) => done(await run('exec rm -f -- "$1"', [name])),
  };
}

/** An exit code that neither a shell nor `cat` has. */
const NO_FILE = 42;

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

async function runScript(
  script: string,
  args: readonly string[],
  { input, ...user }: { readonly uid: number; readonly gid: number; readonly input: string },
): Promise<Ended> {
  const child = spawn("/bin/sh", ["-c", script, ...args], {
    ...user,
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  // One that ends before it has read everything says why by its exit code.
  child.stdin.on("error", () => undefined).end(input);
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once("error", reject).once("close", resolve),
  );
  return { code, output };
}

function succeeded(code: number | null, output: string): string {
  if (code === 0) return output;
  throw new Error(output.trim().split("\n").at(-1) ?? `exit code ${code}`);
}

function done({ code, output }: Ended): void {
  succeeded(code, output);
}
