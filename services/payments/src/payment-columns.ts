import type { PaymentRow } from "./payment.entity.ts";

/** The columns of a row as the statements return them. Listed, so that a new column is a decision. */
const COLUMNS = [
  "id",
  "merchant_id",
  "livemode",
  "amount",
  "currency",
  "status",
  "integration_type",
  "payment_method_type",
  "card_brand",
  "card_last4",
  "card_exp_month",
  "card_exp_year",
  "merchant_reference",
  "merchant_customer_id",
  "customer_ip_address",
  "return_url",
  "description",
  "billing_details",
  "failure_code",
  "amount_refunded",
  "amount_reserved",
  "next_action_reason",
  "next_action_url",
  "action_expires_at",
  "requires_action_at",
  "processing_at",
  "succeeded_at",
  "failed_at",
  "expired_at",
  "created_at",
  "version",
  "submission",
  "submit_until",
  "expiring",
  "next_look_at",
  "look_count",
] as const satisfies readonly (keyof PaymentRow)[];

/** `p.id, p.merchant_id, …` for a table aliased `p`. */
export const ROW_COLUMNS = COLUMNS.map((column) => `p.${column}`).join(", ");

/** The database's time in whole milliseconds. */
export const NOW_MS = "(extract(epoch from platform.clock()) * 1000)::bigint";
