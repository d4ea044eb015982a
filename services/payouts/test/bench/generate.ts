import type { DatabaseClient } from "@flowlix/persistence";

/** A merchant with so many Payouts, of which the first was made at `FIRST_SECOND` and each other one a second later. */
export interface Generated {
  readonly merchantId: string;
  readonly rows: number;
}

export const FIRST_SECOND = 1_735_689_600;

const SYLLABLES =
  "ba be bi bo da de di do ka ke ki ko la le li lo ma me mi mo na ne ni no ra re ri ro sa se si so ta te ti to va ve vi vo za ze".split(
    " ",
  );

/** So many different names of so many syllables, the same ones in every run. */
function namesOf(count: number, syllables: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    let rest = (index + 1) * 7_919;
    const parts = Array.from({ length: syllables }, () => {
      const part = SYLLABLES[rest % SYLLABLES.length] ?? "";
      rest = Math.floor(rest / SYLLABLES.length) + 13 * (index + 1);
      return part;
    });
    const name = parts.join("");
    return name.charAt(0).toUpperCase() + name.slice(1);
  });
}

/**
 * Fills the table as creates would have left it: three percent failed, one in a thousand being processed, one
 * in a hundred thousand pending, every second one with a reference, five currencies, two brands. Names are of
 * 400 first and 20,000 last names, some far more frequent than others.
 */
export async function generate(client: DatabaseClient, merchants: readonly Generated[]): Promise<void> {
  const { rows: indexes } = await client.query(
    `select schemaname || '.' || indexname as name, indexdef as definition from pg_indexes
      where schemaname = 'payouts' and tablename = 'payouts' and indexname <> 'payouts_pkey'`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query("set maintenance_work_mem = '1GB'");
  for (const { merchantId, rows } of merchants) {
    await client.query(INSERT, [merchantId, FIRST_SECOND, rows, namesOf(400, 2), namesOf(20_000, 4)]);
  }
  for (const { definition } of indexes) await client.query(definition);
  await client.query(`
    insert into payouts.totals (merchant_id, livemode, status, currency, card_brand, payouts)
    select merchant_id, livemode, status, currency, card_brand, count(*) from payouts.payouts group by 1, 2, 3, 4, 5`);
  await client.query("vacuum (analyze) payouts.payouts");
  await client.query("vacuum (analyze) payouts.totals");
  await client.query("checkpoint");
}

const INSERT = `
  insert into payouts.payouts (id, merchant_id, livemode, amount, currency, merchant_reference, card_brand, card_last4,
         first_name, last_name, country, initiator_ip_address, search_text, status, failure_code, created_at, updated_at,
         completed_at, version, next_look_at)
  select 'po_' || substr($1, 5, 12) || lpad(n::text, 12, '0'), $1, false, 100 + (h % 900000), (array['EUR','GBP','USD','PLN','CZK'])[1 + h % 5],
         reference, (array['visa','mastercard'])[1 + h % 2], lpad((h / 7 % 10000)::text, 4, '0'),
         first_name, last_name, 'PL', '203.0.113.7',
         lower(first_name) || ' ' || lower(last_name) || coalesce(U&'\\FFFF' || reference, ''),
         status, case when status = 'FAILED' then 'not_permitted' end, at, at + interval '2 s',
         case when status in ('FAILED', 'SUCCEEDED') then at + interval '2 s' end, 3,
         case when status in ('PENDING', 'PROCESSING') then timestamptz '2099-01-01' end
    from (select n, h, case when n % 2 = 0 then 1000000000 + (n * 7919::bigint) % 9000000000 end as reference,
                 ($4::text[])[1 + floor(power((h % 9973) / 9973.0, 2) * cardinality($4::text[]))::int] as first_name,
                 ($5::text[])[1 + floor(power((h / 11 % 99991) / 99991.0, 3) * cardinality($5::text[]))::int] as last_name,
                 case when n % 100000 = 7 then 'PENDING' when n % 1000 = 8 then 'PROCESSING' when n % 33 = 0 then 'FAILED'
                      else 'SUCCEEDED' end as status,
                 to_timestamp($2 + n - 1) as at
            from (select n, hashint8(n)::bigint & 2147483647 as h from generate_series(1, $3::bigint) as n) as numbered) as made`;
