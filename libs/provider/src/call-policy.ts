import type { ProviderCall, Reply } from "./reply.ts";
import { createBreaker, type Breaker } from "./breaker.ts";
import type { Deadline } from "./deadline.ts";
import type { BreakerLimits } from "./verdict-circuit.ts";

export type Operation =
  | "register"
  | "authorise"
  | "complete"
  | "read"
  | "close"
  | "reverse"
  | "refund"
  | "read_refund"
  | "close_refund"
  | "payout"
  | "read_payout"
  | "close_payout"
  | "statement";

/** What a call is about, for the provider's logs and for who observes it. */
export interface CallSubject {
  /** Of the merchant's request; empty in background work. */
  readonly requestId: string;
  /** Ours, of the order, refund or payout; absent of a statement. */
  readonly reference?: string;
  /** Of a submission: whether something of its reference may have been sent before. Absent of what is no submission. */
  readonly isRepeat?: boolean;
  /** Which try of its step it is, counted from 1; absent of what is tried once. */
  readonly tried?: number;
}

/** One call as metrics, and what is kept of calls, see it: nothing of the request or of the answer. */
export interface CallObservation extends CallSubject {
  readonly operation: Operation;
  /**
   * A label of few values: the outcome's kind, with its cause after a dot where it has one
   * (`not_executed.throttled`); `refused` and `late` for calls that were never made, `broken` for a
   * fault in the adapter itself.
   */
  readonly outcome: string;
  /**
   * Whether it counts against the provider: no amount ordered it, and no request of ours is the reason. Refused by the
   * open breaker it does too, and where our adapter broke.
   */
  readonly isFault: boolean;
  readonly seconds: number;
}

/** What may be logged of an adapter that threw, which it must not. */
export interface BrokenCall {
  readonly operation: Operation;
  /** The error's name, its code after a blank where it has one, and where it was thrown. */
  readonly error: string;
  readonly stack: string;
}

/** The trace of a call: what to send along, and a function to call once with its label. */
export interface TracedCall {
  readonly traceparent: string | undefined;
  end(outcome: string): void;
}

export interface CallPolicyOptions {
  readonly provider: string;
  readonly callTimeoutMs: number;
  readonly breaker: BreakerLimits;
  readonly observe: ((observation: CallObservation) => void) | undefined;
  readonly onBroken: ((broken: BrokenCall) => void) | undefined;
  readonly trace?: ((operation: Operation) => TracedCall) | undefined;
}

/** What an operation comes to without a reply of the adapter. */
export interface Fallbacks<O> {
  /** The deadline is past or as good as past: nothing was sent. */
  readonly late: O;
  /** The breaker is open, or too much is in flight: nothing was sent. */
  readonly refused: (retryAfterS: number) => O;
  /** The adapter threw, which it must not: nobody knows how far it got. */
  readonly broken: O;
}

/** With less time than this an answer is hardly possible, and a call would only make an unknown. */
const SHORTEST_CALL_MS = 100;

/** A call that is aborted sooner says nothing about the provider: it had too little time. */
const COUNTED_FROM_MS = 1_000;

/** What a label is made of. */
type Labelled = string | { readonly kind: string; readonly cause?: string };

/** How one operation of one provider is called: within what time, behind its breaker, observed and traced. */
export interface CallPolicy<O extends Labelled> {
  readonly breaker: Breaker;
  /**
   * Never rejects. `R` is for the call that registers and authorises: it has more outcomes than an authorisation, and
   * runs under the same policy. `suspect` names an object whose last read hung. If it hangs again, that says nothing
   * about the provider.
   */
  call<R extends Labelled = O>(
    deadline: Deadline,
    subject: CallSubject,
    action: (call: ProviderCall) => Promise<Reply<R>>,
    suspect?: boolean,
  ): Promise<Reply<R | O>>;
  /** Whole seconds until a call may be tried again, at least 1. */
  retryAfterS(): number;
  /** Whether a call was begun and has not ended. */
  isBusy(): boolean;
}

export function createCallPolicy<O extends Labelled>(
  operation: Operation,
  { provider, callTimeoutMs, breaker: breakerLimits, observe, onBroken, trace }: CallPolicyOptions,
  fallbacks: Fallbacks<O>,
): CallPolicy<O> {
  const breaker = createBreaker(`${provider}.${operation}`, callTimeoutMs, breakerLimits);
  const retryAfterS = () => Math.max(1, Math.ceil(breaker.reopensInMs() / 1000));
  let underWay = 0;

  async function made<R extends Labelled>(
    call: ProviderCall,
    subject: CallSubject,
    action: (call: ProviderCall) => Promise<Reply<R>>,
    countsTimeout: boolean,
  ): Promise<Reply<R | O>> {
    const startedAt = performance.now();
    const traced = trace?.(operation);
    underWay += 1;
    let label = "broken";
    let isFault = true;
    try {
      const reply = await action({ ...call, traceparent: traced?.traceparent });
      label = labelOf(reply.outcome);
      const isSilent = call.signal.aborted && !countsTimeout;
      isFault = reply.providerAtFault && !isSilent;
      return isSilent ? silent(reply.outcome) : reply;
    } catch (error) {
      onBroken?.({ operation, ...withoutMessage(error) });
      return silent(fallbacks.broken);
    } finally {
      underWay -= 1;
      traced?.end(label);
      const seconds = (performance.now() - startedAt) / 1000;
      observe?.({ ...subject, operation, outcome: label, isFault, seconds });
    }
  }

  return {
    breaker,
    retryAfterS,
    isBusy: () => underWay > 0,
    async call(deadline, subject, action, isSuspect = false) {
      const allottedMs = Math.min(callTimeoutMs, deadline.remainingMs());
      if (allottedMs < SHORTEST_CALL_MS) {
        observe?.({ ...subject, operation, outcome: "late", isFault: false, seconds: 0 });
        return silent(fallbacks.late);
      }
      const countsTimeout = !isSuspect && allottedMs >= COUNTED_FROM_MS;
      const controller = new AbortController();
      const abort = () => controller.abort();
      // opossum has one time for all calls, and keeps none of a call beside its trial.
      const ownMs = allottedMs < callTimeoutMs || isSuspect ? allottedMs : undefined;
      const start = async () => {
        const timer = ownMs === undefined ? undefined : setTimeout(abort, ownMs);
        const { requestId } = subject;
        const sent = { signal: controller.signal, requestId, isRepeat: true };
        return made(sent, subject, action, countsTimeout).finally(() => clearTimeout(timer));
      };
      const reply = await breaker.fire({ isSuspect, countsTimeout, start, abort });
      if (reply !== null) return reply;
      observe?.({ ...subject, operation, outcome: "refused", isFault: true, seconds: 0 });
      return silent(fallbacks.refused(retryAfterS()));
    },
  };
}

const silent = <O>(outcome: O): Reply<O> => ({ outcome, providerAtFault: false, saysNothing: true });

/** An error's message may hold the request, and so a card: only the error's place is reported. */
function withoutMessage(error: unknown): Pick<BrokenCall, "error" | "stack"> {
  if (!(error instanceof Error)) return { error: "not an error object", stack: "" };
  const code = "code" in error && typeof error.code === "string" ? ` ${error.code}` : "";
  const frames = (error.stack ?? "").replace(error.message, "").split("\n").filter(isFrame);
  return { error: `${error.name}${code}`, stack: frames.join("\n") };
}

const isFrame = (line: string): boolean => /^ {4}at /.test(line);

function labelOf(outcome: Labelled): string {
  if (typeof outcome === "string") return outcome;
  return outcome.cause === undefined ? outcome.kind : `${outcome.kind}.${outcome.cause}`;
}
