import { repeatedFailures, withoutContext, type Logger } from "@flowlix/runtime";

export interface Wake {
  /** Something has just become due here: its time need not be waited for. */
  soon(): void;
  /** Resolves when what is under way has ended; nothing begins any more. */
  stop(): Promise<void>;
}

/**
 * Does at once what this process has made due itself, one piece after the other. It asks for nothing by itself:
 * whatever a wake misses, because it fails or its process dies, comes with the task's next job. `work` answers whether
 * there may be more.
 */
export function createWake(work: () => Promise<boolean>, logger: Logger): Wake {
  const failures = repeatedFailures({
    logger,
    level: "error",
    failed: "work that was due at once failed; it is repeated",
    again: "work that was due at once comes off again",
  });
  let stopped = false;
  let wanted = false;
  let running: Promise<void> | undefined;

  const run = async () => {
    try {
      while (wanted && !stopped) {
        wanted = false;
        if (await work()) wanted = true;
        failures.cameOff();
      }
    } catch (error) {
      wanted = false;
      failures.failed(error);
    }
    running = undefined;
  };

  return {
    soon: () => {
      if (stopped) return;
      wanted = true;
      // The work may be for many requests, so it takes nothing from the context of the one that woke it.
      running ??= withoutContext(run);
    },
    stop: async () => {
      stopped = true;
      await running;
    },
  };
}
