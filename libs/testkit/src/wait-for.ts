import { setTimeout as pause } from "node:timers/promises";

const POLL_MS = 10;
/** Says that something never comes; no test says by it how fast anything is. */
const TIMEOUT_MS = 30_000;
/** A machine that is busy with a build beside the tests takes several times as long for everything. */
const BUSY = 3;

/**
 * Waits until the condition answers something true and returns it. A condition that throws is asked
 * again; the last error is the cause when the time is up.
 */
export async function waitFor<T>(
  what: string,
  condition: () => T | Promise<T>,
  timeoutMs = TIMEOUT_MS,
): Promise<Exclude<T, false | null | undefined | 0 | "">> {
  const patienceMs = BUSY * timeoutMs;
  const giveUpAt = performance.now() + patienceMs;
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
      throw new Error(`still waiting for ${what} after ${patienceMs} ms`, { cause });
    await pause(POLL_MS);
  }
}

function isTruthy<T>(value: T): value is Exclude<T, false | null | undefined | 0 | ""> {
  return Boolean(value);
}
