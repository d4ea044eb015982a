/** By the migration's name. */
export type Checksums = Readonly<Record<string, string>>;

/** What keeps a service's noted checksums from being those of its migrations; one that is not noted yet only where that is asked for. */
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
