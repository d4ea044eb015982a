import type { Logger } from "@flowlix/runtime";

const EVERY_MS = 500;
const SWEEP_EVERY_MS = 60_000;

export interface LookLoop {
  /** Something has just become due here: look at once. */
  soon(): void;
  stop(): Promise<void>;
}

interface Work {
  /** Looks at what is due, at most so many at once; false when there was less than that. */
  look(): Promise<boolean>;
  sweep(): Promise<void>;
}

/** The clock of this service's looks and sweeps, until a service of its own keeps it. */
export function startLookLoop(work: Work, logger: Logger): LookLoop {
  let stopped = false;
  let wanted = false;
  let wake = () => {};
  let sweptAt = performance.now();

  const pause = () =>
    new Promise<void>((resolve) => {
      if (wanted || stopped) return resolve();
      const timer = setTimeout(resolve, EVERY_MS);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const round = async () => {
    try {
      while (!stopped && (await work.look()));
      if (performance.now() - sweptAt < SWEEP_EVERY_MS) return;
      sweptAt = performance.now();
      await work.sweep();
    } catch (error) {
      logger.error({ err: error }, "look loop failed; it goes on");
    }
  };

  const run = async () => {
    while (!stopped) {
      wanted = false;
      await round();
      await pause();
    }
  };
  const running = run();

  return {
    soon: () => {
      wanted = true;
      wake();
    },
    stop: async () => {
      stopped = true;
      wake();
      await running;
    },
  };
}
