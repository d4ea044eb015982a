import { shareInitialRows, type InitialRow, type Made, type OutboxEvent } from "@flowlix/engine";
import { rowsInput, type Pool, type SharedCommit } from "@flowlix/persistence";
import { searchTextOf } from "../read/fold-text.ts";
import type { PayoutRow } from "../payout/payout.entity.ts";

/** A Payout as it is made, PENDING and with the claim of the submission that follows at once, and its event. */
export interface InitialPayout {
  readonly row: PayoutRow;
  readonly event: OutboxEvent;
}
export type PayoutInitialRow = InitialRow<InitialPayout>;

const INPUT = rowsInput([
  ["id", "text"],
  ["merchant_id", "text"],
  ["livemode", "boolean"],
  ["amount", "bigint"],
  ["currency", "text"],
  ["provider", "text"],
  ["provider_account", "text"],
  ["route", "text"],
  ["merchant_reference", "bigint"],
  ["card_brand", "text"],
  ["card_last4", "text"],
  ["first_name", "text"],
  ["last_name", "text"],
  ["country", "text"],
  ["initiator_ip_address", "text"],
  ["search_text", "text"],
  ["created_ms", "bigint"],
  ["submission", "uuid"],
  ["start_before", "bigint"],
  ["event_id", "text"],
  ["event_type", "text"],
  ["payload", "json"],
  ["traceparent", "text"],
]);

const at = (column: string) => `timestamptz 'epoch' + input.${column} * interval '1 ms'`;

// The claim is part of the insert and both hang on the clock of this moment (docs/design/architecture.md#rule-4), which
// is also the row's place in the list; the second is the one of its event. Event and total are written beside
// the rows that were made, never beside the input (docs/design/architecture.md#shared-commits).
const TEXT = `
  with clock as materialized (
    select date_trunc('milliseconds', platform.clock()) as now
  ), made as (
    insert into payouts.payouts as p
           (id, merchant_id, livemode, amount, currency, provider, provider_account, route, merchant_reference, card_brand, card_last4, first_name,
            last_name, country, initiator_ip_address, search_text, status, created_at, updated_at, version,
            submission, submit_until, next_look_at)
    select id, merchant_id, livemode, amount, currency, provider, provider_account, route, merchant_reference, card_brand, card_last4, first_name,
           last_name, country, initiator_ip_address, search_text, 'PENDING', clock.now,
           date_trunc('second', clock.now), 1, submission, ${at("start_before")}, ${at("start_before")}
      from clock cross join ${INPUT.sql}
     where clock.now < ${at("start_before")}
       and date_trunc('second', clock.now) = date_trunc('second', ${at("created_ms")})
    on conflict (id) do nothing
    returning p.id, p.version, p.merchant_id, p.livemode, p.status, p.currency, p.card_brand, p.created_at
  ), outboxed as (
    insert into payouts.outbox (object_id, version, event_id, event_type, payload, created_at, merchant_id, livemode, traceparent)
    select made.id, made.version, input.event_id, input.event_type, input.payload, made.created_at,
           made.merchant_id, made.livemode, input.traceparent
      from made join ${INPUT.sql} on input.id = made.id
  ), counted as (
    insert into payouts.total_deltas (merchant_id, livemode, status, currency, card_brand, change)
    select merchant_id, livemode, status, currency, card_brand, count(*) from made
     group by merchant_id, livemode, status, currency, card_brand
  )
  select input.id, made.id is not null as made, (extract(epoch from clock.now) * 1000)::bigint as now_ms
    from clock cross join ${INPUT.sql} left join made on made.id = input.id`;

/**
 * Inserts Payouts under one shared commit (`shareInitialRows`). Null where no row was made: the id exists already, by
 * this very statement too if its answer was lost, or its time to start is over; the caller reads to distinguish them.
 * `onCommitted` is called for every commit that made something.
 */
export function sharePayoutInserts(
  pool: Pool,
  onCommitted: () => void,
): SharedCommit<PayoutInitialRow, Made<InitialPayout> | null> {
  const name = "payouts_insert";
  const values = (initial: readonly InitialPayout[]) => INPUT.values(initial.map(valuesOf));
  return shareInitialRows(pool, { name, text: TEXT, values, onCommitted });
}

function valuesOf({ row, event }: InitialPayout): unknown[] {
  return [
    row.id,
    row.merchant_id,
    row.livemode,
    row.amount,
    row.currency,
    row.provider,
    row.provider_account,
    row.route,
    row.merchant_reference,
    row.card_brand,
    row.card_last4,
    row.first_name,
    row.last_name,
    row.country,
    row.initiator_ip_address,
    searchTextOf(row),
    row.created_at.getTime(),
    row.submission,
    row.submit_until?.getTime(),
    event.id,
    event.type,
    event.payload,
    event.traceparent,
  ];
}
