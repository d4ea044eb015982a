import { Type, type Static } from "typebox";
import { ExceptionId, MerchantId } from "./ids.ts";
import { Amount, Currency } from "./money.ts";
import { nullable, oneOf, UnixSeconds } from "./schema.ts";

/** A contradiction that only an operator's audited act may end (docs/design/architecture.md#rule-8). */
export const ANOMALY_KINDS = [
  "charged_after_end",
  /** A refund or a payout that the provider executed although it had ended otherwise here. */
  "executed_after_end",
  /** The acquirer took back what it had captured of a Payment that SUCCEEDED: the scheme refused it. */
  "capture_declined",
  /** A Refund that SUCCEEDED came back: the payer's bank did not take it. */
  "refund_failed_later",
  /** A Payout that SUCCEEDED came back. */
  "payout_returned",
  /** An event that the notifier refused for good; it waits, with all later ones of its object. */
  "event_parked",
  "outcome_mismatch",
  "request_mismatch",
  "unknown_reference",
] as const;

/** Exceptions about money that the provider moved after an end. */
export const LATE_EXCEPTIONS = [
  "charged_after_end",
  "executed_after_end",
] as const satisfies readonly (typeof ANOMALY_KINDS)[number][];

/** Exceptions about money that had moved with an end and went the other way afterwards. */
export const UNDONE_EXCEPTIONS = [
  "capture_declined",
  "refund_failed_later",
  "payout_returned",
] as const satisfies readonly (typeof ANOMALY_KINDS)[number][];

export const ANOMALY_RESOLUTIONS = ["reversed", "noted"] as const;

export const ExceptionRecord = Type.Object({
  id: ExceptionId,
  kind: oneOf(ANOMALY_KINDS),
  /** The object it is about; null for a reference that matches none of ours. */
  object_id: nullable(Type.String()),
  merchant_id: nullable(MerchantId),
  livemode: nullable(Type.Boolean()),
  amount: nullable(Amount),
  currency: nullable(Currency),
  /** What contradicts what, in words; never card data. */
  detail: Type.String(),
  resolution: nullable(oneOf(ANOMALY_RESOLUTIONS)),
  note: nullable(Type.String()),
  created_at: UnixSeconds,
  resolved_at: nullable(UnixSeconds),
});
export type ExceptionRecord = Static<typeof ExceptionRecord>;

/** One administrative act. Rows are only ever inserted (docs/design/architecture.md#control). */
export const AuditEntry = Type.Object({
  id: Type.String(),
  service: Type.String(),
  actor: Type.String(),
  act: Type.String(),
  subject: Type.String(),
  detail: Type.Record(Type.String(), Type.Unknown()),
  at: UnixSeconds,
});
export type AuditEntry = Static<typeof AuditEntry>;
