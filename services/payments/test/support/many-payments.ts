import type { TestDatabase } from "@flowlix/testkit";

/** The one merchant of them all. */
export const BUSY_MERCHANT = `mer_${"B".repeat(24)}`;
/** Another one, who is unlike that one. */
export const UNLIKE_MERCHANT = `mer_${"U".repeat(24)}`;
/** Of that one's, these two alone are on a mastercard. */
export const UNLIKE_MASTERCARDS = [10_000, 20_000] as const;
/** The first of them was made at this Unix second, each other one a second later. */
export const FIRST_SECOND = 1_735_689_600;

/** The id of the n-th of them, counted from 1. */
export const manyId = (n: number): string => `pay_${String(n).padStart(24, "0")}`;
export const unlikeId = (n: number): string => `pay_U${String(n).padStart(23, "0")}`;

/**
 * So many Payments of one merchant, made by the server itself: two in three in EUR, one in twenty
 * declined, one in ten with a reference, one in ten with an address that two hundred share, a handful
 * that have not ended, none expired, none on a card that ends in 9999.
 */
export async function insertMany(database: TestDatabase, count: number): Promise<void> {
  await database.sql(
    `insert into payments.payments (
            id, merchant_id, livemode, created_at, succeeded_at, amount, currency, status, failure_code,
            integration_type, payment_method_type, card_brand, card_last4, card_exp_month, card_exp_year,
            merchant_reference, billing_email_folded, merchant_customer_id, customer_ip_address, return_url,
            next_look_at, version)
     select 'pay_' || lpad(n::text, 24, '0'), $1, false, to_timestamp($2 + n - 1), to_timestamp($2 + n - 1),
            100 + (n * 7919) % 90000, case when n % 3 = 0 then 'GBP' else 'EUR' end,
            case when n % 20 = 0 then 'FAILED' when n % 100000 = 7 then 'PENDING'
                 when n % 100000 = 8 then 'PROCESSING' else 'SUCCEEDED' end,
            case when n % 20 = 0 then 'generic_decline' end, 'DIRECT', 'card',
            case when n % 4 = 0 then 'mastercard' else 'visa' end, lpad(((n * 31) % 9999)::text, 4, '0'), 12, 2040,
            case when n % 10 = 0 then 1000000000 + n end,
            case when n % 10 = 1 then 'payer' || n % 5000 || '@example.com' end,
            'customer-' || n, '203.0.113.7', 'https://merchant.example/return?order=' || n,
            case when n % 100000 in (7, 8) then timestamptz '2099-01-01' end, 2
       from generate_series(1, $3::bigint) as n`,
    [BUSY_MERCHANT, FIRST_SECOND, count],
  );
  await vacuum(database);
}

/**
 * So many of the other merchant, in what none of the first one's has: JPY. None of them is in EUR, and all but two are
 * on a visa, so that the statistics of all merchants together say nothing true of this one.
 */
export async function insertUnlike(database: TestDatabase, count: number): Promise<void> {
  await database.sql(
    `insert into payments.payments (
            id, merchant_id, livemode, created_at, succeeded_at, amount, currency, status, integration_type,
            payment_method_type, card_brand, card_last4, card_exp_month, card_exp_year, merchant_customer_id,
            customer_ip_address, return_url, version)
     select 'pay_U' || lpad(n::text, 23, '0'), $1, false, to_timestamp($2 + n - 1), to_timestamp($2 + n - 1),
            100 + (n * 7919) % 90000, 'JPY', 'SUCCEEDED', 'DIRECT', 'card',
            case when n = any($4) then 'mastercard' else 'visa' end, lpad(((n * 31) % 9999)::text, 4, '0'), 12, 2040,
            'customer-' || n, '203.0.113.7', 'https://merchant.example/return?order=' || n, 2
       from generate_series(1, $3::bigint) as n`,
    [UNLIKE_MERCHANT, FIRST_SECOND, count, UNLIKE_MASTERCARDS],
  );
  await vacuum(database);
}

/** As the server does by itself as a table grows: statistics, and which pages an index need not look behind. */
async function vacuum(database: TestDatabase): Promise<void> {
  await database.sql("vacuum (analyze) payments.payments");
}
