/** What a part of `make test` found. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** Each that failed by name, with the first line of its reason. */
  readonly failures: readonly string[];
  /** By name, so that none is missed. */
  readonly skipped: readonly string[];
}

export function addUp(parts: readonly Counts[]): Counts {
  return {
    passed: parts.reduce((total, { passed }) => total + passed, 0),
    failed: parts.reduce((total, { failed }) => total + failed, 0),
    failures: parts.flatMap(({ failures }) => failures),
    skipped: parts.flatMap(({ skipped }) => skipped),
  };
}

export function write(text: string): void {
  process.stdout.write(`${text}\n`);
}
