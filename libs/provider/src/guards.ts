import type {
  Unknown,
  NotExecuted,
  Outcome,
  ReadOutcome,
  RegisterOutcome,
  ReverseOutcome,
} from "./outcome.ts";
import type { BreakerState } from "./breaker.ts";
import { createGuard, type GuardOptions, type Operation } from "./guard.ts";

const UNREACHABLE: NotExecuted = { kind: "not_executed", cause: "unreachable" };
const NOT_EXECUTED: NotExecuted = { kind: "not_executed", cause: "error" };
const LOST: Unknown = { kind: "unknown", cause: "lost" };

const unavailable = (retryAfterS: number): NotExecuted => ({
  kind: "not_executed",
  cause: "unavailable",
  retryAfterS,
});

export type Guards = ReturnType<typeof createGuards>;

/** One guard an operation, each with what it answers when nothing was sent or an adapter breaks. */
export function createGuards(options: GuardOptions) {
  // Registering moves nothing: even a call that broke in our own hands was not executed.
  const register = createGuard<RegisterOutcome>("register", options, {
    late: UNREACHABLE,
    refused: unavailable,
    broken: NOT_EXECUTED,
  });
  const authorise = createGuard<Outcome>("authorise", options, {
    late: UNREACHABLE,
    refused: unavailable,
    broken: LOST,
  });
  const unknown = { late: LOST, refused: () => LOST, broken: LOST };
  const read = createGuard<ReadOutcome>("read", options, unknown);
  const close = createGuard<ReadOutcome>("close", options, unknown);
  const reverse = createGuard<ReverseOutcome>("reverse", options, {
    late: "unknown",
    refused: () => "unknown",
    broken: "unknown",
  });
  return { register, authorise, read, close, reverse };
}

export const breakerStates = (guards: Guards): Readonly<Record<Operation, BreakerState>> => ({
  register: guards.register.breaker.state(),
  authorise: guards.authorise.breaker.state(),
  read: guards.read.breaker.state(),
  close: guards.close.breaker.state(),
  reverse: guards.reverse.breaker.state(),
});
