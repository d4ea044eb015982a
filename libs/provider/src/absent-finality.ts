/**
 * When an absence ends an object (docs/design/architecture.md#rule-5). `by_close`: the acquirer closes a reference for
 * ever when it is asked to, and an absence alone ends nothing. `afterMs`: nothing can be closed, and an absence that is
 * read later than so many milliseconds after the last moment at which a submission can have been sent
 * (`SubmittedBetween.lastMs`) is final once it was read twice, `ABSENT_TWICE_APART_MS` apart; but never of an object
 * that was made before `sinceMs`, by the database's clock in Unix milliseconds. `never`: it ends nothing.
 */
export type AbsentFinality = "by_close" | { readonly afterMs: number; readonly sinceMs?: number } | "never";

/** How far apart the two reads are at least that an absence must stand in to be final. */
export const ABSENT_TWICE_APART_MS = 60_000;
