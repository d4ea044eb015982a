import { closeSync, fsyncSync, openSync, renameSync, unlinkSync, writeSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Writes a file whole: a reader, or a start after a crash, finds the old text or the new one, never a
 * part. Readable by its owner only.
 */
export function writeWhole(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  const file = openSync(temporary, "w", 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
  syncDirectory(dirname(path));
}

/** Removes a file if it is there; the removal outlives a crash. */
export function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    return;
  }
  syncDirectory(dirname(path));
}

/** A rename is on disk only when its directory is. */
export function syncDirectory(path: string): void {
  const directory = openSync(path, "r");
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
