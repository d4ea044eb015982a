import { TIME_LADDER } from "./time-ladder.ts";
import { isTransportError } from "./transport-error.ts";

/**
 * Makes a call of a repeatable action: once more where the first had no answer in the time that such an action needs,
 * which is longer than a process that hangs gets calls from the bus (docs/design/operations.md#hung-processes). Both
 * together take no longer than `timeoutMs`. Errors: the last call's; the first one's where the last one reached nobody,
 * since the first may have run.
 */
export async function askAgain<T>(call: (timeoutMs: number) => Promise<T>, timeoutMs: number): Promise<T> {
  const startedAt = performance.now();
  try {
    return await call(Math.min(TIME_LADDER.answerMs, timeoutMs / 2));
  } catch (error) {
    if (!isTransportError(error) || !error.mayHaveRun) throw error;
    return call(timeoutMs - (performance.now() - startedAt)).catch((last: unknown) => {
      throw isTransportError(last) && !last.mayHaveRun ? error : last;
    });
  }
}
