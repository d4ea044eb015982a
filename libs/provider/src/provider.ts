import { setTimeout as sleep } from "node:timers/promises";
import type { Instrument } from "@flowlix/cards";
import type { ProviderAdapter, VerifyCallbacks } from "./adapter.ts";
import type { ReturnedQuery } from "./returned-query.ts";
import { BREAKER_LIMITS, type BreakerState } from "./breaker.ts";
import type { Deadline } from "./deadline.ts";
import type { BrokenCall, CallObservation, Operation, TracedCall } from "./call-policy.ts";
import { breakerStates, createCallPolicies } from "./call-policies.ts";
import type { Order, OrderRef } from "./order.ts";
import type { Outcome } from "./outcome.ts";
import { createCompletion } from "./completion.ts";
import { repeatBeforeExecution, type Repeated } from "./retry.ts";
import { createQuestions, type OrderQuestions } from "./questions.ts";
import { createProviderStatement, type ProviderStatement } from "./statement.ts";
import { createSubmission } from "./submission.ts";
import { createProviderTransfers, type ProviderPayouts, type ProviderRefunds } from "./transfers.ts";
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
export interface Provider
  extends
    OrderQuestions,
    Pick<
      ProviderAdapter,
      "name" | "livemode" | "capabilities" | "absentIsFinal" | "evidence" | "returnParameters"
    > {
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
   * Registers the order and authorises it, in one call where the adapter can: for an order that had no authorisation
   * sent yet, or that the provider does not know. Tries again only what is known not to have been executed, within
   * tries and deadline; after an unknown nothing is sent again. The instrument is opened once, before the first call. A
   * deadline already past sends nothing: not_executed(unreachable). `isRepeat`: something of its reference may have
   * been sent before, which is so unless its owner knows better (`ProviderCall`).
   */
  submit(
    order: Order,
    openInstrument: () => Instrument,
    deadline: Deadline,
    requestId?: string,
    isRepeat?: boolean,
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
   * Finishes what the payer did at the provider's page, of a provider that leaves that to us; throws for any other.
   * Moves money. Sent again only while no byte of it was written: any answer is taken as it is, and none is unknown.
   */
  complete(
    order: OrderRef,
    returned: ReturnedQuery,
    deadline: Deadline,
    requestId?: string,
  ): Promise<Outcome>;
  readonly refunds: ProviderRefunds;
  readonly payouts: ProviderPayouts;
  readonly statement: ProviderStatement;
  readonly verifyCallbacks: VerifyCallbacks;
  /** Whether no call is under way: a port that is shut down makes none of the calls that its use still wants. */
  isIdle(): boolean;
  /** Lets the calls in flight end, then closes connections and timers. */
  shutdown(): Promise<void>;
}

/** What the call policies share. One order alone opens no breaker, and neither do its tries. */
const policyLimits = ({ callTimeoutMs, breaker = BREAKER_LIMITS, tries }: ProviderLimits) => ({
  callTimeoutMs,
  breaker: { ...breaker, failuresInARow: Math.max(breaker.failuresInARow, tries + 2) },
});

const traitsOf = ({ capabilities, absentIsFinal, evidence, returnParameters }: ProviderAdapter) => ({
  capabilities,
  absentIsFinal,
  evidence,
  returnParameters,
});

/** What the payer's browser says of itself comes with the instrument, encrypted like it. */
function withBrowser(order: Order, { browser_information: browser }: Instrument): Order {
  return browser === undefined ? order : { ...order, browser };
}

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
  const { register, authorise } = policies;

  function ours<R extends OrderRef>(order: R): R {
    if (order.livemode !== adapter.livemode)
      throw new Error(`order of the other mode at provider ${adapter.name}`);
    return order;
  }

  const retry = { tries: limits.tries, pausesMs: limits.pausesMs, pause };
  const repeated: Repeated = (deadline, attempt) => repeatBeforeExecution({ ...retry, deadline }, attempt);

  const completion = createCompletion(adapter, policies, retry);
  const submission = createSubmission(adapter, policies, repeated);
  return {
    ...createQuestions(adapter, policies, ours),
    name: adapter.name,
    livemode: adapter.livemode,
    ...traitsOf(adapter),
    isOpen: () => register.breaker.isOpen() || authorise.breaker.isOpen(),
    retryAfterS: () => Math.max(register.retryAfterS(), authorise.retryAfterS()),
    breakers: () => breakerStates(policies),
    isIdle: () => Object.values(policies).every((policy) => !policy.isBusy()),

    async submit(order, openInstrument, deadline, requestId = "", isRepeat = true) {
      const instrument = openInstrument();
      return submission.submit(
        withBrowser(ours(order), instrument),
        instrument,
        deadline,
        requestId,
        isRepeat,
      );
    },

    async resubmit(order, openInstrument, deadline, requestId = "") {
      const instrument = openInstrument();
      return submission.authorise(
        withBrowser(ours(order), instrument),
        instrument,
        deadline,
        requestId,
        true,
      );
    },

    async complete(order, returned, deadline, requestId = "") {
      return completion(ours(order), returned, deadline, requestId);
    },

    ...createProviderTransfers(adapter, policies, { ours, repeated }),
    statement: createProviderStatement(adapter.statement, policies.statement),
    verifyCallbacks: adapter.verifyCallbacks,

    async shutdown() {
      await adapter.shutdown();
      for (const policy of Object.values(policies)) policy.breaker.shutdown();
    },
  };
}
