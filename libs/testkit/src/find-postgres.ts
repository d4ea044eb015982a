import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Binaries } from "@flowlix/persistence/embedded";
import { toolsDir } from "@flowlix/runtime/nats-server";

/** Programs of this major version: those of `tools/install`, of Debian or of Homebrew; undefined where none run. */
export function findPostgres(major: string): Binaries | undefined {
  return foldersOf(major)
    .map((folder) => ({ initdb: join(folder, "initdb"), postgres: join(folder, "postgres"), major }))
    .find(
      ({ initdb, postgres }) => existsSync(initdb) && versionOf(postgres)?.startsWith(`${major}.`) === true,
    );
}

function foldersOf(major: string): string[] {
  const tools = toolsDir();
  const cached = existsSync(tools)
    ? readdirSync(tools).filter((name) => name.startsWith(`postgres-${major}.`))
    : [];
  return [
    ...cached.map((name) => join(tools, name, "native/bin")),
    `/usr/lib/postgresql/${major}/bin`,
    `/opt/homebrew/opt/postgresql@${major}/bin`,
    `/usr/local/opt/postgresql@${major}/bin`,
  ];
}

const versionOf = (postgres: string): string | undefined =>
  / ([0-9]+\.[0-9]+)/.exec(spawnSync(postgres, ["--version"], { encoding: "utf8" }).stdout ?? "")?.[1];
