/**
 * Every release that asks what a migration means knows those up to here, which is the last of 1.1.0's that declares
 * nothing (docs/design/migrations.md#compatibility).
 */
const DECLARED_AFTER = 1765110000000;

/** The names of migrations that must say whether the release before goes on, and do not. */
export function undeclared(file: string, compatibilities: ReadonlyMap<string, string | undefined>): string[] {
  return [...compatibilities]
    .filter(([name, said]) => said === undefined && Number(name.slice(-13)) > DECLARED_AFTER)
    .map(
      ([name]) =>
        `${file}: ${name} does not say what it means for the release before: give it compatibility = "expand", or "contract X.Y.Z" with the first release that runs on it`,
    );
}

/** By the migration's name. */
export type Checksums = Readonly<Record<string, string>>;

/**
 * What keeps a service's noted checksums from being those of its migrations; one that is not noted yet only where that
 * is asked for.
 */
export function problemsOf(file: string, noted: Checksums, now: Checksums, complete: boolean): string[] {
  const problems = Object.entries(noted).flatMap(([name, sum]) => {
    if (now[name] === undefined) return [`${file}: ${name} is no migration any more: every database has it`];
    if (now[name] === sum) return [];
    return [
      `${file}: ${name} sends other statements than when it was noted: databases that have run it refuse the release; take the edit back and write a new migration`,
    ];
  });
  const missing = complete ? Object.keys(now).filter((name) => noted[name] === undefined) : [];
  return [
    ...problems,
    ...missing.map((name) => `${file}: ${name} is not noted: run make migration-checksums and commit it`),
  ];
}
