import { createLogger, messageOf } from "@flowlix/runtime";
import { LaunchError, EXIT_FAILURE } from "./launch-error.ts";

/** One start of an installation: what was started is stopped in the opposite order, come what may. */
export interface Launch {
  /** Fires when the operator asks to stop. */
  readonly asked: AbortSignal;
  /**
   * Does one step of starting. `stop`, given what the step made, undoes it when everything ends.
   * Errors: Interrupted when the operator asked to stop in the meantime.
   */
  step<T>(start: () => Promise<T> | T, stop?: (made: T) => Promise<void> | void): Promise<T>;
}

/** The operator stopped a start half-way; nothing went wrong. */
class Interrupted extends Error {}

/**
 * A last resort only: each thing that is stopped has its own, shorter limit (docs/design/architecture.md#time-ladder).
 */
const HARD_STOP_MS = 110_000;

/**
 * Runs an installation until SIGTERM or SIGINT, or a command until it is done, and ends the process: with 0 after an
 * orderly stop, with the error's code and one line a problem when it cannot start. Nothing half started is left behind.
 */
export async function runLaunch(start: (launch: Launch) => Promise<"running" | "done">): Promise<void> {
  const undo: (() => Promise<void> | void)[] = [];
  const asked = signalled();
  failOnUncaught();
  let code = 0;
  try {
    const state = await start({
      asked: asked.signal,
      async step(begin, stop) {
        if (asked.signal.aborted) throw new Interrupted();
        const made = await begin();
        if (stop !== undefined) undo.push(() => stop(made));
        return made;
      },
    });
    if (state === "running") await asked.promise;
  } catch (error) {
    code = asked.signal.aborted ? 0 : report(error);
  }
  setTimeout(() => process.exit(EXIT_FAILURE), HARD_STOP_MS).unref();
  for (const step of undo.toReversed()) code = (await stopped(step)) ? code : code || EXIT_FAILURE;
  process.exit(code);
}

/** Ctrl-C may arrive twice, from the terminal and from npm; asking again changes nothing. */
function signalled(): { readonly promise: Promise<void>; readonly signal: AbortSignal } {
  const asked = Promise.withResolvers<void>();
  const controller = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    process.on(signal, () => {
      controller.abort();
      asked.resolve();
    });
  }
  return { promise: asked.promise, signal: controller.signal };
}

function report(error: unknown): number {
  if (error instanceof LaunchError) {
    for (const line of error.lines) process.stderr.write(`${line}\n`);
    return error.exitCode;
  }
  process.stderr.write(`cannot start: ${messageOf(error)}\n`);
  return EXIT_FAILURE;
}

async function stopped(step: () => Promise<void> | void): Promise<boolean> {
  try {
    await step();
    return true;
  } catch (error) {
    process.stderr.write(`while stopping: ${messageOf(error)}\n`);
    return false;
  }
}

/** At once: what such a process holds in memory cannot be trusted. Postgres is stopped as the process exits. */
function failOnUncaught(): void {
  const logger = createLogger({ service: "launcher", instance: String(process.pid), level: "info" });
  const fail = (error: unknown) => {
    logger.fatal({ err: error }, "An error was not caught.");
    process.exit(EXIT_FAILURE);
  };
  process.on("uncaughtException", fail);
  process.on("unhandledRejection", fail);
  // A reader of our output that went away is no reason to stop taking payments.
  process.stdout.on("error", () => undefined);
  process.stderr.on("error", () => undefined);
}
