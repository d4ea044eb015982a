import type { PayoutCard } from "@flowlix/cards";
import type { ProviderCall, Reply } from "./reply.ts";
import type { Deadline } from "./deadline.ts";
import type { ProviderAdapter } from "./adapter.ts";
import type { CallPolicies } from "./call-policies.ts";
import type { AbsentFinality } from "./absent-finality.ts";
import type { Evidence } from "./evidence.ts";
import type { CallPolicy, CallSubject } from "./call-policy.ts";
import type { OrderRef, PayoutOrder, RefundOrder } from "./order.ts";
import type { TransferOutcome, TransferRead } from "./outcome.ts";
import type { Repeated } from "./retry.ts";
import type { PayoutAdapter, RefundAdapter } from "./transfer-adapter.ts";

/** What is the same for refunds and payouts. As everywhere at the provider port, no call outlives its deadline. */
interface ProviderTransfers {
  /** When one that the provider does not know will never be executed, as the adapter declares. */
  readonly absentIsFinal: AbsentFinality;
  /**
   * Whether submissions are refused now; asked before anything is inserted (docs/design/decisions.md#breaker-open).
   */
  isOpen(): boolean;
  /** Whole seconds until a submission may be tried again, at least 1. */
  retryAfterS(): number;
}

/**
 * Refunds at the provider. `submit` tries again only what is known not to have been executed, within
 * tries and deadline; after an unknown nothing is ever sent again: it is read, and an `absent` one is
 * closed before it is given up (docs/design/architecture.md#rule-3 and #rule-5). A deadline already past sends nothing:
 * not_executed(unreachable). not_executed(error) is also the answer where the reference was closed. `read` and `close`
 * are asked once; anything but a clear answer is unknown. `suspect`, `isRepeat` and `evidence` as of orders.
 */
export interface ProviderRefunds extends ProviderTransfers {
  submit(
    refund: RefundOrder,
    deadline: Deadline,
    requestId?: string,
    isRepeat?: boolean,
  ): Promise<TransferOutcome>;
  read(
    refund: RefundOrder,
    deadline: Deadline,
    requestId?: string,
    suspect?: boolean,
    evidence?: readonly Evidence[],
  ): Promise<TransferRead>;
  close(
    refund: RefundOrder,
    deadline: Deadline,
    requestId?: string,
    evidence?: readonly Evidence[],
  ): Promise<TransferRead>;
}

/** Payouts at the provider, as refunds. The instrument is opened once, before the first call. */
export interface ProviderPayouts extends ProviderTransfers {
  submit(
    payout: PayoutOrder,
    openInstrument: () => PayoutCard,
    deadline: Deadline,
    requestId?: string,
    isRepeat?: boolean,
  ): Promise<TransferOutcome>;
  read(
    payout: OrderRef,
    deadline: Deadline,
    requestId?: string,
    suspect?: boolean,
    evidence?: readonly Evidence[],
  ): Promise<TransferRead>;
  close(
    payout: OrderRef,
    deadline: Deadline,
    requestId?: string,
    evidence?: readonly Evidence[],
  ): Promise<TransferRead>;
}

interface TransferPolicies {
  readonly submit: CallPolicy<TransferOutcome>;
  readonly read: CallPolicy<TransferRead>;
  readonly close: CallPolicy<TransferRead>;
}

/** What both kinds share with the provider's orders. */
interface TransferRules {
  readonly absentIsFinal: AbsentFinality;
  /** Throws for an order of the other mode. */
  readonly ours: (order: OrderRef) => void;
  readonly repeated: Repeated;
}

/** Refunds and payouts of one acquirer. */
export function createProviderTransfers(
  { refunds, payouts, absentIsFinal }: ProviderAdapter,
  policies: CallPolicies,
  rules: Pick<TransferRules, "ours" | "repeated">,
): { readonly refunds: ProviderRefunds; readonly payouts: ProviderPayouts } {
  const { refund, read_refund, close_refund, payout, read_payout, close_payout } = policies;
  return {
    refunds: createProviderRefunds(
      refunds,
      { submit: refund, read: read_refund, close: close_refund },
      { ...rules, absentIsFinal: absentIsFinal.refund },
    ),
    payouts: createProviderPayouts(
      payouts,
      { submit: payout, read: read_payout, close: close_payout },
      { ...rules, absentIsFinal: absentIsFinal.payout },
    ),
  };
}

function createProviderRefunds(
  adapter: RefundAdapter,
  policies: TransferPolicies,
  rules: TransferRules,
): ProviderRefunds {
  const shared = transfers<RefundOrder>(adapter, policies, rules);
  return {
    ...shared,
    async submit(refund, deadline, requestId = "", isRepeat = true) {
      return shared.submit(refund, deadline, { requestId, isRepeat }, (call) =>
        adapter.submit(refund, { ...call, isRepeat }),
      );
    },
  };
}

function createProviderPayouts(
  adapter: PayoutAdapter,
  policies: TransferPolicies,
  rules: TransferRules,
): ProviderPayouts {
  const shared = transfers<OrderRef>(adapter, policies, rules);
  return {
    ...shared,
    async submit(payout, openInstrument, deadline, requestId = "", isRepeat = true) {
      rules.ours(payout);
      const instrument = openInstrument();
      return shared.submit(payout, deadline, { requestId, isRepeat }, (call) =>
        adapter.submit(payout, instrument, { ...call, isRepeat }),
      );
    },
  };
}

interface Asked<Ref> {
  read(order: Ref, call: ProviderCall, evidence: readonly Evidence[]): Promise<Reply<TransferRead>>;
  close(order: Ref, call: ProviderCall, evidence: readonly Evidence[]): Promise<Reply<TransferRead>>;
}

function transfers<Ref extends OrderRef>(
  adapter: Asked<Ref>,
  policies: TransferPolicies,
  rules: TransferRules,
) {
  const { submit, read, close } = policies;
  return {
    absentIsFinal: rules.absentIsFinal,
    isOpen: () => submit.breaker.isOpen(),
    retryAfterS: () => submit.retryAfterS(),
    async submit(
      order: OrderRef,
      deadline: Deadline,
      asked: Pick<CallSubject, "requestId" | "isRepeat">,
      send: (call: ProviderCall) => Promise<Reply<TransferOutcome>>,
    ): Promise<TransferOutcome> {
      rules.ours(order);
      const { reference } = order;
      return rules.repeated(deadline, (tried) => submit.call(deadline, { ...asked, reference, tried }, send));
    },
    async read(
      order: Ref,
      deadline: Deadline,
      requestId = "",
      suspect = false,
      evidence: readonly Evidence[] = [],
    ): Promise<TransferRead> {
      rules.ours(order);
      const ask = (call: ProviderCall) => adapter.read(order, call, evidence);
      return (await read.call(deadline, { requestId, reference: order.reference }, ask, suspect)).outcome;
    },
    async close(
      order: Ref,
      deadline: Deadline,
      requestId = "",
      evidence: readonly Evidence[] = [],
    ): Promise<TransferRead> {
      rules.ours(order);
      const ask = (call: ProviderCall) => adapter.close(order, call, evidence);
      return (await close.call(deadline, { requestId, reference: order.reference }, ask)).outcome;
    },
  };
}
