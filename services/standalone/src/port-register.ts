import { closeSync, openSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Which ports starts of this user have chosen, seconds before anything listens on them. */
export interface PortRegister {
  /**
   * Whether no other installation has taken the port lately; from now on it is the owner's: while it starts, or
   * also while it is started again.
   */
  take(port: number, kept: "starting" | "restarting"): boolean;
  /** Everything listens: ports taken only for the start are visible now. */
  started(): void;
}

/** An installation that is being started again has let go of its ports meanwhile; a killed start lets go of none. */
const KEPT_MS = { starting: 120_000, restarting: 3_600_000 } as const;
const PATIENCE_MS = 5_000;

/**
 * A register of this user's on this machine, for the installation in the folder `owner`. Where none can be kept,
 * such as in a temporary folder that cannot be written, every port counts as free: looking whether it is listened
 * on is all that is left.
 */
export function openPortRegister(owner: string, folder: string = tmpdir()): PortRegister {
  const path = join(folder, `flowlix-ports-${process.getuid?.() ?? "user"}.sqlite`);
  const forStart = new Set<number>();
  return {
    take(port, kept) {
      try {
        using register = open(path);
        const taken = takeIn(register, owner, port, KEPT_MS[kept]);
        if (taken && kept === "starting") forStart.add(port);
        return taken;
      } catch {
        return true;
      }
    },
    started() {
      try {
        using register = open(path);
        const letGo = register.prepare("delete from ports where port = ? and owner = ?");
        for (const port of forStart) letGo.run(port, owner);
      } catch {
        // They end by themselves.
      }
    },
  };
}

function open(path: string): DatabaseSync {
  closeSync(openSync(path, "a", 0o600));
  const register = new DatabaseSync(path);
  register.exec(`pragma busy_timeout = ${PATIENCE_MS}; pragma synchronous = off`);
  register.exec(
    "create table if not exists ports (port integer primary key, owner text not null, until integer not null)",
  );
  return register;
}

function takeIn(register: DatabaseSync, owner: string, port: number, keptMs: number): boolean {
  const now = Date.now();
  const taken = register
    .prepare(
      `insert into ports (port, owner, until) values (?, ?, ?)
       on conflict (port) do update set owner = excluded.owner, until = excluded.until
        where until <= ? or owner = excluded.owner`,
    )
    .run(port, owner, now + keptMs, now);
  return taken.changes === 1;
}
