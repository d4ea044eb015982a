/** What a run takes of tests that draw many cases or go through a large table; all of them where nothing is said. */
const SHARE = Number(process.env["FLOWLIX_TEST_SHARE"] ?? 1);
if (!(SHARE > 0 && SHARE <= 1)) throw new Error("FLOWLIX_TEST_SHARE must be above 0 and at most 1");

/**
 * So many of these cases: all in `make test-all`, half of them in continuous integration, fewer in `make test` and in
 * runs of some files.
 */
export const shareOf = (runs: number): number => Math.ceil(runs * SHARE);

/** Whether this run goes through every combination of a table, or through enough that every value occurs. */
export const EVERY_COMBINATION = SHARE >= 0.5;
