import type { Refund, Scope } from "@flowlix/contracts";
import { eventValues, insertEventsSql, type OutboxEvent } from "@flowlix/engine";
import { postSql } from "@flowlix/ledger";
import { NOW_MS, query, repeatLost, type Pool } from "@flowlix/persistence";
import { ROW_COLUMNS } from "./refund-columns.ts";
import { INSERT_WITHIN_MS } from "./insert-within.ts";
import type { RefundState } from "../lifecycle/refund-lifecycle.ts";
import type { RefundRow } from "./refund.entity.ts";

/** A row as read, with the database's time of the reading. */
export type SeenRefund = RefundRow & { readonly now_ms: number };

/** A Refund as its Payment reserved it. */
export interface ReservedRefund {
  readonly scope: Scope;
  readonly refund: Refund;
  /** Its place among the Refunds of its Payment, as the Payment's owner says. */
  readonly position: number;
  /** That of the one before it; absent where a process of the release before answered. */
  readonly previous_position?: number | undefined;
  /** The acquirer of its Payment. */
  readonly provider: string;
  /** The account of its Payment there; null or absent for the installation's own acquirer. */
  readonly provider_account?: string | null | undefined;
  /** Which order of its Payment was charged; absent for the first. */
  readonly charge_attempt?: number | undefined;
  /** The acquirer's own id of the charge, and when that was submitted; absent where none was reported. */
  readonly charge_acquirer_id?: string | undefined;
  readonly charge_submitted_ms?: number | undefined;
}

/** A Refund as it is made: PENDING, with the claim of its only submission. */
export interface NewRefund extends ReservedRefund {
  /** Names this submission; the claim ends at `start_before`. */
  readonly submission: string;
  readonly start_before: number;
}

/** A move from the version it was decided on, with its event. */
export interface Move {
  readonly id: string;
  readonly version: number;
  /** The submission whose claim the row must still have; null where any will do. */
  readonly claim: string | null;
  readonly state: RefundState;
  /** The acquirer's own id, where it came with the outcome. */
  readonly acquirerId: string | null;
  /** When the next status sync is due; null where the Refund has ended. */
  readonly syncInMs: number | null;
  readonly event: OutboxEvent | null;
}

/** The writes on `refunds.refunds` and the reads they decide on. */
export interface RefundsStore {
  /** Null where no row was made: it is too late, or the id exists, perhaps by this very statement sent before. */
  insert(initial: NewRefund): Promise<SeenRefund | null>;
  /** False where version or claim were no longer those that the move was decided on. */
  move(move: Move): Promise<boolean>;
  /** The provider has said that it has the Refund: the doubt is over. False as for `move`. */
  endDoubt(id: string, version: number): Promise<boolean>;
  read(id: string): Promise<SeenRefund | null>;
  /** Prevents the creation of a Refund under this id, unless something is there; answers what is there then. */
  void(reserved: ReservedRefund): Promise<RefundRow>;
}

/** The request that made a move reports it to the Payment's owner at once; after this long a job does. */
const REPORT_AGAIN_MS = 2_000;

export function createRefundsStore(hot: Pool): RefundsStore {
  return {
    insert: (initial) => repeatLost(() => insert(hot, initial)),
    move: (move) => repeatLost(() => record(hot, move)),
    endDoubt: (id, version) => repeatLost(() => endDoubt(hot, id, version)),
    read: (id) => repeatLost(() => read(hot, id)),
    void: (reserved) => repeatLost(() => insertPrevented(hot, reserved)),
  };
}

const ASKED = `id, merchant_id, livemode, payment_id, amount, currency, merchant_reference, reason, refund_type, position, previous_position, provider, charge_attempt, charge_acquirer_id, charge_submitted_ms, provider_account`;

const askedOf = ({
  scope,
  refund,
  position,
  previous_position: previous,
  provider,
  charge_attempt,
  charge_acquirer_id,
  charge_submitted_ms,
  provider_account,
}: ReservedRefund) => [
  refund.id,
  scope.merchant_id,
  scope.livemode,
  refund.payment_id,
  refund.amount,
  refund.currency,
  refund.merchant_reference,
  refund.reason,
  refund.refund_type,
  position,
  previous ?? null,
  provider,
  charge_attempt ?? null,
  charge_acquirer_id ?? null,
  charge_submitted_ms ?? null,
  provider_account ?? null,
  refund.created_at,
];

const at = (parameter: string) => `timestamptz 'epoch' + ${parameter}::bigint * interval '1 s'`;

// The claim is part of the insert, and the database's clock decides on both: after `start_before` there is neither
// a row nor a submission, however late this statement runs (docs/design/architecture.md#rule-4). The same holds once
// lists have stopped waiting for the row of this reservation.
async function insert(pool: Pool, initial: NewRefund) {
  const rows = await query<SeenRefund>(pool, {
    name: "refunds_insert",
    text: `insert into refunds.refunds as r
                  (${ASKED}, status, created_at, updated_at, version, submission, submit_until, next_look_at)
           select $1, $2, $3::boolean, $4, $5::bigint, $6, $7::bigint, $8, $9, $10::bigint, $11::bigint, $12, $13::smallint, $14, $15::bigint, $16, 'PENDING', ${at("$17")}, ${at("$17")}, 1,
                  $18::uuid, claim.until, claim.until
             from (select timestamptz 'epoch' + $19::bigint * interval '1 ms' as until) as claim
            where platform.clock() < least(claim.until, ${at("$17")} + interval '${INSERT_WITHIN_MS} ms')
           on conflict (id) do nothing
           returning ${ROW_COLUMNS}, ${NOW_MS} as now_ms`,
    values: [...askedOf(initial), initial.submission, initial.start_before],
  });
  return rows[0] ?? null;
}

// Event and journal are selected from the row that moved: a move that lost its version makes no event.
// A Refund that has become due meanwhile stays due: the callback came after the provider was asked, so this answer
// does not hold what it reports.
async function record(pool: Pool, move: Move): Promise<boolean> {
  const { id, version, claim, state, acquirerId, syncInMs, event } = move;
  const rows = await query(pool, {
    name: "refunds_move",
    text: `with moved as (
             update refunds.refunds as r
                set status = $3, failure_code = $4, in_doubt = $5, updated_at = ${at("$6")}, completed_at = ${at("$7")},
                    submission = null, submit_until = null, version = r.version + 1,
                    acquirer_id = coalesce(r.acquirer_id, $14), absent_at = null,
                    next_look_at = case when r.next_look_at <= platform.clock() then r.next_look_at
                                        else platform.clock() + $8::bigint * interval '1 ms' end, look_count = 0,
                    tell_at = platform.clock() + ${REPORT_AGAIN_MS} * interval '1 ms', tell_count = 0
              where r.id = $1 and r.version = $2 and ($13::uuid is null or r.submission = $13)
             returning r.id, r.version, r.merchant_id, r.livemode, r.amount, r.currency, r.status,
                       $9::text as event_id, $10::text as event_type, $11::json as payload, $12::text as traceparent
           ), outboxed as (
             ${insertEventsSql("refunds", { rows: "moved where event_type is not null" })}
           ), posted as (
             ${postSql("refunds", "refund", { rows: "moved where status = 'SUCCEEDED'" })}
           )
           select 1 from moved`,
    values: [
      id,
      version,
      state.status,
      state.failure_code,
      state.in_doubt,
      state.updated_at,
      state.completed_at,
      syncInMs,
      ...eventValues(event),
      claim,
      acquirerId,
    ],
  });
  return rows.length === 1;
}

async function endDoubt(pool: Pool, id: string, version: number): Promise<boolean> {
  const rows = await query(pool, {
    name: "refunds_end_doubt",
    text: `update refunds.refunds as r set in_doubt = false where r.id = $1 and r.version = $2 returning r.id`,
    values: [id, version],
  });
  return rows.length === 1;
}

async function read(pool: Pool, id: string): Promise<SeenRefund | null> {
  const rows = await query<SeenRefund>(pool, {
    name: "refunds_read",
    text: `select ${ROW_COLUMNS}, ${NOW_MS} as now_ms from refunds.refunds as r where r.id = $1`,
    values: [id],
  });
  return rows[0] ?? null;
}

async function insertPrevented(pool: Pool, reserved: ReservedRefund): Promise<RefundRow> {
  await query(pool, {
    name: "refunds_void",
    text: `insert into refunds.refunds (${ASKED}, status, created_at, updated_at, version)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, 'VOIDED', ${at("$17")}, platform.clock(), 1)
           on conflict (id) do nothing`,
    values: askedOf(reserved),
  });
  const row = await read(pool, reserved.refund.id);
  if (row === null) throw new Error("a row that exists was not found");
  return row;
}
