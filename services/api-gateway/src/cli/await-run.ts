import { setTimeout as sleep } from "node:timers/promises";
import { CliError, EXIT } from "./cli-error.ts";
import type { ControlClient } from "./control-client.ts";
import { recordOf } from "./records.ts";

export interface Patience {
  /** Milliseconds between two questions. */
  readonly pollMs: number;
  /** For so long nobody may answer: processes are restarted, and another one goes on with the run. */
  readonly patienceMs: number;
}

const PATIENCE: Patience = { pollMs: 500, patienceMs: 30_000 };
/** What another question may find to be over. */
const PASSING: ReadonlySet<string> = new Set(["unavailable", "unreachable", "unreadable"]);

const isUnderWay = ({ state }: Record<string, unknown>): boolean => state === "queued" || state === "running";

/**
 * Waits for a comparison and tells of it while it is under way; answers the run with what it found. It goes on whether or
 * not anybody waits: where nobody answers any more, the error says how to see what comes of it.
 */
export async function awaitRun(
  control: ControlClient,
  asked: unknown,
  tell: (line: string) => void,
  { pollMs, patienceMs }: Patience = PATIENCE,
): Promise<unknown> {
  let run = recordOf(asked);
  const { id, day } = run;
  async function patiently(question: () => Promise<unknown>): Promise<Record<string, unknown>> {
    const since = performance.now();
    for (;;) {
      try {
        return recordOf(await question());
      } catch (error) {
        if (!(error instanceof CliError) || !PASSING.has(error.code)) throw error;
        if (performance.now() - since >= patienceMs) throw left(error, id, day);
      }
      await sleep(pollMs);
    }
  }
  let told = "";
  while (isUnderWay(run)) {
    const { state, statement_lines, book_lines } = run;
    const line = `${String(day)} ${String(state)}: ${String(statement_lines)} lines of the statement, ${String(book_lines)} of our books`;
    if (line !== told) tell(line);
    told = line;
    await sleep(pollMs);
    run = await patiently(() => control.call("GET", `/reconciler/runs/${encodeURIComponent(String(id))}`));
  }
  if (run["state"] === "failed")
    throw new CliError(EXIT.failed, "failed", `nothing was compared: ${String(run["error"])}`);
  const { differences } = await patiently(() => control.call("GET", "/reconciler/report", { date: day }));
  return { run, differences };
}

const left = ({ exitCode, code, message }: CliError, id: unknown, day: unknown): CliError =>
  new CliError(
    exitCode,
    code,
    `${message}; the run ${String(id)} goes on by itself, see: reconcile report --date ${String(day)}`,
  );
