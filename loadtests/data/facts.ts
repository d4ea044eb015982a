/** What a virtual user was told, or was not: what the witness compares with API and book at the end. */
export type ObjectKind = "payment" | "refund" | "payout";

interface OfOne {
  readonly of: ObjectKind;
  /** The `merchant_reference` sent: of one create and its repetitions, in all runs of one witness. */
  readonly reference: number;
}

/** A create was answered 201. */
export interface Told extends OfOne {
  readonly fact: "told";
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: string;
  /** Of a Refund: whose money it is. */
  readonly payment_id?: string;
}

/** What was asked for, and when the last of it was heard: by that a line of the book can be told to be of it. */
export interface Asked {
  readonly amount: number;
  readonly currency: string;
  /** Unix milliseconds */
  readonly at_ms: number;
}

/** No answer said what became of it, however often it was repeated: it may exist, once. */
export interface Unclear extends OfOne {
  readonly fact: "unclear";
  /** Of Payments and Payouts. */
  readonly asked?: Asked;
}

/** Refused for good: nothing of it may exist. */
export interface Refused extends OfOne {
  readonly fact: "refused";
  readonly asked?: Asked;
}

/** A read, a list or a browser showed this status of it. */
export interface Seen {
  readonly fact: "seen";
  readonly id: string;
  readonly status: string;
}

export type Fact = Told | Unclear | Refused | Seen;

/** What the comparison found, by what it would mean for somebody's money. */
export const FINDINGS = [
  "duplicate",
  "lost",
  "over_refunded",
  "misreported",
  "unsettled",
  "webhook_missing",
] as const;

export type FindingKind = (typeof FINDINGS)[number];

export interface Finding {
  readonly kind: FindingKind;
  readonly text: string;
}

/** The witness's judgement of a run. */
export interface Verdict {
  readonly findings: readonly Finding[];
  /** Objects that were compared: none means that nothing was proved. */
  readonly compared: number;
  /** Lines of the acquirer's book; null where it was not to be had and only the API was asked. */
  readonly book_lines: number | null;
  /** Lines of objects that the API does not show to the run's merchants, taken for others'; 0 where there are no others. */
  readonly unattributed_lines: number;
  readonly webhooks: number;
  /** Requests of this run whose connection was ended before their answer; null where nobody counts them. */
  readonly cut_requests: number | null;
  /** Milliseconds from an event's record (to the second) to its first arrival, some of them. */
  readonly webhook_delays_ms: readonly number[];
}
