const FIRST_MS = 250;
const LONGEST_MS = 10_000;
/** A process that ran this long has recovered; its next end is a new story. */
const STABLE_MS = 30_000;

/** How long to wait before starting something again: doubling, bounded, forgotten after stable running. */
export interface BackOff {
  /** The pause after an end, given how long it had run (ms). */
  next(ranMs: number): number;
}

export function createBackOff(): BackOff {
  let ends = 0;
  return {
    next(ranMs) {
      if (ranMs >= STABLE_MS) ends = 0;
      const pause = Math.min(LONGEST_MS, FIRST_MS * 2 ** ends);
      ends += 1;
      return pause;
    },
  };
}
