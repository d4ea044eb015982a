import type { Reply } from "./reply.ts";
import { createConsecutiveFailures } from "./consecutive-failures.ts";
import { isTimeout, VerdictCircuit, type BreakerLimits, type FiredCall } from "./verdict-circuit.ts";

export const BREAKER_LIMITS: BreakerLimits = {
  volumeThreshold: 20,
  errorThresholdPercentage: 50,
  windowMs: 10_000,
  failuresInARow: 5,
  inARowWithinMs: 5 * 60_000,
  resetTimeoutMs: 5_000,
  inFlightMax: 1024,
};

export type BreakerState = "closed" | "open" | "half_open";

/** A call under the breaker. */
export interface BreakerCall<O> {
  /**
   * Its object's last read hung. A half-open breaker lets it through beside its trial, and never makes it the trial.
   */
  readonly isSuspect: boolean;
  /** Whether a timeout of this call counts against the provider: it had as long as any call may take. */
  readonly countsTimeout: boolean;
  /** Sends it. Must not reject. */
  start(): Promise<Reply<O>>;
  /** Its time is up: it ends, and `start` answers what it came to. */
  abort(): void;
}

/** The breaker of one operation of one provider. */
export interface Breaker {
  /**
   * Answers the call's own reply, also after a timeout, or null when the call was refused and so never started. A reply
   * that says nothing neither counts nor ends the trial of a half-open breaker: the next call is a trial too. The
   * answer to a suspect closes the breaker as well.
   */
  fire<O>(call: BreakerCall<O>): Promise<Reply<O> | null>;
  state(): BreakerState;
  /** Whether a call would be refused now. False while half open until its one trial call has begun. */
  isOpen(): boolean;
  /** Milliseconds until a trial call is let through; zero when not open. */
  reopensInMs(): number;
  shutdown(): void;
}

/** @param timeoutMs opossum ends every call that takes longer; a shorter deadline is the call's own to keep. */
export function createBreaker(name: string, timeoutMs: number, limits: BreakerLimits): Breaker {
  let state: BreakerState = "closed";
  let openedAt = 0;
  let trial: FiredCall | null = null;
  let circuit = createCircuit();

  function createCircuit(spent?: VerdictCircuit): VerdictCircuit {
    const made = new VerdictCircuit(name, timeoutMs, limits, spent);
    made.on("open", () => {
      state = "open";
      openedAt = performance.now();
    });
    made.on("halfOpen", () => (state = "half_open"));
    made.on("close", () => (state = "closed"));
    opensOnFailuresInARow(made, limits);
    return made;
  }

  /** opossum would make it the trial: it fires no call beside one. */
  async function besideTrial<O>(call: BreakerCall<O>): Promise<Reply<O>> {
    const reply = await call.start();
    if (reply.saysNothing === true || !circuit.halfOpen) return reply;
    if (reply.providerAtFault) circuit.open();
    else circuit.close();
    return reply;
  }

  return {
    async fire<O>(call: BreakerCall<O>) {
      if (call.isSuspect && circuit.halfOpen) return besideTrial(call);
      const sent: { reply: Promise<Reply<O>> | null } = { reply: null };
      const fired: FiredCall = {
        start: () => (sent.reply = call.start()),
        countsTimeout: call.countsTimeout,
        // opossum would take the end of a call begun before it opened for the end of the trial.
        counts: () => circuit.closed || trial === fired,
      };
      if (circuit.pendingClose) trial = fired;
      await circuit.fire(fired).catch((error: unknown) => {
        if (isTimeout(error)) call.abort();
        if (trial === fired && circuit.halfOpen) circuit = createCircuit(circuit);
      });
      // It refers to the request, which may hold a card.
      if (trial === fired) trial = null;
      return sent.reply;
    },
    state: () => state,
    isOpen: () => state !== "closed" && !circuit.pendingClose,
    reopensInMs: () =>
      state === "open" ? Math.max(0, openedAt + limits.resetTimeoutMs - performance.now()) : 0,
    shutdown: () => circuit.shutdown(),
  };
}

/** opossum's share of failures needs a volume of calls, which a process with few requests never has. */
function opensOnFailuresInARow(circuit: VerdictCircuit, limits: BreakerLimits): void {
  const { failuresInARow, inARowWithinMs, volumeThreshold } = limits;
  const failures = createConsecutiveFailures({ failures: failuresInARow, withinMs: inARowWithinMs });
  circuit.on("success", () => failures.end());
  circuit.on("open", () => failures.end());
  circuit.on("failure", () => {
    const areEnough = failures.failed(performance.now());
    // With a volume the share alone decides: a burst of failures is everyday among many calls.
    if (areEnough && circuit.closed && circuit.stats.fires < volumeThreshold) circuit.open();
  });
}
