import CircuitBreaker from "opossum";
import type { Reply } from "./reply.ts";

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

/** One call as opossum fires it. */
export interface FiredCall {
  /** Sends it; asked once, and never of a call that is refused. Must not reject. */
  start(): Promise<Reply<unknown>>;
  /** Whether a timeout of this call counts against the provider: it had as long as opossum lets any call take. */
  readonly countsTimeout: boolean;
  /** Whether its end still counts. */
  counts(): boolean;
}

const WINDOW_BUCKETS = 10;

/** A reply at fault, as opossum knows failures. */
const AT_FAULT = new Error("the provider is at fault");
/** Neither a success nor a failure: the error filter passes it. */
const NO_VERDICT = new Error("says nothing about the provider");

export const isTimeout = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ETIMEDOUT";

async function run(call: FiredCall): Promise<void> {
  const { providerAtFault, saysNothing } = await call.start();
  if (saysNothing === true || !call.counts()) throw NO_VERDICT;
  if (providerAtFault) throw AT_FAULT;
}

/** Whether a call counts against the provider. A call that was refused does not. */
const isFailure = (error: unknown, call?: FiredCall): boolean =>
  error === AT_FAULT || (isTimeout(error) && call?.countsTimeout === true && call.counts());

/** Every option by name; declared apart because the typings are older than `coalesce`. */
const optionsOf = (name: string, timeoutMs: number, limits: BreakerLimits) => ({
  name,
  timeout: timeoutMs,
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
  capacity: limits.inFlightMax,
  // The typings know one argument: opossum hands on what was fired as the second.
  errorFilter: (error: unknown, call?: FiredCall) => !isFailure(error, call),
});

/**
 * An opossum that counts a call when it has a verdict. opossum itself counts a call when it begins, so that calls
 * under way and refused calls would count as successes. It also takes an error that its filter passes for a success,
 * which would end a half-open trial (docs/decisions/0072-opossum-fires-the-calls.md).
 */
export class VerdictCircuit extends CircuitBreaker<[FiredCall], void> {
  /**
   * @param timeoutMs no call takes longer
   * @param spent one whose trial ended without a verdict: the new one is half open, with the same window and no trial
   *   yet. opossum has no other way back there. The spent one counts nothing any more.
   */
  constructor(name: string, timeoutMs: number, limits: BreakerLimits, spent?: VerdictCircuit) {
    super(run, { ...optionsOf(name, timeoutMs, limits), ...(spent && halfOpenAs(spent)) });
    spent?.removeAllListeners();
  }

  override emit(event: string | symbol, ...args: unknown[]): boolean {
    if (event === "fire") return false;
    if (event === "success" && args[0] instanceof Error) return false;
    if (event === "success" || event === "failure") super.emit("fire");
    return super.emit(event, ...args);
  }
}

const halfOpenAs = ({ status }: VerdictCircuit) => ({ status, state: { closed: false, halfOpen: true } });
