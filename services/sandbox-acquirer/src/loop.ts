import type { Logger } from "@flowlix/runtime";

export interface Loop {
  /** Resolves when the round under way has ended; no other begins. */
  stop(): Promise<void>;
}

const PAUSE_AFTER_ERROR_MS = 1_000;

/**
 * Repeats `round` until stopped: at once while it says that there is more, else after `pauseMs`. An
 * error is logged and the next round waits longer; the work itself is in the database and stays there.
 */
export function startLoop(options: {
  readonly name: string;
  readonly pauseMs: number;
  readonly round: () => Promise<boolean>;
  readonly logger: Logger;
}): Loop {
  const stopping = new AbortController();
  const ended = repeat(options, stopping.signal);
  return {
    stop() {
      stopping.abort();
      return ended;
    },
  };
}

async function repeat(options: Parameters<typeof startLoop>[0], stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const pauseMs = await oneRound(options);
    if (pauseMs > 0) await pause(pauseMs, stopping);
  }
}

async function oneRound({ name, pauseMs, round, logger }: Parameters<typeof startLoop>[0]): Promise<number> {
  try {
    return (await round()) ? 0 : pauseMs;
  } catch (error) {
    logger.warn({ err: error, loop: name }, "a round of a loop failed");
    return PAUSE_AFTER_ERROR_MS;
  }
}

/** Resolves after the time or when aborted, whichever is first. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
}
