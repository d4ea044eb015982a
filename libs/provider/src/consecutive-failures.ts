/** How many failures in a row say that a provider is away, and within what time they have to come. */
export interface ConsecutiveFailureLimits {
  readonly failures: number;
  readonly withinMs: number;
}

/** Failures with no success between them, however many calls a second there are. */
export interface ConsecutiveFailures {
  /** One more, at that moment of a monotonic clock in milliseconds: whether they are enough now. */
  failed(atMs: number): boolean;
  /** The provider answered. */
  end(): void;
}

export function createConsecutiveFailures({
  failures,
  withinMs,
}: ConsecutiveFailureLimits): ConsecutiveFailures {
  const times: number[] = [];
  return {
    failed(atMs) {
      times.push(atMs);
      if (times.length > failures) times.shift();
      const [oldest = atMs] = times;
      return times.length === failures && atMs - oldest <= withinMs;
    },
    end() {
      times.length = 0;
    },
  };
}
