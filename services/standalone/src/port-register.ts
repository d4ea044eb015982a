import { closeSync, openSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Which ports starts of this user have chosen, seconds before anything listens on them. */
export interface PortRegister {
  /** Whether no other installation has taken the port lately; from now on it is the owner's. */
  take(port: number): boolean;
}

/** A start takes seconds, and an installation that is being started again has let go of its ports meanwhile. */
const KEPT_MS = 3_600_000;
const PATIENCE_MS = 5_000;

/**
 * A register of this user's on this machine, for the installation in the folder `owner`. Where none can be kept,
 * such as in a temporary folder that cannot be written, every port counts as free: looking whether it is listened
 * on is all that is left.
 */
export function openPortRegister(owner: string, folder: string = tmpdir()): PortRegister {
  const path = join(folder, `flowlix-ports-${process.getuid?.() ?? "user"}.sqlite`);
  return {
    take(port) {
      try {
        closeSync(openSync(path, "a", 0o600));
        using register = new DatabaseSync(path);
        return takeIn(register, owner, port);
      } catch {
        return true;
      }
    },
  };
}

function takeIn(register: DatabaseSync, owner: string, port: number): boolean {
  register.exec(`pragma busy_timeout = ${PATIENCE_MS}; pragma synchronous = off`);
  register.exec(
    "create table if not exists ports (port integer primary key, owner text not null, until integer not null)",
  );
  const now = Date.now();
  const taken = register
    .prepare(
      `insert into ports (port, owner, until) values (?, ?, ?)
       on conflict (port) do update set owner = excluded.owner, until = excluded.until
        where until <= ? or owner = excluded.owner`,
    )
    .run(port, owner, now + KEPT_MS, now);
  return taken.changes === 1;
}
