/**
 * The four commits of a payment (docs/design/architecture.md#speed) as bare statements, each a transaction of its own:
 * what the machine can do without the product. pgbench and its stand-in share them. The only parameter is `:id`, a
 * number.
 */
export const PAYMENT_SHAPED_TABLES = `
drop schema if exists baseline cascade;
create schema baseline;
create table baseline.idempotency (key text primary key, fingerprint text not null, object_id text not null,
  state text not null, open_until timestamptz not null, response text) with (fillfactor = 85);
create table baseline.payments (id text primary key, version int not null, merchant_id text not null, amount bigint not null,
  currency text not null, status text not null, details jsonb not null, created_at timestamptz not null,
  submit_until timestamptz) with (fillfactor = 85);
create index on baseline.payments (merchant_id, created_at);
create table baseline.outbox (object_id text not null, version int not null, event text not null, primary key (object_id, version));
create table baseline.bare (id text primary key, body text not null);
`;

const ID = `'pay_' || lpad(:id::text, 24, '0')`;
const DETAILS = JSON.stringify({
  customer_ip_address: "203.0.113.7",
  merchant_customer_id: "customer-8271",
  return_url: "https://shop.example/orders/8271/return",
  card: { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2039 },
  billing_details: { email: "ada@shop.example", first_name: "Ada", last_name: "Lovelace" },
});
/** As long as a public Payment. */
const PUBLIC_PAYMENT = "x".repeat(900);

export const PAYMENT_SHAPED_STATEMENTS = [
  `insert into baseline.idempotency (key, fingerprint, object_id, state, open_until)
     values ('bench-' || :id::text, repeat('f', 64), ${ID}, 'open', clock_timestamp() + interval '40 s')`,
  `with inserted as (
     insert into baseline.payments (id, version, merchant_id, amount, currency, status, details, created_at, submit_until)
       values (${ID}, 1, 'mer_baseline', 4999, 'EUR', 'PENDING', '${DETAILS}', clock_timestamp(), clock_timestamp() + interval '25 s')
       returning id, version)
   insert into baseline.outbox (object_id, version, event) select id, version, '${PUBLIC_PAYMENT}' from inserted`,
  `with updated as (
     update baseline.payments set status = 'SUCCEEDED', version = version + 1, submit_until = null
      where id = ${ID} and version = 1 returning id, version)
   insert into baseline.outbox (object_id, version, event) select id, version, '${PUBLIC_PAYMENT}' from updated`,
  `update baseline.idempotency set state = 'done', response = '${PUBLIC_PAYMENT}'
    where key = 'bench-' || :id::text and state = 'open'`,
].map((statement) => statement.replaceAll(/\s+/g, " "));

/** Numbers of different clients never meet. */
export const IDS_PER_CLIENT = 1_000_000_000;
