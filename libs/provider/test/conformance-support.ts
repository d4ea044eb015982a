import { isDeepStrictEqual } from "node:util";
import { expect } from "chai";
import type { Instrument, PayoutCard } from "@flowlix/cards";
import {
  deadlineIn,
  type CallbackKind,
  type Evidence,
  type Order,
  type Outcome,
  type PayoutOrder,
  type Provider,
  type ProviderAdapter,
  type ProviderCall,
  type ReadOutcome,
  type RefundOrder,
} from "../src/index.ts";
import { anInstrument, aPayoutCard, walletInstruments } from "./builders.ts";

/** An acquirer to be tried, with an adapter that reaches it. */
export interface ProviderFixture {
  readonly adapter: ProviderAdapter;
  /** What is to be sent with an amount, where the acquirer goes by that; any card unless told. */
  readonly instrumentOf?: (amount: number) => Instrument;
  readonly payoutCardOf?: (amount: number) => PayoutCard;
  /** What its callbacks told of a reference so far, where the adapter cannot read. */
  readonly evidenceOf?: (reference: string) => Promise<readonly Evidence[]>;
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

/** What the suite expects less of, of an acquirer that is not as the Sandbox is. */
export interface ConformanceTraits {
  /** Whether it can make an order known without charging it. */
  readonly registers: boolean;
  /**
   * Whether a charge or a reversal may be done only once processing has ended (`processingEnds`), and a repeat answered
   * with what the first one was answered.
   */
  readonly settlesLater: boolean;
  /** Whether it refuses a repeat while the first is under way, so that nobody knows of that one. */
  readonly refusesConcurrent: boolean;
  /** Instruments of wallets that it charges. */
  readonly wallets: readonly (readonly [name: string, instrument: Instrument])[];
}

export const SANDBOX_CONFORMANCE: ConformanceTraits = {
  registers: true,
  settlesLater: false,
  refusesConcurrent: false,
  wallets: walletInstruments,
};

/**
 * Amounts by what comes of them; those of the Sandbox unless told (docs/design/decisions.md#sandbox). Where the
 * instrument decides, they are still what a case is known by (`instrumentOf`). Null: the acquirer cannot be made to.
 */
export interface ConformanceAmounts {
  readonly succeeds: number;
  readonly declined: number;
  readonly actionRequired: number;
  readonly staysReceived: number | null;
  readonly staysProcessing: number | null;
  /** Answered with something nobody can read; not executed. */
  readonly garbled: number | null;
  /** Executed, and the answer lost. */
  readonly lost: number | null;
  readonly throttled: number | null;
  readonly unavailable: number | null;
  readonly transfers: TransferAmounts;
}

/** The rows of a table that the acquirer can be made to do. */
export const possible = <R extends readonly [string, number | null, ...unknown[]]>(
  rows: readonly R[],
): readonly (R & readonly [string, number, ...unknown[]])[] =>
  rows.filter((row): row is R & readonly [string, number, ...unknown[]] => row[1] !== null);

/** Amounts of refunds and payouts by what comes of them. */
export interface TransferAmounts {
  /** Of an order that is charged at once, and more than all others here together. */
  readonly charge: number;
  /** Processing, then executed. */
  readonly succeeds: number;
  readonly declined: number | null;
  /** Processing, then not executed. */
  readonly declinedLater: number | null;
  readonly staysProcessing: number | null;
  /** Executed, and the answer lost. */
  readonly lost: number | null;
  /** Of a payout. */
  readonly staysReceived: number | null;
}

export const SANDBOX_AMOUNTS = {
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
} as const satisfies ConformanceAmounts;

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
  /** The port, used as owners use it (`asOwnersDo`). */
  readonly provider: Provider;
  readonly traits: ConformanceTraits;
}

/** Whether what the acquirer does not know can be closed there for ever. */
export const closes = ({ fixture }: Tried, kind: CallbackKind): boolean =>
  fixture.adapter.absentIsFinal[kind] === "by_close";

/** An end as a read shows it: of a refusal that callbacks told of, the code may not be known. */
export const asRead = ({ fixture }: Tried, end: object): object =>
  fixture.adapter.evidence && "code" in end ? { ...end, code: "generic_decline" } : end;

/** What an order is submitted with. */
export const instrumentOf =
  ({ fixture }: Tried, { amount }: Pick<Order, "amount">) =>
  (): Instrument =>
    fixture.instrumentOf?.(amount) ?? anInstrument();

export const payoutCardOf =
  ({ fixture }: Tried, { amount }: Pick<PayoutOrder, "amount">) =>
  (): PayoutCard =>
    fixture.payoutCardOf?.(amount) ?? aPayoutCard();

/** Submits an order, and answers what it comes to once processing has ended where that takes time. */
export async function charged(tried: Tried, order: Order): Promise<Outcome | ReadOutcome> {
  const { fixture, provider, traits } = tried;
  const outcome = await provider.submit(order, instrumentOf(tried, order), soon(), "", false);
  if (!traits.settlesLater || outcome.kind !== "in_progress") return outcome;
  await fixture.processingEnds();
  return provider.read(order, soon());
}

/** What concurrent repeats may be answered with beside what is true. */
export function expectOfRepeats(
  { traits }: Tried,
  outcomes: readonly object[],
  expected: readonly object[],
): void {
  const allowed = traits.refusesConcurrent ? [...expected, LOST] : expected;
  for (const outcome of outcomes) expect(allowed).to.deep.include(outcome);
  expect(outcomes.some((outcome) => !isDeepStrictEqual(outcome, LOST))).to.equal(true);
}
