import {
  deadlineIn,
  type Order,
  type PayoutOrder,
  type Provider,
  type ProviderAdapter,
  type ProviderCall,
  type RefundOrder,
} from "../src/index.ts";

/** An acquirer to be tried, with an adapter that reaches it. */
export interface ProviderFixture {
  readonly adapter: ProviderAdapter;
  /** A new order under a reference that was never used. */
  makeOrder(amount: number): Order;
  /** A new refund of that charge, and a new payout, under references that were never used. */
  makeRefund(amount: number, charge: Order): RefundOrder;
  makePayout(amount: number): PayoutOrder;
  /** How often money moved for a reference, by the acquirer's own book: charges and reversals together. */
  executions(reference: string): Promise<number>;
  /** The sum of the refunds that the acquirer's own book has of a charge. */
  refundedOf(charge: string): Promise<number>;
  /** The day of the acquirer's statement that what is executed now is entered in, as YYYY-MM-DD. */
  today(): string;
  /** Lets the time pass after which processing refunds and payouts have ended. */
  processingEnds(): Promise<void>;
  stop(): Promise<void>;
}

/** Amounts by what comes of them; those of the Sandbox unless told (docs/design/decisions.md#sandbox). */
export interface ConformanceAmounts {
  readonly succeeds: number;
  readonly declined: number;
  readonly actionRequired: number;
  readonly staysReceived: number;
  readonly staysProcessing: number;
  /** Answered with something nobody can read; not executed. */
  readonly garbled: number;
  /** Executed, and the answer lost. */
  readonly lost: number;
  readonly throttled: number;
  readonly unavailable: number;
  readonly transfers: TransferAmounts;
}

/** Amounts of refunds and payouts by what comes of them. */
export interface TransferAmounts {
  /** Of an order that is charged at once, and more than all others here together. */
  readonly charge: number;
  /** Processing, then executed. */
  readonly succeeds: number;
  readonly declined: number;
  /** Processing, then not executed. */
  readonly declinedLater: number;
  readonly staysProcessing: number;
  /** Executed, and the answer lost. */
  readonly lost: number;
  /** Of a payout. */
  readonly staysReceived: number;
}

export const SANDBOX_AMOUNTS: ConformanceAmounts = {
  succeeds: 1_000,
  declined: 100_051,
  actionRequired: 103_000,
  staysReceived: 104_098,
  staysProcessing: 104_099,
  garbled: 105_002,
  lost: 105_098,
  throttled: 105_029,
  unavailable: 105_003,
  transfers: {
    charge: 9_000_000,
    succeeds: 1_000,
    declined: 100_051,
    declinedLater: 104_051,
    staysProcessing: 104_099,
    lost: 105_098,
    staysReceived: 106_001,
  },
};

export const REGISTERED = { kind: "registered" };
export const SUCCEEDED = { kind: "succeeded" };
export const CLOSED = { kind: "closed" };
export const ABSENT = { kind: "absent" };
export const PROCESSING = { kind: "in_progress", stage: "processing" };
export const DECLINED = { kind: "failed", code: "insufficient_funds" };
export const LOST = { kind: "unknown", cause: "lost" };
export const CONCURRENTLY = 20;

export const times = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
export const soon = () => deadlineIn(10_000);
export const call = (isRepeat = true): ProviderCall => ({
  signal: new AbortController().signal,
  requestId: "",
  isRepeat,
});

/** What every suite works with. */
export interface Tried {
  readonly fixture: ProviderFixture;
  readonly provider: Provider;
}
