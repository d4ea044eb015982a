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

/**
 * So many of a reference are kept, beside refusals, and all of them are given to its adapter, oldest first. No charge
 * has so many: it bounds what the holder of an account's key can make us read.
 */
export const EVIDENCE_MAX = 1_000;

/**
 * With what a callback's `claimedState` begins where the acquirer refused a request of ours to cancel or to give back,
 * which changes nothing: the acquirer's name of the request follows. It is told anew each time we, or the account's
 * merchant, ask again, so that few are kept and none has its object read
 * (docs/decisions/0103-callbacks-as-evidence.md).
 */
export const REFUSED_REQUEST = "refused.";

/** So many refusals of a reference are kept of each request: more than an adapter asks for anything again. */
export const REFUSALS_MAX = 10;
