import type { Pool } from "pg";
import { EVENT_COLUMNS, eventValues, insertEventsSql, shareMoves, type OutboxEvent } from "@flowlix/engine";
import { postSql } from "@flowlix/ledger";
import { rowsStatement, type SharedCommit } from "@flowlix/persistence";
import type { PaymentState } from "./payment-lifecycle.ts";

/** A move of a Payment from the version it was decided on, with its event. */
export interface Move {
  readonly id: string;
  readonly version: number;
  /** Whose claim of the submission it must be; null where any may be or none. */
  readonly submission: string | null;
  readonly state: PaymentState;
  /**
   * What is left of the customer's action in ms, which the database adds to its own clock and never to an earlier
   * expiry; or that its time stays as it is, to the microsecond, whatever clocks have done meanwhile.
   */
  readonly actionExpiresIn: number | "kept" | null;
  /** The acquirer's own id of the order, where it was told with the outcome. */
  readonly acquirerId: string | null;
  /** When the next status sync is due; null where the Payment has ended. */
  readonly syncInMs: number | null;
  readonly event: OutboxEvent | null;
}

const COLUMNS = [
  ["id", "text"],
  ["version", "integer"],
  ["submission", "uuid"],
  ["status", "text"],
  ["failure_code", "text"],
  ["next_action_reason", "text"],
  ["next_action_url", "text"],
  ["action_expires_in_ms", "bigint"],
  ["keeps_action_expiry", "boolean"],
  ["requires_action_s", "bigint"],
  ["processing_s", "bigint"],
  ["succeeded_s", "bigint"],
  ["failed_s", "bigint"],
  ["expired_s", "bigint"],
  ["look_in_ms", "bigint"],
  ["acquirer_id", "text"],
  ...EVENT_COLUMNS,
] as const;

const at = (column: string) => `timestamptz 'epoch' + input.${column} * interval '1 s'`;

// Event and journal are selected from the rows that moved, never from the input: a move that lost its version makes no
// event (docs/design/architecture.md#shared-commits). What has become due meanwhile stays due: a callback came after
// the provider was asked, and only the status sync it asks for sees what it speaks of. An end leaves the page: the
// release before, which knows the first card's order alone, cannot write that of another one
// (`payments_end_by_their_own_card`).
const MOVE = rowsStatement({
  name: "payments_move",
  columns: COLUMNS,
  text: (input) => `
  with moved as (
    update payments.payments as p
       set status = input.status, failure_code = input.failure_code,
           next_action_reason = input.next_action_reason, next_action_url = input.next_action_url,
           action_expires_at = case when input.keeps_action_expiry then p.action_expires_at
                                    when input.action_expires_in_ms is not null then
             least(p.action_expires_at, platform.clock() + input.action_expires_in_ms * interval '1 ms') end,
           requires_action_at = ${at("requires_action_s")}, processing_at = ${at("processing_s")},
           succeeded_at = ${at("succeeded_s")}, failed_at = ${at("failed_s")}, expired_at = ${at("expired_s")},
           next_look_at = case when p.next_look_at <= platform.clock() then p.next_look_at
                               else platform.clock() + input.look_in_ms * interval '1 ms' end, look_count = 0,
           submission = null, submit_until = null, submitted_until = coalesce(p.submit_until, p.submitted_until),
           acquirer_id = coalesce(p.acquirer_id, input.acquirer_id), absent_at = null,
           page_url = case when input.status in ('PENDING', 'REQUIRES_ACTION', 'PROCESSING') then p.page_url end,
           expiring = p.expiring and input.status in ('PENDING', 'REQUIRES_ACTION'), version = p.version + 1
      from ${input}
     where p.id = input.id and p.version = input.version
       and (input.submission is null or p.submission = input.submission)
    returning p.id, p.version, p.merchant_id, p.livemode, p.amount, p.currency, p.status,
              input.ord, input.event_id, input.event_type, input.payload, input.traceparent
  ), outboxed as (
    ${insertEventsSql("payments", { rows: "moved where event_type is not null" })}
  ), posted as (
    ${postSql("payments", "capture", { rows: "moved where status = 'SUCCEEDED'" })}
  )
  select ord from moved`,
});

export const MOVE_STATEMENTS = MOVE.named;

/** Records moves with their events and the money they moved (`shareMoves`). */
export function sharePaymentMoves(pool: Pool, onCommitted: () => void): SharedCommit<Move, boolean> {
  const statement = (moves: readonly Move[]) => MOVE.of(moves.map(valuesOf));
  return shareMoves(pool, { name: "payments_move", statement, onCommitted });
}

function valuesOf({
  id,
  version,
  submission,
  state,
  actionExpiresIn,
  acquirerId,
  syncInMs,
  event,
}: Move): unknown[] {
  const { transitions } = state;
  return [
    id,
    version,
    submission,
    state.status,
    state.failure_code,
    state.next_action?.reason,
    state.next_action?.url,
    actionExpiresIn === "kept" ? null : actionExpiresIn,
    actionExpiresIn === "kept",
    transitions.requires_action_at,
    transitions.processing_at,
    transitions.succeeded_at,
    transitions.failed_at,
    transitions.expired_at,
    syncInMs,
    acquirerId,
    ...eventValues(event),
  ];
}
