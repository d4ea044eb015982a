/**
 * How much an endpoint is sent at a time. It begins with a little, gets more with every quick answer, and is
 * down to one as soon as it is slow. A slow one goes by the slow lane, whose slots are apart, so that those
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
const SLOW_MS = 2_000;

/** Of an endpoint whose queue was just taken; one that fails may hang, which nobody here has seen yet. */
export const firstPace = (failing: boolean): Pace =>
  failing ? { window: 1, slow: true } : { window: WINDOW_FIRST, slow: false };

export interface PaceSign {
  readonly answered: boolean;
  readonly durationMs: number;
  /** Answered with 429 or 503. */
  readonly tooMuch: boolean;
}

export function nextPace(pace: Pace, { answered, durationMs, tooMuch }: PaceSign): Pace {
  if (durationMs >= SLOW_MS) return { window: 1, slow: true };
  if (!answered || tooMuch) return { ...pace, window: Math.max(1, Math.floor(pace.window / 2)) };
  if (durationMs > QUICK_MS) return { ...pace, slow: false };
  return { window: Math.min(WINDOW_MAX, pace.window + 1), slow: false };
}
