import type { PayoutCard } from "@flowlix/cards";
import type { Evidence } from "./evidence.ts";
import type { ProviderCall, Reply } from "./reply.ts";
import type { OrderRef, PayoutOrder, RefundOrder } from "./order.ts";
import type { TransferOutcome, TransferRead } from "./outcome.ts";

/** Refunds in one acquirer's words; what holds for orders holds for them (`ProviderAdapter`). */
export interface RefundAdapter {
  /** Moves money: at most once for a reference, and never more of a charge than was charged. */
  submit(refund: RefundOrder, call: ProviderCall): Promise<Reply<TransferOutcome>>;
  read(refund: RefundOrder, call: ProviderCall, evidence: readonly Evidence[]): Promise<Reply<TransferRead>>;
  /** Closes the reference for ever (docs/design/architecture.md#rule-5); `closed` is the provider's confirmation. */
  close(refund: RefundOrder, call: ProviderCall, evidence: readonly Evidence[]): Promise<Reply<TransferRead>>;
}

/** Payouts in one acquirer's words; what holds for orders holds for them (`ProviderAdapter`). */
export interface PayoutAdapter {
  /** Moves money: at most once for a reference, however often and however concurrently it is called. */
  submit(payout: PayoutOrder, instrument: PayoutCard, call: ProviderCall): Promise<Reply<TransferOutcome>>;
  read(payout: OrderRef, call: ProviderCall, evidence: readonly Evidence[]): Promise<Reply<TransferRead>>;
  /** Closes the reference for ever (docs/design/architecture.md#rule-5); `closed` is the provider's confirmation. */
  close(payout: OrderRef, call: ProviderCall, evidence: readonly Evidence[]): Promise<Reply<TransferRead>>;
}
