import type { Instrument } from "@flowlix/cards";
import type { AbsentFinality } from "./absent-finality.ts";
import type { Capabilities } from "./capabilities.ts";
import type { CallbackKind, Evidence } from "./evidence.ts";
import type { Order, OrderRef } from "./order.ts";
import type { Outcome, ReadOutcome, RegisterOutcome, ReverseOutcome } from "./outcome.ts";
import type { StatementAdapter } from "./statement.ts";
import type { PayoutAdapter, RefundAdapter } from "./transfer-adapter.ts";
import type { ProviderCall, Reply } from "./reply.ts";
import type { ReturnedQuery } from "./returned-query.ts";

/**
 * A provider's verified word that something happened: a reason for a status sync, never a fact. Where the acquirer
 * cannot be read, what it signed is kept, and a status sync reads that (`Evidence`).
 */
export interface ProviderCallback {
  readonly callbackId: string;
  readonly kind: CallbackKind;
  readonly reference: string;
  readonly claimedState: string;
  /** Unix seconds. */
  readonly at: number;
  /** JSON text of the signed facts alone, of at most 2 KiB, for `Evidence`; absent where the acquirer can be read. */
  readonly evidence?: string;
}

export type CallbackHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The callbacks of a raw body, at most 100 of them, and none where it is about nothing of ours; null when the signature
 * or the shape of one does not hold, and then
 * none of them is accepted.
 */
export type VerifyCallbacks = (
  headers: CallbackHeaders,
  rawBody: Buffer,
) => readonly ProviderCallback[] | null;

/**
 * One acquirer, in its own words turned into ours. An adapter keeps no state about orders, never
 * repeats a call, and never throws for what a provider does or says. It answers an outcome only when
 * reference, amount, currency and mode equal the order's; anything else is unknown(garbled).
 */
export interface ProviderAdapter {
  readonly name: string;
  readonly livemode: boolean;
  /** Hosts (with port, unless it is the scheme's own) to which this provider may send a payer. */
  readonly redirectHosts: readonly string[];
  /** Whether plain http to this machine itself is a redirect too: only where the acquirer itself is this machine. */
  readonly allowLoopbackHttp: boolean;
  /** What can be sent there at all, and what it insists on; asked before anything is inserted. */
  readonly capabilities: Capabilities;
  /** When it can be believed that what it does not know will never be executed. */
  readonly absentIsFinal: Readonly<Record<CallbackKind, AbsentFinality>>;
  /** Whether reads are answered from what its callbacks told and was kept, since it cannot be asked. */
  readonly evidence: boolean;
  /** Names of the parameters that the payer comes back with and `completeAction` wants; empty without it. */
  readonly returnParameters: readonly string[];
  /**
   * Makes the order known under our reference. Moves no money and may be repeated at will. The provider port asks it
   * only where there is no `registerAndAuthorise`.
   */
  registerOrder(order: Order, call: ProviderCall): Promise<Reply<RegisterOutcome>>;
  /**
   * Both in one call, where the acquirer can: moves money as `authorise` does, of an order that it need not know yet.
   * `registered`: it only registered the order, and authorising it is still to be done.
   */
  readonly registerAndAuthorise?: (
    order: Order,
    instrument: Instrument,
    call: ProviderCall,
  ) => Promise<Reply<RegisterOutcome>>;
  /** Moves money: at most once for an order, however often and however concurrently it is called. */
  authorise(order: Order, instrument: Instrument, call: ProviderCall): Promise<Reply<Outcome>>;
  /**
   * Finishes what the payer did at the acquirer's page, where the acquirer leaves that to us. Moves money, at most once
   * for an order; an answer that does not come is unknown(lost).
   */
  readonly completeAction?: (
    order: OrderRef,
    returned: ReturnedQuery,
    call: ProviderCall,
  ) => Promise<Reply<Outcome>>;
  /** @param evidence what was kept of this order; empty unless `evidence` */
  readOrder(order: OrderRef, call: ProviderCall, evidence: readonly Evidence[]): Promise<Reply<ReadOutcome>>;
  /**
   * Closes the reference for ever (docs/design/architecture.md#rule-5); `closed` is the provider's confirmation. One
   * that cannot be closed answers as `readOrder` does.
   */
  closeOrder(order: OrderRef, call: ProviderCall, evidence: readonly Evidence[]): Promise<Reply<ReadOutcome>>;
  reverseOrder(
    order: OrderRef,
    call: ProviderCall,
    evidence?: readonly Evidence[],
  ): Promise<Reply<ReverseOutcome>>;
  readonly refunds: RefundAdapter;
  readonly payouts: PayoutAdapter;
  readonly statement: StatementAdapter;
  readonly verifyCallbacks: VerifyCallbacks;
  /** Ends the adapter's connections once the calls in flight are over. */
  shutdown(): Promise<void>;
}
