/**
 * How much an endpoint is sent at a time. It begins with a little, gets more with every quick answer, and is
 * down to one as soon as it is slow. A slow one goes by the slow pool, whose slots are apart, so that those
 * who answer never wait for those who do not.
 */
export interface Pace {
  /** Tries that may be under way at once. */
  readonly window: number;
  readonly slow: boolean;
}

export const WINDOW_MAX = 32;
const WINDOW_FIRST = 4;
const QUICK_MS = 1_000;
/** A try under way for so long is slow, whatever comes. */
export const SLOW_MS = 2_000;
export const SLOW_PACE: Pace = { window: 1, slow: true };

/** Of an endpoint whose queue was just taken; one that fails may hang, which nobody here has seen yet. */
export const firstPace = (failing: boolean): Pace =>
  failing ? SLOW_PACE : { window: WINDOW_FIRST, slow: false };

/** What a try said of its endpoint; `too_much` is 429 and 503, `none` no answer at all. */
export interface PaceSign {
  readonly answer: "good" | "bad" | "too_much" | "none";
  readonly durationMs: number;
}

export function nextPace({ window, slow }: Pace, { answer, durationMs }: PaceSign): Pace {
  if (durationMs >= SLOW_MS) return SLOW_PACE;
  if (answer === "none") return { window: halfOf(window), slow };
  if (answer === "too_much") return { window: halfOf(window), slow: false };
  if (answer === "bad") return { window: Math.max(1, window - 1), slow: false };
  if (durationMs > QUICK_MS) return { window, slow: false };
  return { window: Math.min(WINDOW_MAX, window + 1), slow: false };
}

const halfOf = (window: number): number => Math.max(1, Math.floor(window / 2));
