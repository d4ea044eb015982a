import type { Reply } from "./reply.ts";
import type { Deadline } from "./deadline.ts";
import type { NotExecuted, RegisterOutcome } from "./outcome.ts";

export interface RetryOptions {
  readonly tries: number;
  readonly pausesMs: readonly number[];
  readonly pause: (ms: number) => Promise<unknown>;
  readonly deadline: Deadline;
}

/** Repeats a step while it is known not to have been executed; tries are counted from 1. */
export type Repeated = <O extends RegisterOutcome>(
  deadline: Deadline,
  attempt: (tried: number) => Promise<Reply<O>>,
) => Promise<O>;

type Repeatable = { readonly kind: string } | NotExecuted;

/**
 * Repeats a step while nothing of it was sent: no byte was written. Even an explicit "not executed" is an answer to be
 * taken as it is.
 */
export const repeatUnsent = <O extends Repeatable>(
  options: RetryOptions,
  attempt: (tried: number) => Promise<Reply<O>>,
): Promise<O> => repeated(options, attempt, isUnsent);

/**
 * Repeats a step while it is known not to have been executed for a reason that may pass: no connection,
 * or the provider's explicit "not executed" (docs/design/architecture.md#rule-3). A 429, a 503, a refusal that would be
 * the same again, and everything unknown are answered at once. A pause that would outlast the deadline is not begun.
 */
export const repeatBeforeExecution = <O extends Repeatable>(
  options: RetryOptions,
  attempt: (tried: number) => Promise<Reply<O>>,
): Promise<O> => repeated(options, attempt, isWorthRepeating);

async function repeated<O extends Repeatable>(
  { tries, pausesMs, pause, deadline }: RetryOptions,
  attempt: (tried: number) => Promise<Reply<O>>,
  isToBeRepeated: (reply: Reply<O>) => boolean,
): Promise<O> {
  for (let tried = 1; ; tried += 1) {
    const reply = await attempt(tried);
    if (tried >= tries || !isToBeRepeated(reply)) return reply.outcome;
    const pauseMs = pausesMs[Math.min(tried, pausesMs.length) - 1] ?? 0;
    if (deadline.remainingMs() <= pauseMs) return reply.outcome;
    await pause(pauseMs);
  }
}

const isUnsent = ({ outcome, providerAtFault }: Reply<Repeatable>): boolean =>
  providerAtFault && outcome.kind === "not_executed" && "cause" in outcome && outcome.cause === "unreachable";

function isWorthRepeating({ outcome, providerAtFault }: Reply<Repeatable>): boolean {
  if (!providerAtFault || outcome.kind !== "not_executed" || !("cause" in outcome)) return false;
  return outcome.cause === "unreachable" || outcome.cause === "error";
}
