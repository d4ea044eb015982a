import { messageOf } from "@flowlix/runtime";
import { EXIT_FAILURE, LaunchError } from "../launch-error.ts";

/**
 * Runs a command that ends by itself, and the process with it. SIGTERM and Ctrl-C interrupt it, and then it has failed,
 * so that no script takes half of its work for the whole. What went wrong is one line a problem.
 */
export async function runTask(task: (asked: AbortSignal) => Promise<string>): Promise<void> {
  const controller = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
    process.on(signal, () => controller.abort(new LaunchError("interrupted; nothing was kept")));
  try {
    process.stdout.write(`${await task(controller.signal)}\n`);
    process.exit(0);
  } catch (error) {
    const failure: unknown = controller.signal.aborted ? controller.signal.reason : error;
    const lines = failure instanceof LaunchError ? failure.lines : [messageOf(failure)];
    for (const line of lines) process.stderr.write(`${line}\n`);
    process.exit(failure instanceof LaunchError ? failure.exitCode : EXIT_FAILURE);
  }
}
