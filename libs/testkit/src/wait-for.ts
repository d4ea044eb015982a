import { setTimeout as pause } from "node:timers/promises";

const FIRST_POLL_MS = 10;
/** What takes long is asked for less often: each question costs the processes that it waits for. */
const LAST_POLL_MS = 50;
/** Of what has been waited for: so much later, at most, does a test go on. */
const POLL_SHARE = 1 / 20;
/** Says that something never comes; no test says by it how fast anything is. */
const TIMEOUT_MS = 30_000;
/** A machine that is busy with a build beside the tests takes several times as long for everything. */
const BUSY = 3;

/**
 * Waits until the condition answers something true and returns it. A condition that throws is asked
 * again; the error of when the time is up has the last one as its cause, and its message too.
 */
export async function waitFor<T>(
  what: string,
  condition: () => T | Promise<T>,
  timeoutMs = TIMEOUT_MS,
): Promise<Exclude<T, false | null | undefined | 0 | "">> {
  const patienceMs = BUSY * timeoutMs;
  const begin = performance.now();
  const giveUpAt = begin + patienceMs;
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
      throw new Error(`still waiting for ${what} after ${patienceMs} ms${because(cause)}`, { cause });
    const waitedMs = performance.now() - begin;
    await pause(Math.min(LAST_POLL_MS, Math.max(FIRST_POLL_MS, waitedMs * POLL_SHARE)));
  }
}

/** A test that runs beside others loses the cause on its way to the reporter. */
function because(cause: unknown): string {
  return cause instanceof Error ? `: ${cause.message}` : "";
}

function isTruthy<T>(value: T): value is Exclude<T, false | null | undefined | 0 | ""> {
  return Boolean(value);
}
