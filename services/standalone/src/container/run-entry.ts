import { pathToFileURL } from "node:url";
import { EXIT_CONFIG } from "../launch-error.ts";
import { chooseEntry } from "./entries.ts";

/** As a shell says it of a program that a signal ended: 128 and the signal's number. */
const ENDED_BY = { SIGTERM: 143, SIGINT: 130 } as const;

/**
 * Becomes what is asked for. The process is the first of its container, and the system ends such a one
 * by no signal that it does not listen to; so somebody listens from the first moment, and leaves it to
 * the service as soon as that does.
 */
export async function runEntry(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  listenUntilSomebodyElseDoes();
  const service = env["SERVICE"];
  const choice = chooseEntry(argv, service === "" ? undefined : service);
  if (!choice.ok) {
    process.stderr.write(`${choice.problem}\n`);
    process.exitCode = EXIT_CONFIG;
    return;
  }
  const { file, args } = choice.entry;
  // As if it had been started itself: the programs read their arguments there.
  process.argv = [process.execPath, file, ...args];
  await import(pathToFileURL(file).href);
}

function listenUntilSomebodyElseDoes(): void {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(ENDED_BY[signal]);
    });
  }
}
