import type {
  Unknown,
  NotExecuted,
  Outcome,
  ReadOutcome,
  RegisterOutcome,
  ReverseOutcome,
  TransferOutcome,
  TransferRead,
} from "./outcome.ts";
import { BREAKER_LIMITS, type BreakerState } from "./breaker.ts";
import type { StatementOutcome } from "./statement.ts";
import { createCallPolicy, type CallPolicyOptions, type Operation } from "./call-policy.ts";

const UNREACHABLE: NotExecuted = { kind: "not_executed", cause: "unreachable" };
const NOT_EXECUTED: NotExecuted = { kind: "not_executed", cause: "error" };
const LOST: Unknown = { kind: "unknown", cause: "lost" };

const unavailable = (retryAfterS: number): NotExecuted => ({
  kind: "not_executed",
  cause: "unavailable",
  retryAfterS,
});

/**
 * A statement is long and read seldom: one call may take as long as its deadline says (its reader gives up sooner when
 * nothing comes), and few failures over a long time are enough to let the provider alone for a while.
 */
const STATEMENT_LIMITS = {
  callTimeoutMs: 60 * 60_000,
  breaker: {
    ...BREAKER_LIMITS,
    volumeThreshold: 5,
    windowMs: 60_000,
    resetTimeoutMs: 10_000,
    inFlightMax: 4,
  },
} as const;

export type CallPolicies = ReturnType<typeof createCallPolicies>;

/** One policy an operation, each with what it answers when nothing was sent or an adapter breaks. */
export function createCallPolicies(options: CallPolicyOptions) {
  // Registering moves nothing: even a call that broke in our own hands was not executed.
  const register = createCallPolicy<RegisterOutcome>("register", options, {
    late: UNREACHABLE,
    refused: unavailable,
    broken: NOT_EXECUTED,
  });
  const money = { late: UNREACHABLE, refused: unavailable, broken: LOST };
  const unknown = { late: LOST, refused: () => LOST, broken: LOST };
  return {
    register,
    authorise: createCallPolicy<Outcome>("authorise", options, money),
    complete: createCallPolicy<Outcome>("complete", options, money),
    read: createCallPolicy<ReadOutcome>("read", options, unknown),
    close: createCallPolicy<ReadOutcome>("close", options, unknown),
    reverse: createCallPolicy<ReverseOutcome>("reverse", options, {
      late: "unknown",
      refused: () => "unknown",
      broken: "unknown",
    }),
    refund: createCallPolicy<TransferOutcome>("refund", options, money),
    read_refund: createCallPolicy<TransferRead>("read_refund", options, unknown),
    close_refund: createCallPolicy<TransferRead>("close_refund", options, unknown),
    payout: createCallPolicy<TransferOutcome>("payout", options, money),
    read_payout: createCallPolicy<TransferRead>("read_payout", options, unknown),
    close_payout: createCallPolicy<TransferRead>("close_payout", options, unknown),
    statement: createCallPolicy<StatementOutcome>("statement", { ...options, ...STATEMENT_LIMITS }, unknown),
  } satisfies Record<Operation, unknown>;
}

export function breakerStates(policies: CallPolicies): Readonly<Record<Operation, BreakerState>> {
  const stateOf = (operation: Operation) => policies[operation].breaker.state();
  return {
    register: stateOf("register"),
    authorise: stateOf("authorise"),
    complete: stateOf("complete"),
    read: stateOf("read"),
    close: stateOf("close"),
    reverse: stateOf("reverse"),
    refund: stateOf("refund"),
    read_refund: stateOf("read_refund"),
    close_refund: stateOf("close_refund"),
    payout: stateOf("payout"),
    read_payout: stateOf("read_payout"),
    close_payout: stateOf("close_payout"),
    statement: stateOf("statement"),
  };
}
