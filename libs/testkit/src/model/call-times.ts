import { AsyncLocalStorage } from "node:async_hooks";
import type { Deadline } from "@flowlix/provider";

/** No breaker here: its clock is the real one, and what it does has tests of its own. */
export const MODEL_LIMITS = {
  tries: 3,
  pausesMs: [0],
  callTimeoutMs: 10_000,
  breaker: {
    volumeThreshold: 1_000_000,
    errorThresholdPercentage: 100,
    windowMs: 10_000,
    failuresInARow: 1_000_000,
    inARowWithinMs: 10_000,
    resetTimeoutMs: 5_000,
    inFlightMax: 64,
  },
};

export interface CallTimes {
  /** Runs what the provider port calls within a deadline. */
  within<T>(deadline: Deadline, run: () => T): T;
  /** Begins a call, and answers whether the port has given it up since. */
  begin(): () => boolean;
}

/**
 * A call that the port has given up when its turn comes arrives late. The port's own timers know the real time only.
 */
export function createCallTimes(): CallTimes {
  const deadlines = new AsyncLocalStorage<Deadline>();
  return {
    within: (deadline, run) => deadlines.run(deadline, run),
    begin() {
      const lastsMs = Math.min(MODEL_LIMITS.callTimeoutMs, deadlines.getStore()?.remainingMs() ?? 0);
      const until = performance.now() + lastsMs;
      return () => performance.now() >= until;
    },
  };
}
