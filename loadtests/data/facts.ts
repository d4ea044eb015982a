/** What virtual users were answered. At the end the verifier compares it with the API and the book. */
export type ObjectKind = "payment" | "refund" | "payout";

interface OfOne {
  readonly of: ObjectKind;
  /**
   * The `merchant_reference` that was sent. A create and its repetitions have one that no other create of the verifier
   * has.
   */
  readonly reference: number;
}

/** A create was answered 201. */
export interface Answered extends OfOne {
  readonly fact: "answered";
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: string;
  /** Of a Refund: the Payment that it refunds. */
  readonly payment_id?: string;
}

/** What a create asked for, and when its last answer came. A line of the book is attributed to it by these. */
export interface Asked {
  readonly amount: number;
  readonly currency: string;
  /** Unix milliseconds */
  readonly at_ms: number;
}

/** No repetition was answered with what became of it. It may exist, once. */
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

/** A read, a list or a page showed this status. */
export interface Seen {
  readonly fact: "seen";
  readonly id: string;
  readonly status: string;
}

export type Fact = Answered | Unclear | Refused | Seen;

/** Kinds of findings, by what each means for money. */
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

/** The verifier's verdict of a run. */
export interface Verdict {
  readonly findings: readonly Finding[];
  /** Objects that were compared: none means that nothing was proved. */
  readonly compared: number;
  /** Lines of the acquirer's book; null where only the API could be asked. */
  readonly book_lines: number | null;
  /**
   * Lines that are taken for other users of the acquirer: the API shows their objects to none of the run's merchants.
   */
  readonly unattributed_lines: number;
  readonly webhooks: number;
  /** Requests of this run whose connection was ended before their answer; null where nobody counts them. */
  readonly cut_requests: number | null;
  /** A sample of the times from an event, whose time is whole seconds, to its first arrival; ms. */
  readonly webhook_delays_ms: readonly number[];
}
