import CircuitBreaker from "opossum";
import type { Reply } from "./adapter.ts";

export interface BreakerLimits {
  /** Calls within the window before the error rate says anything. */
  readonly volumeThreshold: number;
  /** Above this share of failures, in percent, the breaker opens. */
  readonly errorThresholdPercentage: number;
  /** The window failures are counted in. */
  readonly windowMs: number;
  /** How long it stays open before one call is let through to try. */
  readonly resetTimeoutMs: number;
  /** Calls in flight at once; one more is refused without being sent. */
  readonly inFlightMax: number;
}

export const BREAKER_LIMITS: BreakerLimits = {
  volumeThreshold: 20,
  errorThresholdPercentage: 50,
  windowMs: 10_000,
  resetTimeoutMs: 5_000,
  inFlightMax: 1024,
};

const WINDOW_BUCKETS = 10;

export type BreakerState = "closed" | "open" | "half_open";

/** opossum counts rejections only, so that a reply which counts passes through it as this one. */
const COUNTED = new Error("counted at the breaker");

/** The breaker of one operation of one provider. */
export interface Breaker<O> {
  /** What the action came to, or null when it was not started. The action must not throw. */
  fire(action: () => Promise<Reply<O>>): Promise<Reply<O> | null>;
  state(): BreakerState;
  /** Whether a call would be refused now. False while half open until its one trial call has begun. */
  isOpen(): boolean;
  /** Milliseconds until a trial call is let through; zero when not open. */
  reopensInMs(): number;
  shutdown(): void;
}

export function createBreaker<O>(name: string, limits: BreakerLimits): Breaker<O> {
  let openedAt = 0;
  let inFlight = 0;
  // Every option by name; declared apart because the typings are older than `coalesce`.
  const options = {
    name,
    // The seam aborts its own calls: opossum's timer would only reject and let the call go on.
    timeout: false as const,
    enabled: true,
    allowWarmUp: false,
    volumeThreshold: limits.volumeThreshold,
    errorThresholdPercentage: limits.errorThresholdPercentage,
    resetTimeout: limits.resetTimeoutMs,
    rollingCountTimeout: limits.windowMs,
    rollingCountBuckets: WINDOW_BUCKETS,
    rollingPercentilesEnabled: false,
    enableSnapshots: false,
    cache: false,
    coalesce: false,
    // Never reached: a full semaphore would count as a failure of the provider, which it is not.
    capacity: limits.inFlightMax + 1,
    errorFilter: () => false,
  };
  const circuit = new CircuitBreaker(async (action: () => Promise<boolean>): Promise<void> => {
    if (!(await action())) throw COUNTED;
  }, options);
  circuit.on("open", () => {
    openedAt = performance.now();
  });
  const isOpen = () => !circuit.closed && !circuit.pendingClose;

  return {
    async fire(action) {
      if (isOpen() || inFlight >= limits.inFlightMax) return null;
      inFlight += 1;
      const replies: Reply<O>[] = [];
      try {
        await circuit.fire(async () => {
          const reply = await action();
          replies.push(reply);
          return !reply.providerAtFault;
        });
      } catch {
        // Either the reply counted, and is there, or the call was never started.
      } finally {
        inFlight -= 1;
      }
      return replies[0] ?? null;
    },
    state: () => (circuit.opened ? "open" : circuit.halfOpen ? "half_open" : "closed"),
    isOpen,
    reopensInMs: () =>
      circuit.opened ? Math.max(0, openedAt + limits.resetTimeoutMs - performance.now()) : 0,
    shutdown: () => circuit.shutdown(),
  };
}
