import { setTimeout as pause } from "node:timers/promises";
import { databaseIsAway } from "./query.ts";

/** Called with a line for the operator that says what it waits for; never a password. */
export type OnWait = (line: string) => void;

const ASK_AGAIN_MS = 500;

/**
 * Waits for a server that is starting, or cannot be reached yet, for so many milliseconds. Errors: the
 * driver's own; at once for a server that refuses.
 */
export async function untilPresent<T>(ask: () => Promise<T>, waitMs: number, onWait: OnWait): Promise<T> {
  const giveUpAt = performance.now() + waitMs;
  let reported = "";
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!databaseIsAway(error) || performance.now() >= giveUpAt) throw error;
      const reason = reasonOf(error);
      if (reason !== reported) onWait(`the database cannot be reached yet: ${reason}`);
      reported = reason;
    }
    await pause(ASK_AGAIN_MS);
  }
}

function reasonOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
}
