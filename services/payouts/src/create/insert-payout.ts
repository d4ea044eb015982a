import { query, sharedCommit, rowsInput, type Pool, type SharedCommit } from "@flowlix/persistence";
import { searchTextOf } from "../read/fold-text.ts";
import type { PayoutRow } from "../payout/payout.entity.ts";
import type { OutboxEvent } from "../lifecycle/status-event.ts";

/** A Payout as it is born, PENDING and with the claim of the submission that follows at once, and its event. */
export interface PayoutBirth {
  readonly row: PayoutRow;
  readonly event: OutboxEvent;
  /** Database time in ms after which there may be neither a row nor a submission; the claim ends there. */
  readonly start_before: number;
}

const INPUT = rowsInput([
  ["id", "text"],
  ["merchant_id", "text"],
  ["livemode", "boolean"],
  ["amount", "bigint"],
  ["currency", "text"],
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

// The claim is part of the insert and both hang on the clock of this moment (architecture §2 rule 4). The
// row's times are those its event tells, read from the database's clock just before. Event and total are
// written beside the rows that were made, never beside the input (architecture §7, Shared commits).
const TEXT = `
  with made as (
    insert into payouts.payouts as p
           (id, merchant_id, livemode, amount, currency, merchant_reference, card_brand, card_last4, first_name,
            last_name, country, initiator_ip_address, search_text, status, created_at, updated_at, version,
            submission, submit_until, next_look_at)
    select id, merchant_id, livemode, amount, currency, merchant_reference, card_brand, card_last4, first_name,
           last_name, country, initiator_ip_address, search_text, 'PENDING', ${at("created_ms")},
           date_trunc('second', ${at("created_ms")}), 1, submission, ${at("start_before")}, ${at("start_before")}
      from ${INPUT.sql}
     where platform.clock() < ${at("start_before")}
    on conflict (id) do nothing
    returning p.id, p.version, p.merchant_id, p.livemode, p.status, p.currency, p.card_brand
  ), told as (
    insert into payouts.outbox (object_id, version, event_id, event_type, payload, created_at, merchant_id, livemode, traceparent)
    select made.id, made.version, input.event_id, input.event_type, input.payload, ${at("created_ms")},
           made.merchant_id, made.livemode, input.traceparent
      from made join ${INPUT.sql} on input.id = made.id
  ), counted as (
    insert into payouts.total_deltas (merchant_id, livemode, status, currency, card_brand, change)
    select merchant_id, livemode, status, currency, card_brand, count(*) from made
     group by merchant_id, livemode, status, currency, card_brand
  )
  select id from made`;

/**
 * Inserts Payouts under one shared commit. False where no row was made: the id exists already, by this very
 * statement too if its answer was lost, or its time to start is over; the caller reads to tell them apart.
 * `onCommitted` is told of every commit that made something.
 */
export function shareInserts(pool: Pool, onCommitted: () => void): SharedCommit<PayoutBirth, boolean> {
  return sharedCommit({
    name: "payouts_insert",
    keyOf: ({ row }) => row.id,
    run: async (births) => {
      const rows = await query<{ id: string }>(pool, {
        name: "payouts_insert",
        text: TEXT,
        values: INPUT.values(births.map(valuesOf)),
      });
      const made = new Set(rows.map(({ id }) => id));
      if (made.size > 0) onCommitted();
      return births.map(({ row }) => made.has(row.id));
    },
  });
}

function valuesOf({ row, event, start_before }: PayoutBirth): unknown[] {
  return [
    row.id,
    row.merchant_id,
    row.livemode,
    row.amount,
    row.currency,
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
    start_before,
    event.id,
    event.type,
    event.payload,
    event.traceparent,
  ];
}
