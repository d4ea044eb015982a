import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "./records.ts";

/** What `make restore` left in an installation's folder, and what this tool has noted in it. */
export interface Restored {
  readonly backup_begun_at: string;
  readonly restored_at: string;
  /** When `restore continue` found nothing left to do. */
  readonly continued_at: string | null;
}

const fileOf = (folder: string): string => join(folder, "restored.json");

/** Null where there is no such file, as in containers, or none that can be read. */
export function readRestored(folder: string): Restored | null {
  try {
    const value: unknown = JSON.parse(readFileSync(fileOf(folder), "utf8"));
    if (!isRecord(value)) return null;
    const { backup_begun_at: begun, restored_at: restored, continued_at: continued } = value;
    if (typeof begun !== "string" || typeof restored !== "string") return null;
    return {
      backup_begun_at: begun,
      restored_at: restored,
      continued_at: typeof continued === "string" ? continued : null,
    };
  } catch {
    return null;
  }
}

/** Written whole, as the launcher reads it at any start. */
export function noteContinued(folder: string, restored: Restored): void {
  const next = `${fileOf(folder)}.${process.pid}.tmp`;
  const noted: Restored = { ...restored, continued_at: new Date().toISOString() };
  writeFileSync(next, `${JSON.stringify(noted, null, 2)}\n`, { mode: 0o600 });
  renameSync(next, fileOf(folder));
}
