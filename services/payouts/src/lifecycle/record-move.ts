import type { PayoutStatus } from "@flowlix/contracts";
import { EVENT_COLUMNS, eventValues, insertEventsSql, shareMoves, type OutboxEvent } from "@flowlix/engine";
import { postSql } from "@flowlix/ledger";
import { rowsInput, type Pool, type SharedCommit } from "@flowlix/persistence";
import type { PayoutState } from "./payout-lifecycle.ts";

/** A move of a Payout from the version it was decided on, with its event. */
export interface Move {
  readonly id: string;
  readonly version: number;
  /** The submission whose claim the row must still have; null where any will do. */
  readonly claim: string | null;
  readonly from: PayoutStatus;
  readonly state: PayoutState;
  /** The acquirer's own id, where it was told with the outcome. */
  readonly acquirerId: string | null;
  /** When the next status sync is due; null where the Payout has ended. */
  readonly syncInMs: number | null;
  readonly event: OutboxEvent;
}

const INPUT = rowsInput([
  ["id", "text"],
  ["version", "integer"],
  ["claim", "uuid"],
  ["from_status", "text"],
  ["status", "text"],
  ["failure_code", "text"],
  ["updated_s", "bigint"],
  ["completed_s", "bigint"],
  ["look_in_ms", "bigint"],
  ["acquirer_id", "text"],
  ...EVENT_COLUMNS,
]);

const at = (column: string) => `timestamptz 'epoch' + input.${column} * interval '1 s'`;

// Event, totals and journal are selected from the rows that moved, never from the input: a move that lost its
// version makes no event (docs/design/architecture.md#shared-commits). What has become due meanwhile stays due:
// a callback came after the provider was asked, and only the status sync it asks for sees what it speaks of.
const TEXT = `
  with moved as (
    update payouts.payouts as p
       set status = input.status, failure_code = input.failure_code,
           updated_at = ${at("updated_s")}, completed_at = ${at("completed_s")},
           next_look_at = case when p.next_look_at <= platform.clock() then p.next_look_at
                               else platform.clock() + input.look_in_ms * interval '1 ms' end, look_count = 0,
           submission = null, submit_until = null, version = p.version + 1,
           acquirer_id = coalesce(p.acquirer_id, input.acquirer_id), absent_at = null
      from ${INPUT.sql}
     where p.id = input.id and p.version = input.version and p.status = input.from_status
       and (input.claim is null or p.submission = input.claim)
    returning p.id, p.version, p.merchant_id, p.livemode, p.amount, p.currency, p.card_brand, p.status,
              input.from_status, input.ord, input.event_id, input.event_type, input.payload,
              input.traceparent
  ), outboxed as (
    ${insertEventsSql("payouts", { rows: "moved" })}
  ), counted as (
    insert into payouts.total_deltas (merchant_id, livemode, status, currency, card_brand, change)
    select merchant_id, livemode, change.status, currency, card_brand, change.by
      from moved cross join lateral (values (moved.from_status, -1), (moved.status, 1)) as change (status, by)
  ), posted as (
    ${postSql("payouts", "payout", { rows: "moved where status = 'SUCCEEDED'" })}
  )
  select ord from moved`;

/** Records moves with events, totals and the money they moved (`shareMoves`). */
export function sharePayoutMoves(pool: Pool, onCommitted: () => void): SharedCommit<Move, boolean> {
  const name = "payouts_move";
  const statement = (moves: readonly Move[]) => ({
    name,
    text: TEXT,
    values: INPUT.values(moves.map(valuesOf)),
  });
  return shareMoves(pool, { name, statement, onCommitted });
}

const valuesOf = ({ id, version, claim, from, state, acquirerId, syncInMs, event }: Move): unknown[] => [
  id,
  version,
  claim,
  from,
  state.status,
  state.failure_code,
  state.updated_at,
  state.completed_at,
  syncInMs,
  acquirerId,
  ...eventValues(event),
];
