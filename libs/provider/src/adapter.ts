import type { Instrument } from "@flowlix/cards";
import type { Order, OrderRef } from "./order.ts";
import type { Outcome, ReadOutcome, RegisterOutcome, ReverseOutcome } from "./outcome.ts";
import type { StatementAdapter } from "./statement.ts";
import type { PayoutAdapter, RefundAdapter } from "./transfer-adapter.ts";
import type { ProviderCall, Reply } from "./reply.ts";

/** What a callback is about, and so whose it is. */
export type CallbackKind = "order" | "refund" | "payout";

/** A provider's verified word that something happened: a reason for a status sync, never a fact. */
export interface ProviderCallback {
  readonly callbackId: string;
  readonly kind: CallbackKind;
  readonly reference: string;
  readonly claimedState: string;
  /** Unix seconds. */
  readonly at: number;
}

export type CallbackHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The callback of a raw body, or null when its signature or its shape does not hold. */
export type VerifyCallback = (headers: CallbackHeaders, rawBody: Buffer) => ProviderCallback | null;

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
  /** Whether plain http to this machine itself is a redirect too; never in live mode. */
  readonly allowLoopbackHttp: boolean;
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
  readOrder(order: OrderRef, call: ProviderCall): Promise<Reply<ReadOutcome>>;
  /** Closes the reference for ever (docs/design/architecture.md#rule-5); `closed` is the provider's confirmation. */
  closeOrder(order: OrderRef, call: ProviderCall): Promise<Reply<ReadOutcome>>;
  reverseOrder(order: OrderRef, call: ProviderCall): Promise<Reply<ReverseOutcome>>;
  readonly refunds: RefundAdapter;
  readonly payouts: PayoutAdapter;
  readonly statement: StatementAdapter;
  readonly verifyCallback: VerifyCallback;
  /** Ends the adapter's connections once the calls in flight are over. */
  shutdown(): Promise<void>;
}
