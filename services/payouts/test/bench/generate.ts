import type { DatabaseClient } from "@flowlix/persistence";
import { LATIN, OTHER } from "./names.ts";

/** So many Payouts of one merchant and so many of another, mixed evenly, one in each second. */
export interface Generated {
  readonly many: string;
  readonly few: string;
  readonly rows: number;
  readonly fewRows: number;
}

export const FIRST_SECOND = 1_735_689_600;
const CHUNK = 500_000;

/** What makes filling fast and what nobody needs who can fill again; never of a measurement. */
export const FILLING = {
  fsync: "off",
  full_page_writes: "off",
  "flowlix.without_fsync": "accepted",
  autovacuum: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "32GB",
  checkpoint_timeout: "1h",
};

/**
 * Fills the table as creates would have left it: rows in the order of their creation, a few percent failed,
 * one in a thousand being processed, one in a hundred thousand pending, every second one with a reference,
 * five currencies, two brands, and names of many alphabets, some far more frequent than others.
 */
export async function generate(
  client: DatabaseClient,
  merchants: Generated,
  print: (line: string) => void,
): Promise<void> {
  const { rows: indexes } = await client.query(
    `select schemaname || '.' || indexname as name, indexdef as definition from pg_indexes
      where schemaname = 'payouts' and tablename = 'payouts' and indexname <> 'payouts_pkey'`,
  );
  await client.query("truncate payouts.payouts, payouts.totals, payouts.total_deltas");
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query("set maintenance_work_mem = '2GB'");
  await client.query("set work_mem = '256MB'");
  await fillNames(client);
  const { many, few, rows, fewRows } = merchants;
  const all = rows + fewRows;
  for (let from = 0; from < all; from += CHUNK) {
    const upTo = Math.min(from + CHUNK, all);
    const names = [LATIN, OTHER].flatMap(({ first, last }) => [first.shown.length, last.shown.length]);
    const which = [many, few, Math.floor(all / fewRows), fewRows];
    await client.query(INSERT, [...which, FIRST_SECOND, from + 1, upTo, ...names]);
    print(`${Math.min(from + CHUNK, all).toLocaleString("en")} rows`);
  }
  for (const { name, definition } of indexes) {
    await client.query(definition);
    print(name);
  }
  await client.query(`
    insert into payouts.totals (merchant_id, livemode, status, currency, card_brand, payouts)
    select merchant_id, livemode, status, currency, card_brand, count(*) from payouts.payouts group by 1, 2, 3, 4, 5`);
  for (const table of ["payouts", "totals"]) await client.query(`vacuum (analyze) payouts.${table}`);
  await client.query("checkpoint");
  print("vacuumed");
}

async function fillNames(client: DatabaseClient): Promise<void> {
  await client.query("create temp table names (kind text, place int, shown text, folded text)");
  const kinds = { first: LATIN.first, last: LATIN.last, other_first: OTHER.first, other_last: OTHER.last };
  for (const [kind, { shown, folded }] of Object.entries(kinds)) {
    await client.query(
      `insert into names select $1, place, shown, folded
         from unnest($2::text[], $3::text[]) with ordinality as name (shown, folded, place)`,
      [kind, shown, folded],
    );
  }
  await client.query("analyze names");
}

// Names are drawn by the square or the cube of a random number, so that those that stand first are frequent.
const INSERT = `
  insert into payouts.payouts (id, merchant_id, livemode, amount, currency, merchant_reference, card_brand, card_last4,
         first_name, last_name, country, initiator_ip_address, search_text, status, failure_code, created_at, updated_at,
         completed_at, version, next_look_at)
  select 'po_' || lpad(n::text, 8, '0') || substr(md5(n::text), 1, 16), merchant_id, false, amount,
         (array['EUR', 'EUR', 'EUR', 'GBP', 'GBP', 'USD', 'PLN', 'CZK'])[1 + h % 8], reference,
         (array['visa', 'visa', 'mastercard'])[1 + h / 8 % 3], lpad((h / 7 % 10000)::text, 4, '0'),
         first.shown, last.shown, 'PL', '203.0.113.7',
         first.folded || ' ' || last.folded || coalesce(U&'\\FFFF' || reference, ''),
         status, case when status = 'FAILED' then 'not_permitted' end, at, date_trunc('second', at) + interval '2 s',
         case when status in ('FAILED', 'SUCCEEDED') then date_trunc('second', at) + interval '2 s' end, 2,
         case when status in ('PENDING', 'PROCESSING') then timestamptz '2099-01-01' end
    from (select n, h, case when h / 13 % 10 = 0 then 'other_' else '' end as pool,
                 case when n % $3 = 0 and n / $3 <= $4 then $2 else $1 end as merchant_id,
                 case when h % 3 = 0 then 1000 * (1 + h / 3 % 900) else 100 + h % 900000 end as amount,
                 case when n % 2 = 0 then 1000000000 + (n * 7919::bigint) % 9000000000 end as reference,
                 case when n % 100000 = 7 then 'PENDING' when n % 1000 = 8 then 'PROCESSING' when n % 33 = 0 then 'FAILED'
                      else 'SUCCEEDED' end as status,
                 to_timestamp($5 + n - 1) + h % 1000 * interval '1 ms' as at,
                 power((g & 1048575) / 1048576.0::float8, 3) as u, power((g >> 20 & 16777215) / 16777216.0::float8, 2) as v
            from (select n, (hashint8(n)::bigint & 2147483647)::int as h, hashint8extended(n, 7) as g
                    from generate_series($6::bigint, $7::bigint) as n) as hashed) as drawn
         join names as first on first.kind = pool || 'first'
          and first.place = 1 + floor(u * case pool when '' then $8::int else $10::int end)::int
         join names as last on last.kind = pool || 'last'
          and last.place = 1 + floor(v * case pool when '' then $9::int else $11::int end)::int
   order by n`;
