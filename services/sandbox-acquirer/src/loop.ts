import { repeatedFailures, type Logger, type Loop as ReportedLoop } from "@flowlix/runtime";

export interface Loop {
  /** Resolves when the round under way has ended; no other begins. */
  stop(): Promise<void>;
}

const PAUSE_AFTER_ERROR_MS = 1_000;

/**
 * Repeats `round` until stopped: at once while it says that there is more, else after `pauseMs`. After an
 * error the next round waits longer; the work itself is in the database and stays there. Of a row of errors the log
 * tells the beginning and the end alone.
 */
export function startLoop(options: {
  readonly name: string;
  readonly pauseMs: number;
  readonly round: () => Promise<boolean>;
  readonly logger: Logger;
  /** Where rounds report how they end. */
  readonly reports: ReportedLoop;
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
  const { name, pauseMs, round, logger, reports } = options;
  const failures = repeatedFailures({
    logger,
    failed: "a round of a loop failed; it is repeated",
    again: "the rounds of a loop come off again",
  });
  while (!stopping.aborted) {
    let pauseFor = pauseMs;
    try {
      if (await reports.run(round)) pauseFor = 0;
      failures.cameOff({ loop: name });
    } catch (error) {
      failures.failed(error, { loop: name });
      pauseFor = PAUSE_AFTER_ERROR_MS;
    }
    if (pauseFor > 0) await pause(pauseFor, stopping);
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
