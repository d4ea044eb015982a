import type { CardBrand, IntegrationType, PaymentListRequest, PaymentStatus } from "@flowlix/contracts";
import { newId } from "@flowlix/runtime";
import { UNFILTERED, type TestDatabase } from "@flowlix/testkit";

/** A Payment as lists tell it apart. */
export interface ListedPayment {
  readonly id: string;
  readonly merchant_id: string;
  readonly livemode: boolean;
  /** To the microsecond, as the database writes times. */
  readonly created_at: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: PaymentStatus;
  readonly integration_type: IntegrationType;
  readonly payment_method_type: string | null;
  readonly card_brand: CardBrand | null;
  readonly card_last4: string | null;
  readonly merchant_reference: number | null;
  readonly billing_email_folded: string | null;
}

export const merchantId = (): string => newId("merchant");

export const listedPayment = (changes: Partial<ListedPayment> = {}): ListedPayment => ({
  id: newId("payment"),
  merchant_id: `mer_${"0".repeat(24)}`,
  livemode: false,
  created_at: "2026-01-01T00:00:00Z",
  amount: 1_250,
  currency: "EUR",
  status: "SUCCEEDED",
  integration_type: "DIRECT",
  payment_method_type: "card",
  card_brand: "visa",
  card_last4: "4242",
  merchant_reference: null,
  billing_email_folded: null,
  ...changes,
});

/** Puts Payments into the table in the order given, which is the order in which they were accepted. */
export async function insertListed(
  database: TestDatabase,
  payments: readonly ListedPayment[],
): Promise<void> {
  await database.sql(
    `insert into payments.payments (
            id, merchant_id, livemode, created_at, amount, currency, status, integration_type, payment_method_type,
            card_brand, card_last4, card_exp_month, card_exp_year, merchant_reference, billing_email_folded,
            failure_code, next_action_reason, next_action_url, next_look_at, merchant_customer_id, customer_ip_address,
            return_url, version)
     select id, merchant_id, livemode, created_at, amount, currency, status, integration_type, payment_method_type,
            card_brand, card_last4, case when card_last4 is not null then 12 end,
            case when card_last4 is not null then 2040 end, merchant_reference, billing_email_folded,
            case when status = 'FAILED' then 'generic_decline' end,
            case when status = 'REQUIRES_ACTION' then 'three_d_secure' end,
            case when status = 'REQUIRES_ACTION' then 'https://acquirer.example/challenge' end,
            case when status in ('PENDING', 'REQUIRES_ACTION', 'PROCESSING') then timestamptz '2099-01-01' end,
            'customer-1', '203.0.113.7', 'https://merchant.example/return', 1
       from rows from (jsonb_to_recordset($1) as (
            id text, merchant_id text, livemode boolean, created_at timestamptz, amount bigint, currency text, status text,
            integration_type text, payment_method_type text, card_brand text, card_last4 text,
            merchant_reference bigint, billing_email_folded text)) with ordinality as given
      order by given.ordinality`,
    [JSON.stringify(payments)],
  );
}

/** A question without filters. */
export const listRequest = (changes: Partial<PaymentListRequest> = {}): PaymentListRequest => ({
  scope: { merchant_id: `mer_${"0".repeat(24)}`, livemode: false },
  ...UNFILTERED,
  integration_type: [],
  payment_method_type: [],
  ...changes,
});
