import { onceNpxShellIsGone } from "./npx-shell.ts";
import { run } from "./run.ts";

/** The process: its streams, and an end in good order at Ctrl-C. A second Ctrl-C ends it at once. */
export async function main(): Promise<void> {
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort());
  onceNpxShellIsGone(process.env, () => stop.abort());
  // The reader ended first, as `| head` does.
  process.stdout.on("error", () => process.exit(0));
  const { stdin, stdout, stderr, env } = process;
  process.exitCode = await run(process.argv.slice(2), { stdin, stdout, stderr, env, signal: stop.signal });
}
