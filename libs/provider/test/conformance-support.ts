import {
  deadlineIn,
  type Order,
  type Provider,
  type ProviderAdapter,
  type ProviderCall,
} from "../src/index.ts";

/** An acquirer to be tried, with an adapter that reaches it. */
export interface ProviderFixture {
  readonly adapter: ProviderAdapter;
  /** A new order under a reference that was never used. */
  makeOrder(amount: number): Order;
  /** How often money moved for a reference, by the acquirer's own book: charges and reversals together. */
  executions(reference: string): Promise<number>;
  stop(): Promise<void>;
}

/** Amounts by what comes of them; those of the Sandbox unless told (decisions §11). */
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
};

export const REGISTERED = { kind: "registered" };
export const SUCCEEDED = { kind: "succeeded" };
export const CLOSED = { kind: "closed" };
export const LOST = { kind: "unknown", cause: "lost" };
export const CONCURRENTLY = 20;

export const times = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
export const soon = () => deadlineIn(10_000);
export const call = (): ProviderCall => ({ signal: new AbortController().signal, requestId: "" });

/** What every suite works with. */
export interface Tried {
  readonly fixture: ProviderFixture;
  readonly provider: Provider;
}
