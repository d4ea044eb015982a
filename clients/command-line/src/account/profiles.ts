import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { EXIT, Failure, noKey, usage } from "../failure.ts";
import type { Host } from "../host.ts";
import { accountOf, type Account } from "./account.ts";

export const DEFAULT_PROFILE = "default";
/** Of the file: its owner alone reads it. */
const OWN_FILE = 0o600;
const OTHERS = 0o077;

type Env = Host["env"];
type Profiles = Readonly<Record<string, Account>>;

/** `$XDG_CONFIG_HOME/flowlix/config.json`, else below `~/.config`. */
export function fileOf(env: Env): string {
  const folder = env["XDG_CONFIG_HOME"] || join(env["HOME"] || homedir(), ".config");
  return join(folder, "flowlix", "config.json");
}

/** Errors: Failure, where others may read the file or nobody can make anything of it. */
export function readProfiles(env: Env): Profiles {
  const file = fileOf(env);
  const text = textOf(file);
  if (text === undefined) return {};
  if (process.platform !== "win32" && (statSync(file).mode & OTHERS) !== 0)
    throw new Failure(EXIT.noKey, `${file} can be read by others: chmod 600 it`, {
      code: "file_open_to_others",
    });
  try {
    const { profiles }: { profiles: Profiles } = JSON.parse(text);
    return Object.fromEntries(
      Object.entries(profiles).map(([name, { url, key }]) => [name, accountOf(url, key)]),
    );
  } catch {
    throw new Failure(EXIT.noKey, `${file} is not what login writes: remove it, and log in again`, {
      code: "file_unreadable",
    });
  }
}

/** Keeps the account under the name, or forgets it where it is null. A reader sees the file of before or of after. */
export function writeProfile(env: Env, name: string, account: Account | null): void {
  const { [name]: _, ...others } = readProfiles(env);
  const profiles = account === null ? others : { ...others, [name]: account };
  const file = fileOf(env);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const written = `${file}.${process.pid}`;
  try {
    writeFileSync(written, `${JSON.stringify({ profiles }, null, 2)}\n`, { mode: OWN_FILE });
    chmodSync(written, OWN_FILE);
    renameSync(written, file);
  } finally {
    rmSync(written, { force: true });
  }
}

/**
 * The account to ask with: that of the profile that is named; else that of FLOWLIX_URL and
 * FLOWLIX_KEY; else the profile `default`. An empty variable is none. Errors: Failure, where there is no account.
 */
export function findAccount(env: Env, named: string | undefined): Account {
  const { FLOWLIX_URL: url = "", FLOWLIX_KEY: key = "" } = env;
  if (named === undefined && url + key !== "") {
    // One of a profile beside one of the environment would send a key to an address that it is not for.
    if (url === "")
      throw usage(
        "FLOWLIX_URL and FLOWLIX_KEY are used together: set both, or neither after `flowlix login`",
      );
    if (key === "") throw noKey("FLOWLIX_URL is set and FLOWLIX_KEY is not: the two are used together");
    return accountOf(url, key);
  }
  const account = readProfiles(env)[named ?? DEFAULT_PROFILE];
  if (account !== undefined) return account;
  throw noKey(named === undefined ? "there is no key" : `there is no profile ${named}`);
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
