import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "../atomic-file.ts";
import type { Manifest } from "./manifest.ts";

/** `$DATA_DIR/restored.json`: that an installation was restored, until `flowlix restore continue` has ended. */
export const RESTORED = "restored.json";

/** What was committed after the backup was begun may be missing, or after an earlier one that it is of. */
const completeUntil = ({ begun_at: begun, lacks_since: since }: Manifest): string => since ?? begun;

export function noteRestored(folder: string, manifest: Manifest): void {
  const restored = {
    backup_begun_at: completeUntil(manifest),
    restored_at: new Date().toISOString(),
    continued_at: null,
  };
  writeWhole(join(folder, RESTORED), `${JSON.stringify(restored, null, 2)}\n`);
}

/** Whether DATA_DIR was restored of this backup, and what followed is not settled. */
export const isRestoredTo = (folder: string, manifest: Manifest): boolean =>
  notContinuedSince(folder) === completeUntil(manifest);

/** Since when this installation may lack what its acquirer has; undefined where nothing is left to do. */
export function notContinuedSince(folder: string): string | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(join(folder, RESTORED), "utf8"));
    if (typeof value !== "object" || value === null || !("backup_begun_at" in value)) return undefined;
    const isOver = "continued_at" in value && typeof value.continued_at === "string";
    return isOver ? undefined : String(value.backup_begun_at);
  } catch {
    return undefined;
  }
}
