import type { FailureCode } from "@flowlix/contracts";

/**
 * Known not to have been executed (docs/design/architecture.md#rule-3): `throttled` and `unavailable` are the
 * provider's explicit 429 and 503 (or an open breaker), `unreachable` a connection that was never made or never written
 * to, `error` its explicit "not executed".
 */
export interface NotExecuted {
  readonly kind: "not_executed";
  readonly cause: "throttled" | "unavailable" | "unreachable" | "error";
  /** Whole seconds, at least 1, when the provider or the breaker named a time. */
  readonly retryAfterS?: number;
}

const CODE_OF_CAUSE = {
  throttled: "processor_unavailable",
  unavailable: "processor_unavailable",
  unreachable: "processor_unavailable",
  error: "processor_error",
} as const satisfies Record<NotExecuted["cause"], FailureCode>;

/**
 * What an object is FAILED with that was not executed and never will be
 * (docs/design/specification.md#operation-failure-codes; docs/design/decisions.md#refused-submissions).
 */
export const codeOfNotExecuted = ({ cause }: NotExecuted): FailureCode => CODE_OF_CAUSE[cause];

/** Nobody can say: the answer was `lost`, or cannot be validated (`garbled`). Moves nothing (rule 2). */
export interface Unknown {
  readonly kind: "unknown";
  readonly cause: "lost" | "garbled";
  /** Readable, but about something else than our order; the owner records an exception (rule 2). */
  readonly contradicts?: Contradiction;
}

/**
 * What of an answer is not what our order says; `redirect_url` where it leads the payer to a place that
 * is not the provider's own, `charge` where a refund is one of another charge.
 */
export type Contradiction = "reference" | "amount" | "currency" | "mode" | "charge" | "redirect_url";

/** The payer has to do something at the provider's page. */
export interface ActionRequired {
  readonly kind: "action_required";
  readonly url: string;
  /** Whole seconds from the step's creation, where the provider gives it less time than we would. */
  readonly expiresInS?: number;
}

/** What may stand on everything that came from the acquirer's own answer. */
export interface WithAcquirerId {
  /**
   * Its own id of the order, refund or payout: 1 to 128 printable ASCII characters. Its owner stores the first one
   * told, with the outcome, and hands it back (`OrderRef.acquirerId`).
   */
  readonly acquirerId?: string;
}

/** What a submission came to (docs/design/architecture.md#rule-2). */
export type Outcome = (
  | { readonly kind: "succeeded" }
  | { readonly kind: "failed"; readonly code: FailureCode }
  | ActionRequired
  | { readonly kind: "in_progress"; readonly stage: "received" | "processing" }
  | NotExecuted
  | Unknown
) &
  WithAcquirerId;

/**
 * Money that had moved, by an earlier word of the acquirer, went the other way afterwards: a capture that the scheme
 * refused, a refund that the payer's bank did not take, a payout that came back. Nothing moves its object any more.
 */
export interface Undone {
  readonly kind: "undone";
  readonly reason: "capture_declined" | "refund_failed_later" | "payout_returned";
}

/**
 * What the provider says of an order. `registered`: known, and nothing was authorised. `absent`: not
 * known, which proves nothing while someone may still send it. `closed`: cancelled, can never be charged.
 */
export type ReadOutcome =
  | Exclude<Outcome, NotExecuted>
  | ((Undone | { readonly kind: "registered" } | { readonly kind: "absent" } | { readonly kind: "closed" }) &
      WithAcquirerId);

/** What registering an order came to: `registered`, or the end that the order already has. */
export type RegisterOutcome = Outcome | ({ readonly kind: "registered" } & WithAcquirerId);

/**
 * What giving a charge back came to; `unknown` is repeated later, an order is given back at most once. `ambiguous`:
 * several charges stand under the reference, and none was given back by guess. `refused`: the acquirer refused it so
 * often that it is not asked again. Both need a person.
 */
export type ReverseOutcome = "reversed" | "not_charged" | "unknown" | "ambiguous" | "refused";

/** What submitting a refund or a payout came to (docs/design/architecture.md#rule-2). */
export type TransferOutcome = Exclude<Outcome, ActionRequired>;

/**
 * What the provider says of a refund or a payout. `absent` and `closed` as for an order; a provider has
 * no state of one in which it is known and nothing was begun.
 */
export type TransferRead =
  | Exclude<TransferOutcome, NotExecuted>
  | ((Undone | { readonly kind: "absent" } | { readonly kind: "closed" }) & WithAcquirerId);
