import type { MigrationInterface } from "typeorm";

/**
 * What a migration means for releases that do not know it (docs/design/migrations.md#compatibility). `expand`: all of
 * them go on. `contract 1.2.0`: those before 1.2.0 do not.
 */
export type Compatibility = "expand" | `contract ${number}.${number}.${number}`;

/** A migration of ours; those of 1.1.0 and before need not say what they are: their readers know them. */
export interface ServiceMigration extends MigrationInterface {
  readonly compatibility?: Compatibility;
  /**
   * A statement after all migrations of a schema in which none had run before: no older release reads what comes of it.
   * It may be sent more than once. Where the first run breaks off it is never sent: nothing may depend on it.
   */
  readonly whenNew?: string;
}

/** The first release that runs on what a migration left; undefined where every one does. */
export function releaseNeeded(compatibility: string): string | undefined {
  return /^contract (\d+\.\d+\.\d+)$/.exec(compatibility)?.[1];
}

/** Whether a release comes before another: by its three numbers, and `1.2.0-dev` before `1.2.0`. */
export function comesBefore(one: string, other: string): boolean {
  const [a, b] = [numbersOf(one), numbersOf(other)];
  const at = a.findIndex((number, index) => number !== b[index]);
  return at !== -1 && (a[at] ?? 0) < (b[at] ?? 0);
}

/** A release in the making is a half before what it becomes. */
function numbersOf(release: string): number[] {
  const [core = "", making] = release.split("-", 2);
  const [major = 0, minor = 0, patch = 0] = core.split(".").map(Number);
  return [major, minor, patch - (making === undefined ? 0 : 0.5)];
}
