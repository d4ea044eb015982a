import { OWNED_COLUMNS, type OwnedRow } from "@flowlix/engine";
import { EntitySchema, type EntitySchemaColumnOptions } from "typeorm";
import type {
  BillingDetails,
  CardBrand,
  FailureCode,
  IntegrationType,
  NextActionReason,
  PaymentStatus,
  RefundFacts,
} from "@flowlix/contracts";

/** A Payment as its table holds it. Read-only: only the store writes, and only with a version. */
export interface PaymentRow extends OwnedRow<PaymentStatus> {
  /** Why it went to its acquirer, as short JSON; null where there was nothing to choose. */
  readonly route: string | null;
  readonly integration_type: IntegrationType;
  readonly payment_method_type: string | null;
  readonly card_brand: CardBrand | null;
  readonly card_last4: string | null;
  readonly card_exp_month: number | null;
  readonly card_exp_year: number | null;
  readonly merchant_customer_id: string;
  /** Null on a hosted Payment until a card is submitted, where the merchant gave none. */
  readonly customer_ip_address: string | null;
  readonly return_url: string;
  readonly description: string | null;
  readonly billing_details: BillingDetails | null;
  /** What the payer's statement is to say; null where the merchant did not say it. */
  readonly statement_descriptor: string | null;
  readonly amount_refunded: number;
  readonly amount_reserved: number;
  /** Null where there are none. */
  readonly refund_count: number | null;
  /** Oldest first; of a table of their own. */
  readonly refunds: readonly RefundFacts[] | null;
  readonly next_action_reason: NextActionReason | null;
  readonly next_action_url: string | null;
  readonly action_expires_at: Date | null;
  readonly requires_action_at: Date | null;
  readonly processing_at: Date | null;
  readonly succeeded_at: Date | null;
  readonly failed_at: Date | null;
  readonly expired_at: Date | null;
  /** An expirer has claimed the row: no submission may start any more. */
  readonly expiring: boolean;
  /**
   * Of a hosted Payment: whether a card was submitted, so that the provider may know its order; false where none of
   * those that were can have been executed.
   */
  readonly order_sent: boolean | null;
  /** Of a hosted Payment: submits refused since its form was last closed. */
  readonly refused_submits: number | null;
  readonly form_closed_until: Date | null;
  /** Of a hosted Payment: how many cards may be tried; null for one. */
  readonly card_attempts_max: number | null;
  /** Which card's order is the Payment's now, counted from 1; null for the first. */
  readonly card_attempt: number | null;
  /** Where the form is, to which a declined card leads back; null where none does. */
  readonly page_url: string | null;
  /** Cards that were declined before, oldest first; of a table of their own. Null where there are none. */
  readonly declined_cards: readonly DeclinedCard[] | null;
  /** Until when an earlier submission was under way at most; null where there was none, or it is `submit_until`'s. */
  readonly submitted_until: Date | null;
  /** The challenge that the acquirer was told the payer came back from, as a digest of its URL. */
  readonly completed_action: string | null;
}

/** A card that was declined and followed by another one. */
export interface DeclinedCard {
  readonly attempt: number;
  readonly failure_code: FailureCode;
  readonly brand: CardBrand | null;
  readonly last4: string | null;
  /** Unix seconds. */
  readonly created_at: number;
}

export const PaymentEntity = new EntitySchema<PaymentRow>({
  name: "Payment",
  schema: "payments",
  tableName: "payments",
  columns: {
    ...OWNED_COLUMNS,
    route: { type: "text", nullable: true },
    integration_type: { type: "text" },
    payment_method_type: { type: "text", nullable: true },
    card_brand: { type: "text", nullable: true },
    card_last4: { type: "text", nullable: true },
    card_exp_month: { type: "smallint", nullable: true },
    card_exp_year: { type: "smallint", nullable: true },
    merchant_customer_id: { type: "text" },
    customer_ip_address: { type: "text", nullable: true },
    return_url: { type: "text" },
    description: { type: "text", nullable: true },
    billing_details: { type: "jsonb", nullable: true },
    statement_descriptor: { type: "text", nullable: true },
    amount_refunded: { type: "bigint" },
    amount_reserved: { type: "bigint" },
    refund_count: { type: "smallint", nullable: true },
    next_action_reason: { type: "text", nullable: true },
    next_action_url: { type: "text", nullable: true },
    action_expires_at: { type: "timestamptz", nullable: true },
    requires_action_at: { type: "timestamptz", nullable: true },
    processing_at: { type: "timestamptz", nullable: true },
    succeeded_at: { type: "timestamptz", nullable: true },
    failed_at: { type: "timestamptz", nullable: true },
    expired_at: { type: "timestamptz", nullable: true },
    expiring: { type: "boolean" },
    order_sent: { type: "boolean", nullable: true },
    refused_submits: { type: "smallint", nullable: true },
    form_closed_until: { type: "timestamptz", nullable: true },
    card_attempts_max: { type: "smallint", nullable: true },
    card_attempt: { type: "smallint", nullable: true },
    page_url: { type: "text", nullable: true },
    submitted_until: { type: "timestamptz", nullable: true },
    completed_action: { type: "text", nullable: true },
  } satisfies Record<Exclude<keyof PaymentRow, "refunds" | "declined_cards">, EntitySchemaColumnOptions>,
});
