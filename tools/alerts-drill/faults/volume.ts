import { spawnSync } from "node:child_process";
import { chownSync, closeSync, mkdirSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import type { Drill, Fault } from "../fault.ts";

const SIZE = "512m";
/** Without room a payment has nowhere to go. */
const TABLE = "payments.payments";

function run(command: string, ...args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${stderr}`, { cause: error });
}

/** Moves a table to a volume of its own, on which something else then takes all the room that there is. */
async function full({ children, platform }: Drill) {
  const folder = join(platform.folder, "volume");
  const tables = join(folder, "tables");
  const ballast = join(folder, "ballast");
  mkdirSync(folder);
  run("mount", "-t", "tmpfs", "-o", `size=${SIZE}`, "drill", folder);
  // Lazily: a drill that is broken off takes the volume away before the server.
  const unmount = children.adopt(async () => run("umount", "--lazy", folder));
  mkdirSync(tables, { mode: 0o700 });
  const { uid, gid } = statSync(join(platform.folder, "postgres-18"));
  chownSync(tables, uid, gid);
  await execute(platform.databaseUrl, [
    `create tablespace drill location '${tables}'`,
    `alter table ${TABLE} set tablespace drill`,
    // No room is left within the table either.
    `vacuum full ${TABLE}`,
  ]);
  fill(ballast);
  return async () => {
    rmSync(ballast);
    await execute(platform.databaseUrl, [
      `alter table ${TABLE} set tablespace pg_default`,
      "drop tablespace drill",
    ]);
    await unmount();
  };
}

/** To the last page. */
function fill(path: string): void {
  const file = openSync(path, "w");
  try {
    for (const bytes of [Buffer.alloc(1 << 20), Buffer.alloc(1 << 12)])
      while (writeSync(file, bytes) === bytes.length);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  } finally {
    closeSync(file);
  }
}

async function execute(url: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

export const VOLUME_FAULTS: readonly Fault[] = [
  {
    title: "disk of Postgres full",
    pages: ["DbResourcesExhausted"],
    tickets: [],
    advice: "make room",
    lacks: () =>
      process.platform === "linux" && process.getuid?.() === 0 ? undefined : "root's right to mount a volume",
    inject: full,
  },
];
