import { exitCodeOf } from "../outcome.ts";

/** What a command with many checks prints: a line for each, and in the end how many of each kind. */
export interface Report {
  /** Runs one check; what it throws is why it failed, and the next goes on. */
  check(title: string, work: () => Promise<void> | void): Promise<boolean>;
  skip(title: string, why: string): void;
  /** Prints `N passed, N failed, N skipped`; answers the exit code. */
  end(): number;
}

/** `write` gets a line at a time. */
export function createReport(write: (line: string) => void): Report {
  let passed = 0;
  let failed = 0;
  const skipped: string[] = [];
  return {
    async check(title, work) {
      const startedAt = performance.now();
      try {
        await work();
        passed += 1;
        write(`  ok       ${title} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
        return true;
      } catch (error) {
        failed += 1;
        write(`  FAILED   ${title}`);
        write((error instanceof Error ? error.message : String(error)).replaceAll(/^/gm, "           "));
        return false;
      }
    },
    skip(title, why) {
      skipped.push(title);
      write(`  skipped  ${title}: ${why}`);
    },
    end() {
      write(`\n${passed} passed, ${failed} failed, ${skipped.length} skipped`);
      return exitCodeOf({ passed, failed, skipped: skipped.length });
    },
  };
}

/** Errors: with both in it, unless they are the same. */
export function same(what: string, actual: unknown, expected: unknown): void {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${what}: ${one}, and should be ${other}`);
}

export function holds(what: string, condition: boolean): void {
  if (!condition) throw new Error(what);
}
