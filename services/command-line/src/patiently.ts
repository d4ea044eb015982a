import { setTimeout as sleep } from "node:timers/promises";
import { CliError } from "./cli-error.ts";
import { recordOf } from "./records.ts";

export interface Patience {
  /** Milliseconds between two questions. */
  readonly pollMs: number;
  /** For so long nobody may answer: processes are restarted, and another one goes on. */
  readonly patienceMs: number;
}

/** What another question may find to be over. */
const PASSING: ReadonlySet<string> = new Set(["unavailable", "unreachable", "unreadable"]);

/** Asks until there is an answer; `left` says what the error is where there is none any more. */
export async function patiently(
  question: () => Promise<unknown>,
  patience: Patience,
  left: (error: CliError) => CliError,
): Promise<Record<string, unknown>> {
  const since = performance.now();
  for (;;) {
    try {
      return recordOf(await question());
    } catch (error) {
      if (!(error instanceof CliError) || !PASSING.has(error.code)) throw error;
      if (performance.now() - since >= patience.patienceMs) throw left(error);
    }
    await sleep(patience.pollMs);
  }
}
