/** What a part of `make test` found. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** By name, so that none is missed. */
  readonly skipped: readonly string[];
}

export function addUp(parts: readonly Counts[]): Counts {
  return {
    passed: parts.reduce((total, { passed }) => total + passed, 0),
    failed: parts.reduce((total, { failed }) => total + failed, 0),
    skipped: parts.flatMap(({ skipped }) => skipped),
  };
}

export function write(text: string): void {
  process.stdout.write(`${text}\n`);
}
