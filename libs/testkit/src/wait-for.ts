import { setTimeout as pause } from "node:timers/promises";

const POLL_MS = 10;
const TIMEOUT_MS = 15_000;

/**
 * Waits until the condition answers something true and returns it. A condition that throws is asked
 * again; the last error is the cause when the time is up.
 */
export async function waitFor<T>(
  what: string,
  condition: () => T | Promise<T>,
  timeoutMs = TIMEOUT_MS,
): Promise<Exclude<T, false | null | undefined | 0 | "">> {
  const giveUpAt = performance.now() + timeoutMs;
  let cause: unknown;
  for (;;) {
    try {
      const value = await condition();
      if (isTruthy(value)) return value;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    if (performance.now() > giveUpAt)
      throw new Error(`still waiting for ${what} after ${timeoutMs} ms`, { cause });
    await pause(POLL_MS);
  }
}

function isTruthy<T>(value: T): value is Exclude<T, false | null | undefined | 0 | ""> {
  return Boolean(value);
}
