import { setTimeout as pause } from "node:timers/promises";
import { StandbyServerError } from "./migration-error.ts";
import { databaseIsAway } from "./query.ts";

/** Called with a line for the operator that says what it waits for; never a password. */
export type OnWait = (line: string) => void;

const ASK_AGAIN_MS = 500;

/**
 * Waits for a server that is starting, cannot be reached yet or is a standby, for so many milliseconds. Errors: those
 * of `ask`; at once for a server that refuses.
 */
export async function untilPresent<T>(ask: () => Promise<T>, waitMs: number, onWait: OnWait): Promise<T> {
  const giveUpAt = performance.now() + waitMs;
  let reported = "";
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const isStandby = error instanceof StandbyServerError;
      if (!(isStandby || databaseIsAway(error)) || performance.now() >= giveUpAt) throw error;
      const line = `the database ${isStandby ? "takes no writes" : "cannot be reached"} yet: ${reasonOf(error)}`;
      if (line !== reported) onWait(line);
      reported = line;
    }
    await pause(ASK_AGAIN_MS);
  }
}

function reasonOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
}
