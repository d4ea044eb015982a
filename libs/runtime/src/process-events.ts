import type { Logger } from "./logger.ts";
import { TIME_LADDER } from "./time-ladder.ts";

interface ProcessEvents {
  readonly logger: Logger;
  stop(): Promise<void>;
  exit(code: number): never;
}

/**
 * Ends the process in order on SIGTERM, SIGINT and when the parent that started it is gone, and at
 * once after an error that nobody caught: what such a process holds in memory cannot be trusted.
 */
export function handleProcessEvents(given: ProcessEvents): { release(): void } {
  const { logger } = given;
  let stopping = false;
  const end = (reason: string): void => {
    // A terminal and npm each pass the same Ctrl-C on.
    if (stopping) return;
    stopping = true;
    logger.info({ reason }, "Asked to stop.");
    const bound = setTimeout(() => {
      logger.error("Stopping took too long.");
      given.exit(1);
    }, TIME_LADDER.hardStopMs);
    bound.unref();
    void given.stop().then(() => given.exit(0));
  };
  const fail = (error: unknown): void => {
    logger.fatal({ err: error }, "An error was not caught.");
    given.exit(1);
  };
  const listeners: readonly [string, (argument: unknown) => void][] = [
    ["SIGTERM", () => end("SIGTERM")],
    ["SIGINT", () => end("SIGINT")],
    ["disconnect", () => end("the parent is gone")],
    ["uncaughtException", fail],
    ["unhandledRejection", fail],
  ];
  for (const [event, listener] of listeners) process.on(event, listener);
  return {
    release: () => {
      for (const [event, listener] of listeners) process.off(event, listener);
    },
  };
}
