import { setTimeout as sleep } from "node:timers/promises";
import { CliError, EXIT } from "./cli-error.ts";
import type { ControlClient } from "./control-client.ts";
import { patiently, type Patience } from "./patiently.ts";
import { recordOf } from "./records.ts";

const PATIENCE: Patience = { pollMs: 500, patienceMs: 30_000 };

const isUnderWay = ({ state }: Record<string, unknown>): boolean => state === "queued" || state === "running";

/**
 * Waits for a comparison and tells of it while it is under way; answers the run with what it found. It goes on whether
 * or not anybody waits: where nobody answers any more, the error says how to see what comes of it.
 */
export async function awaitRun(
  control: ControlClient,
  asked: unknown,
  report: (line: string) => void,
  patience: Patience = PATIENCE,
): Promise<unknown> {
  let run = recordOf(asked);
  const { id, day } = run;
  const ask = (path: string, args?: Record<string, unknown>) =>
    patiently(
      () => control.call("GET", path, args),
      patience,
      (error) => left(error, id, day),
    );
  let reported = "";
  while (isUnderWay(run)) {
    const { state, statement_lines, book_lines } = run;
    const line = `${String(day)} ${String(state)}: ${String(statement_lines)} lines of the statement, ${String(book_lines)} of our books`;
    if (line !== reported) report(line);
    reported = line;
    await sleep(patience.pollMs);
    run = await ask(`/reconciler/runs/${encodeURIComponent(String(id))}`);
  }
  if (run["state"] === "failed")
    throw new CliError(EXIT.failed, "failed", `nothing was compared: ${String(run["error"])}`);
  const { provider_account: account } = run;
  const { differences } = await ask("/reconciler/report", {
    date: day,
    ...(typeof account === "string" ? { account } : {}),
  });
  return { run, differences };
}

const left = ({ exitCode, code, message }: CliError, id: unknown, day: unknown): CliError =>
  new CliError(
    exitCode,
    code,
    `${message}; the run ${String(id)} goes on by itself, see: reconcile report --date ${String(day)}`,
  );
