import type { Fact } from "../data/facts.ts";

/** The parts of the API's objects that are compared. */
export interface ApiRefund {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: string;
  readonly merchant_reference: number | null;
}

export interface ApiPayment extends ApiRefund {
  readonly amount_refunded: number;
  readonly amount_refundable: number;
  readonly refunds: readonly ApiRefund[];
}

export type ApiPayout = ApiRefund;

/** One execution, as the acquirer's book or its statement has it. */
export interface BookLine {
  readonly kind: "charge" | "reversal" | "refund" | "payout";
  /** The id of our Payment, Refund or Payout. */
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly executions?: number;
  /** Of a refund: the Payment whose charge it is of. */
  readonly charge?: string;
}

/** All that is known of a run: answers, API, book, webhooks. */
export interface Books {
  readonly facts: readonly Fact[];
  readonly payments: readonly ApiPayment[];
  readonly payouts: readonly ApiPayout[];
  /** Null where no book can be read. */
  readonly book: readonly BookLine[] | null;
  /** Whether nobody else uses the acquirer. Then every line of the book has to be of this run. */
  readonly exclusive: boolean;
  /** Types of events that arrived, by the object's id; null where no sink is registered. */
  readonly events: ReadonlyMap<string, ReadonlySet<string>> | null;
}
