import type { Pool } from "pg";
import { INITIAL_COLUMNS, INITIAL_NAMES, initialValues } from "@flowlix/engine";
import { query, rowsStatement, sharedCommit, type SharedCommit } from "@flowlix/persistence";
import type { BillingDetails, CardSummary, IntegrationType } from "@flowlix/contracts";
import { foldedEmailOf } from "../read/fold-email.ts";

/** A Payment as it is made: PENDING, with the claim of the submission that follows at once. */
export interface NewPayment {
  readonly id: string;
  readonly merchant_id: string;
  readonly livemode: boolean;
  readonly amount: number;
  readonly currency: string;
  /** The name of its acquirer. */
  readonly provider: string;
  /** The merchant's account there; null for the installation's own. */
  readonly provider_account: string | null;
  /** Why it goes there; null where there was nothing to choose. */
  readonly route: string | null;
  readonly integration_type: IntegrationType;
  readonly payment_method_type: string;
  readonly card: CardSummary;
  readonly merchant_reference: number | null;
  readonly merchant_customer_id: string;
  readonly customer_ip_address: string;
  readonly return_url: string;
  readonly description: string | null;
  readonly billing_details: BillingDetails | null;
  readonly statement_descriptor: string | null;
  /** Names this submission; the claim ends at `start_before`. */
  readonly submission: string;
  readonly start_before: number;
}

export interface Inserted {
  /** Database time in ms at which the row was made. */
  readonly created_at_ms: number;
}

const COLUMNS = [
  ...INITIAL_COLUMNS,
  ["integration_type", "text"],
  ["payment_method_type", "text"],
  ["card_brand", "text"],
  ["card_last4", "text"],
  ["card_exp_month", "smallint"],
  ["card_exp_year", "smallint"],
  ["merchant_reference", "bigint"],
  ["merchant_customer_id", "text"],
  ["customer_ip_address", "text"],
  ["return_url", "text"],
  ["description", "text"],
  ["billing_details", "jsonb"],
  ["billing_email_folded", "text"],
  ["statement_descriptor", "text"],
  ["submission", "uuid"],
  ["start_before", "bigint"],
] as const;

// The claim is part of the insert and both hang on the clock: after `start_before` there is neither a
// row nor a submission, however late this statement runs (docs/design/architecture.md#rule-4).
const INSERT = rowsStatement({
  name: "payments_insert",
  columns: COLUMNS,
  text: (input) => `
  insert into payments.payments as p
         (${INITIAL_NAMES}, status, integration_type, payment_method_type,
          card_brand, card_last4, card_exp_month, card_exp_year, merchant_reference, merchant_customer_id,
          customer_ip_address, return_url, description, billing_details, billing_email_folded, statement_descriptor, submission,
          submit_until, next_look_at, version, created_at)
  select ${INITIAL_NAMES}, 'PENDING', integration_type, payment_method_type,
         card_brand, card_last4, card_exp_month, card_exp_year, merchant_reference, merchant_customer_id,
         customer_ip_address, return_url, description, billing_details, billing_email_folded, statement_descriptor, submission,
         claim.until, claim.until, 1, at.now
    from ${input}
   cross join lateral (select timestamptz 'epoch' + input.start_before * interval '1 ms' as until) as claim
   cross join (select date_trunc('milliseconds', platform.clock()) as now) as at
   where at.now < claim.until
  on conflict (id) do nothing
  returning p.id, (extract(epoch from p.created_at) * 1000)::bigint as created_at_ms`,
});

export const INSERT_STATEMENTS = INSERT.named;

/**
 * Inserts Payments under one shared commit. Null where no row was made: the id exists already, or its
 * time to start is over; the caller reads to distinguish them, and a row with its own submission is its
 * own work whose answer was lost.
 */
export function sharePaymentInserts(pool: Pool): SharedCommit<NewPayment, Inserted | null> {
  return sharedCommit({
    name: "payments_insert",
    keyOf: (payment) => payment.id,
    run: async (payments) => {
      const rows = await query<Inserted & { id: string }>(pool, INSERT.of(payments.map(valuesOf)));
      const made = new Map(rows.map((row) => [row.id, row]));
      return payments.map((payment) => made.get(payment.id) ?? null);
    },
  });
}

function valuesOf(payment: NewPayment): unknown[] {
  return [
    ...initialValues(payment),
    payment.integration_type,
    payment.payment_method_type,
    payment.card.brand,
    payment.card.last4,
    payment.card.exp_month,
    payment.card.exp_year,
    payment.merchant_reference,
    payment.merchant_customer_id,
    payment.customer_ip_address,
    payment.return_url,
    payment.description,
    payment.billing_details === null ? null : JSON.stringify(payment.billing_details),
    foldedEmailOf(payment.billing_details),
    payment.statement_descriptor,
    payment.submission,
    payment.start_before,
  ];
}
