import {
  EVENT_COLUMNS,
  eventValues,
  INITIAL_COLUMNS,
  INITIAL_NAMES,
  initialRowsSql,
  initialValues,
  shareInitialRows,
  type InitialRow,
  type Made,
  type OutboxEvent,
} from "@flowlix/engine";
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
  ...INITIAL_COLUMNS,
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
  ...EVENT_COLUMNS,
]);

// The insert makes the claim, too, which ends at `start_before` (docs/design/architecture.md#rule-4).
const TEXT = initialRowsSql("payouts", {
  input: INPUT.sql,
  insert: ({ from, inTime }) => `
    insert into payouts.payouts as p
           (${INITIAL_NAMES}, merchant_reference, card_brand, card_last4, first_name,
            last_name, country, initiator_ip_address, search_text, status, created_at, updated_at, version,
            submission, submit_until, next_look_at)
    select ${INITIAL_NAMES}, merchant_reference, card_brand, card_last4, first_name,
           last_name, country, initiator_ip_address, search_text, 'PENDING', clock.now,
           date_trunc('second', clock.now), 1, submission, claim.until, claim.until
      from ${from}
     cross join lateral (select timestamptz 'epoch' + start_before * interval '1 ms' as until) as claim
     where ${inTime}
    on conflict (id) do nothing
    returning p.id, p.version, p.merchant_id, p.livemode, p.status, p.currency, p.card_brand, p.created_at`,
  further: `counted as (
    insert into payouts.total_deltas (merchant_id, livemode, status, currency, card_brand, change)
    select merchant_id, livemode, status, currency, card_brand, count(*) from made
     group by merchant_id, livemode, status, currency, card_brand
  )`,
});

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
    ...initialValues(row),
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
    ...eventValues(event),
  ];
}
