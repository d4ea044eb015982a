const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The pauses after the first, second, … failed try (docs/design/decisions.md#delivery); the last one repeats. */
const PAUSES = [10 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR];
/** No try begins later than this after the delivery began. */
export const GIVE_UP_MS = 72 * HOUR;
const JITTER = 0.1;

export interface FailedTry {
  /** Failed tries, this one included. */
  readonly attempts: number;
  /** How long ago the delivery began. */
  readonly ageMs: number;
  /** What the receiver asked for; never shortens a pause. */
  readonly retryAfterMs: number | null;
  /** 0 to 1. */
  readonly random: number;
}

/** How long to wait for the next try; null where there is none any more. */
export function pauseMs({ attempts, ageMs, retryAfterMs, random }: FailedTry): number | null {
  const planned = PAUSES[Math.min(attempts, PAUSES.length) - 1] ?? 12 * HOUR;
  // A backlog that failed together must not come back together.
  const jittered = Math.round(planned * (1 - JITTER + 2 * JITTER * random));
  const pause = Math.max(jittered, retryAfterMs ?? 0);
  return ageMs + pause > GIVE_UP_MS ? null : pause;
}
