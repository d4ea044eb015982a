import CircuitBreaker from "opossum";
import type { Reply } from "./adapter.ts";
import { createFailureRun } from "./failure-run.ts";

export interface BreakerLimits {
  /** Calls within the window before the error rate says anything. */
  readonly volumeThreshold: number;
  /** Above this share of failures, in percent, the breaker opens. */
  readonly errorThresholdPercentage: number;
  /** The window failures are counted in. */
  readonly windowMs: number;
  /**
   * Where fewer calls than the volume end within the window: so many failures with no success between them open
   * the breaker as well, when they came within `inARowWithinMs`.
   */
  readonly failuresInARow: number;
  readonly inARowWithinMs: number;
  /** How long it stays open before one call is let through to try. */
  readonly resetTimeoutMs: number;
  /** Calls in flight at once; one more is refused without being sent. */
  readonly inFlightMax: number;
}

export const BREAKER_LIMITS: BreakerLimits = {
  volumeThreshold: 20,
  errorThresholdPercentage: 50,
  windowMs: 10_000,
  failuresInARow: 5,
  inARowWithinMs: 5 * 60_000,
  resetTimeoutMs: 5_000,
  inFlightMax: 1024,
};

const WINDOW_BUCKETS = 10;

export type BreakerState = "closed" | "open" | "half_open";

/** opossum counts rejections only, so that a reply at fault is told to it as this one. */
const COUNTED = new Error("counted at the breaker");

/** The breaker of one operation of one provider. */
export interface Breaker {
  /**
   * What the action came to, or null when it was not started. The action must not throw. A reply that
   * says nothing neither counts nor ends the trial of a half-open breaker: the next call is a trial too.
   */
  fire<O>(action: () => Promise<Reply<O>>): Promise<Reply<O> | null>;
  state(): BreakerState;
  /** Whether a call would be refused now. False while half open until its one trial call has begun. */
  isOpen(): boolean;
  /** Milliseconds until a trial call is let through; zero when not open. */
  reopensInMs(): number;
  shutdown(): void;
}

export function createBreaker(name: string, limits: BreakerLimits): Breaker {
  let openedAt = 0;
  let inFlight = 0;
  let trying = false;
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
    // opossum is only told verdicts, which take no time; the bound on calls in flight is ours.
    capacity: Number.MAX_SAFE_INTEGER,
    errorFilter: () => false,
  };
  const circuit = new CircuitBreaker(async (atFault: boolean): Promise<void> => {
    if (atFault) throw COUNTED;
  }, options);
  const run = createFailureRun({ failures: limits.failuresInARow, withinMs: limits.inARowWithinMs });
  circuit.on("open", () => {
    openedAt = performance.now();
    run.end();
  });
  // Where opossum's own rule says something it alone decides: a burst of failures is everyday among many calls.
  const isQuiet = () => circuit.stats.fires < limits.volumeThreshold;
  const isOpen = () => circuit.opened || (circuit.halfOpen && trying);

  async function judge(reply: Reply<unknown>, isTrial: boolean): Promise<void> {
    if (reply.saysNothing === true) return;
    // Begun before it opened: opossum would take it for the trial's verdict, and count it where none is asked for.
    if (!isTrial && !circuit.closed) return;
    await circuit.fire(reply.providerAtFault).catch(() => undefined);
    if (!reply.providerAtFault) run.end();
    else if (run.failed(performance.now()) && circuit.closed && isQuiet()) circuit.open();
  }

  return {
    async fire(action) {
      if (isOpen() || circuit.isShutdown || inFlight >= limits.inFlightMax) return null;
      const isTrial = circuit.halfOpen;
      if (isTrial) trying = true;
      inFlight += 1;
      try {
        const reply = await action();
        await judge(reply, isTrial);
        return reply;
      } finally {
        inFlight -= 1;
        if (isTrial) trying = false;
      }
    },
    state: () => (circuit.opened ? "open" : circuit.halfOpen ? "half_open" : "closed"),
    isOpen,
    reopensInMs: () =>
      circuit.opened ? Math.max(0, openedAt + limits.resetTimeoutMs - performance.now()) : 0,
    shutdown: () => circuit.shutdown(),
  };
}
