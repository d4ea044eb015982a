/** What became of the checks of a target. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** EX_UNAVAILABLE of sysexits.h: what was to be checked with is not there. */
export const ALL_SKIPPED = 69;

/**
 * One rule for every target: 0 where something was checked and nothing failed, whatever else was left out; 69 where all
 * was left out for want of tools, which proves nothing and is no fault of what was to be checked; else 1.
 */
export function exitCodeOf({ passed, failed, skipped }: Counts): number {
  if (failed > 0) return 1;
  if (passed > 0) return 0;
  return skipped > 0 ? ALL_SKIPPED : 1;
}

/** Says of each of the words of CHECKS that is in no title that there is none, and what there is. */
export function unknownWords(words: readonly string[], titles: readonly string[]): string[] {
  return words
    .filter((word) => !titles.some((title) => title.includes(word)))
    .map(
      (word) =>
        `no check has "${word}" in its title; there are\n${titles.map((title) => `  ${title}`).join("\n")}`,
    );
}
