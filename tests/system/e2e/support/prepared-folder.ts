import { execFile } from "node:child_process";
import { appendFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { oncePerRun } from "@flowlix/testkit";
import { FREE_PORTS } from "../../support/installation.ts";
import { launch } from "../../../../services/standalone/test/support/launched.ts";

const run = promisify(execFile);

/** A test of a lost disk is not possible here; what a killed process had written stays without these. */
const NOT_TO_THE_DISK = "fsync = off\nfull_page_writes = off\nflowlix.without_fsync = 'accepted'\n";
/**
 * The data is bound to these alone, a gateway starts with no other fingerprint keys; every copy draws its other secrets
 * anew.
 */
const KEPT_SECRETS = ["postgres_password", "role_password_seed", "fingerprint_keys"];

/**
 * Makes the folder of an installation that was started once: a cluster that is made, a schema that is migrated and the
 * demo merchant. Made once in a run and copied; outside of a run it stays as it is and the first start makes all this.
 */
export async function prepareFolder(dataDir: string): Promise<void> {
  const prepared = await oncePerRun("installation", makeInstallation);
  if (prepared !== undefined) await run("cp", ["-a", prepared, dataDir]);
}

async function makeInstallation(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 });
  const launched = launch("standalone", path, FREE_PORTS);
  await launched.printed("Stop with Ctrl-C.");
  launched.kill("SIGTERM");
  const code = await launched.ended;
  if (code !== 0) throw new Error(`the installation to be copied ended with ${code}: ${launched.errors()}`);
  const secrets: Record<string, string> = JSON.parse(await readFile(join(path, "secrets.json"), "utf8"));
  const kept = Object.fromEntries(KEPT_SECRETS.map((name) => [name, secrets[name]]));
  await writeFile(join(path, "secrets.json"), JSON.stringify(kept));
  await appendFile(join(path, "postgres-18/postgresql.auto.conf"), NOT_TO_THE_DISK);
  for (const name of ["ports.json", "control-token", "launcher.lock"])
    await rm(join(path, name), { force: true });
}
