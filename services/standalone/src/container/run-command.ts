import { messageOf } from "@flowlix/runtime";
import { LaunchError, EXIT_FAILURE } from "../launch-error.ts";

/**
 * Runs what ends by itself: what it has to say goes to standard output, what went wrong to standard
 * error in one line a problem, and the exit code is 0, the error's own, or 1.
 */
export async function runCommand(work: () => Promise<string | undefined>): Promise<void> {
  try {
    const said = await work();
    if (said !== undefined) process.stdout.write(`${said}\n`);
    process.exitCode = 0;
  } catch (error) {
    const lines = error instanceof LaunchError ? error.lines : [messageOf(error)];
    for (const line of lines) process.stderr.write(`${line}\n`);
    process.exitCode = error instanceof LaunchError ? error.exitCode : EXIT_FAILURE;
  }
}
