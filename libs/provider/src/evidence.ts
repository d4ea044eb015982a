/** What a callback is about, and so whose it is. */
export type CallbackKind = "order" | "refund" | "payout";

/** A callback as its owner kept it, of an acquirer that cannot be read. */
export interface Evidence {
  readonly callbackId: string;
  readonly kind: CallbackKind;
  readonly reference: string;
  /** Unix seconds, as the acquirer says. */
  readonly at: number;
  /** `ProviderCallback.evidence`. */
  readonly evidence: string;
}

/** An adapter is given the first so many of a reference, oldest first. */
export const EVIDENCE_MAX = 50;
