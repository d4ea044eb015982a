/** The time left for a piece of work, by this process's monotonic clock (docs/design/architecture.md#rule-13). */
export interface Deadline {
  /** Milliseconds left; zero or less when it is past. */
  remainingMs(): number;
}

/** A deadline that many milliseconds from now. */
export function deadlineIn(ms: number): Deadline {
  const end = performance.now() + ms;
  return { remainingMs: () => end - performance.now() };
}
