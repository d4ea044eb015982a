import { setTimeout as sleep } from "node:timers/promises";
import type { Instrument } from "@flowlix/cards";
import type { ProviderAdapter, VerifyCallback } from "./adapter.ts";
import type { ProviderCall } from "./reply.ts";
import { BREAKER_LIMITS, type BreakerState } from "./breaker.ts";
import type { Deadline } from "./deadline.ts";
import type { BrokenCall, CallObservation, Operation, TracedCall } from "./call-policy.ts";
import { breakerStates, createCallPolicies } from "./call-policies.ts";
import { withValidatedRedirect } from "./validated-redirect.ts";
import type { Order, OrderRef } from "./order.ts";
import type { Outcome, ReadOutcome, ReverseOutcome } from "./outcome.ts";
import { repeatBeforeExecution, type Repeated } from "./retry.ts";
import { createProviderStatement, type ProviderStatement } from "./statement.ts";
import { createSubmission } from "./submission.ts";
import {
  createProviderPayouts,
  createProviderRefunds,
  type ProviderPayouts,
  type ProviderRefunds,
} from "./transfers.ts";
import type { BreakerLimits } from "./verdict-circuit.ts";

/**
 * Three tries, 0.2 s and 0.6 s apart; no call longer than 10 s (docs/design/decisions.md#times;
 * docs/design/architecture.md#time-ladder).
 */
export interface ProviderLimits {
  /** Tries of one step that is known not to have been executed; at least 1. */
  readonly tries: number;
  /** Pauses before the second, third … try; the last one repeats. */
  readonly pausesMs: readonly number[];
  readonly callTimeoutMs: number;
  readonly breaker?: BreakerLimits;
}

export const PROVIDER_LIMITS: ProviderLimits = { tries: 3, pausesMs: [200, 600], callTimeoutMs: 10_000 };

export interface ProviderOptions {
  readonly adapter: ProviderAdapter;
  readonly limits?: ProviderLimits;
  /** Called for every call made or refused; must not throw. */
  readonly observe?: (observation: CallObservation) => void;
  /** Called to log an adapter that threw; holds nothing of the request. Must not throw. */
  readonly onBroken?: (broken: BrokenCall) => void;
  /** Asked for every call that is made, in the context of who makes it; must not throw. */
  readonly trace?: (operation: Operation) => TracedCall;
  /** How the pauses between tries are spent; tests spend them at once. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

/**
 * The provider port to an acquirer. It answers outcomes and never throws for what a provider does; it throws
 * only for a mistake of ours (an order of the other mode, an instrument that cannot be opened), and
 * then before anything was sent. No call outlives its deadline. `requestId` is for the provider's logs.
 */
export interface Provider {
  readonly name: string;
  readonly livemode: boolean;
  /**
   * Whether submissions of orders are refused now; asked before anything is inserted
   * (docs/design/decisions.md#breaker-open).
   */
  isOpen(): boolean;
  /** Whole seconds until a submission may be tried again, at least 1. */
  retryAfterS(): number;
  /** State per operation, for gauges. */
  breakers(): Readonly<Record<Operation, BreakerState>>;
  /**
   * Registers the order and authorises it, in one call where the adapter can: for an order of which no
   * authorisation was ever sent, or that the provider does not know. Tries again only what is known not to have been executed, within
   * tries and deadline; after an unknown nothing is sent again. The instrument is opened once, before
   * the first call. A deadline already past sends nothing: not_executed(unreachable).
   */
  submit(
    order: Order,
    openInstrument: () => Instrument,
    deadline: Deadline,
    requestId?: string,
  ): Promise<Outcome>;
  /**
   * Authorises an order that the provider said is registered; otherwise as `submit`. That this attempt
   * was not executed says nothing of an earlier one that may still be under way: the owner closes the
   * order before it ends anything (docs/design/architecture.md#rule-5).
   */
  resubmit(
    order: Order,
    openInstrument: () => Instrument,
    deadline: Deadline,
    requestId?: string,
  ): Promise<Outcome>;
  /**
   * The provider's word on an order, asked once; anything but a clear answer is unknown. `suspect` where the last read of
   * it hung: the breaker learns nothing from one that does so again.
   */
  read(order: OrderRef, deadline: Deadline, requestId?: string, suspect?: boolean): Promise<ReadOutcome>;
  /**
   * Closes the reference for ever (docs/design/architecture.md#rule-5): `closed`, or the state that won. Asked once.
   */
  close(order: OrderRef, deadline: Deadline, requestId?: string): Promise<ReadOutcome>;
  /** Gives a charge back; safe to repeat after `unknown`. Asked once. */
  reverse(order: OrderRef, deadline: Deadline, requestId?: string): Promise<ReverseOutcome>;
  readonly refunds: ProviderRefunds;
  readonly payouts: ProviderPayouts;
  readonly statement: ProviderStatement;
  readonly verifyCallback: VerifyCallback;
  /** Lets the calls in flight end, then closes connections and timers. */
  shutdown(): Promise<void>;
}

/** What the call policies share. One order alone opens no breaker, and neither do its tries. */
const policyLimits = ({ callTimeoutMs, breaker = BREAKER_LIMITS, tries }: ProviderLimits) => ({
  callTimeoutMs,
  breaker: { ...breaker, failuresInARow: Math.max(breaker.failuresInARow, tries + 2) },
});

/** Makes the provider port to one acquirer; one per process and adapter, since it holds breakers and connections. */
export function createProvider(options: ProviderOptions): Provider {
  const { adapter, limits = PROVIDER_LIMITS, observe, onBroken, trace, pause = sleep } = options;
  const policies = createCallPolicies({
    provider: adapter.name,
    ...policyLimits(limits),
    observe,
    onBroken,
    trace,
  });
  const { register, authorise, read, close, reverse } = policies;

  function ours<R extends OrderRef>(order: R): R {
    if (order.livemode !== adapter.livemode)
      throw new Error(`order of the other mode at provider ${adapter.name}`);
    return order;
  }

  const repeated: Repeated = (deadline, attempt) =>
    repeatBeforeExecution({ tries: limits.tries, pausesMs: limits.pausesMs, pause, deadline }, attempt);

  const submission = createSubmission(adapter, policies, repeated);
  const refundPolicies = {
    submit: policies.refund,
    read: policies.read_refund,
    close: policies.close_refund,
  };
  const payoutPolicies = {
    submit: policies.payout,
    read: policies.read_payout,
    close: policies.close_payout,
  };

  return {
    name: adapter.name,
    livemode: adapter.livemode,
    isOpen: () => register.breaker.isOpen() || authorise.breaker.isOpen(),
    retryAfterS: () => Math.max(register.retryAfterS(), authorise.retryAfterS()),
    breakers: () => breakerStates(policies),

    async submit(order, openInstrument, deadline, requestId = "") {
      return submission.submit(ours(order), openInstrument(), deadline, requestId);
    },

    async resubmit(order, openInstrument, deadline, requestId = "") {
      return submission.authorise(ours(order), openInstrument(), deadline, requestId);
    },

    async read(order, deadline, requestId = "", suspect = false) {
      ours(order);
      const ask = (call: ProviderCall) => withValidatedRedirect(adapter, adapter.readOrder(order, call));
      return (await read.call(deadline, requestId, ask, suspect)).outcome;
    },

    async close(order, deadline, requestId = "") {
      ours(order);
      return (
        await close.call(deadline, requestId, (call) =>
          withValidatedRedirect(adapter, adapter.closeOrder(order, call)),
        )
      ).outcome;
    },

    async reverse(order, deadline, requestId = "") {
      ours(order);
      return (await reverse.call(deadline, requestId, (call) => adapter.reverseOrder(order, call))).outcome;
    },

    refunds: createProviderRefunds(adapter.refunds, refundPolicies, { ours, repeated }),
    payouts: createProviderPayouts(adapter.payouts, payoutPolicies, { ours, repeated }),
    statement: createProviderStatement(adapter.statement, policies.statement),
    verifyCallback: adapter.verifyCallback,

    async shutdown() {
      await adapter.shutdown();
      for (const policy of Object.values(policies)) policy.breaker.shutdown();
    },
  };
}
