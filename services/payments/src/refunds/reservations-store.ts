import type { Pool } from "pg";
import type { ObjectsAcquirer } from "@flowlix/engine";
import { REFUNDS_OF_PAYMENT_MAX, type Refund, type Scope, type PaymentStatus } from "@flowlix/contracts";
import { query, repeatLost, sqlState } from "@flowlix/persistence";
import { RESERVATION_COLUMNS, type Reservation, type ReserveRefund } from "./reservation.ts";

/** What decides whether a Payment can be refunded, as it was just now. */
export interface Standing {
  readonly status: PaymentStatus;
  readonly currency: string;
  /** What can still be refunded; 0 where it has as many Refunds as it may have. */
  readonly refundable: number;
  /** The time to start is over. */
  readonly late: boolean;
}

/**
 * The money of Refunds in flight: every statement keeps table and balance together
 * (docs/design/architecture.md#rule-10).
 */
export interface ReservationsStore {
  find(id: string): Promise<Reservation | null>;
  /** Reserves, all conditions in the one statement; null where one of them does not hold, or the id is taken. */
  reserve(
    request: ReserveRefund,
    currencies: readonly string[],
    sweepAfterMs: number,
  ): Promise<Reservation | null>;
  /** Where a Payment went; null for one that is not there in the scope. */
  acquirerOf(scope: Scope, paymentId: string): Promise<ObjectsAcquirer | null>;
  /** Null for a Payment that is not there in the scope. */
  standing(scope: Scope, paymentId: string, submissionDeadline: number): Promise<Standing | null>;
  /** Takes a later version over and moves the money as its status says; false where it is none. */
  apply(refund: Refund, version: number): Promise<boolean>;
  /** Claims reservations to which nothing was applied in time; each comes again after the lease. */
  claimUnapplied(limit: number): Promise<Reservation[]>;
  /** Gives the money of a Refund back that will never exist. False where something was applied meanwhile. */
  release(id: string): Promise<boolean>;
}

const UNIQUE_VIOLATION = "23505";
const SWEEP_LEASE_MS = 30_000;

export function createReservationsStore(hot: Pool, background: Pool): ReservationsStore {
  return {
    find: (id) => repeatLost(() => find(hot, id)),
    reserve: (request, currencies, sweepAfterMs) =>
      repeatLost(() => reserve(hot, request, currencies, sweepAfterMs)),
    acquirerOf: (scope, paymentId) => repeatLost(() => acquirerOf(hot, scope, paymentId)),
    standing: (scope, paymentId, submissionDeadline) =>
      repeatLost(() => standing(hot, scope, paymentId, submissionDeadline)),
    // A second run after a lost answer finds its own version, which is no later one.
    apply: (refund, version) => repeatLost(() => apply(hot, refund, version)),
    claimUnapplied: (limit) => claimUnapplied(background, limit),
    release: (id) => repeatLost(() => release(background, id)),
  };
}

async function find(pool: Pool, id: string): Promise<Reservation | null> {
  const rows = await query<Reservation>(pool, {
    name: "refunds_find",
    text: `select ${RESERVATION_COLUMNS} from payments.refunds as r where r.id = $1`,
    values: [id],
  });
  return rows[0] ?? null;
}

async function acquirerOf(
  pool: Pool,
  { merchant_id, livemode }: Scope,
  paymentId: string,
): Promise<ObjectsAcquirer | null> {
  const rows = await query<ObjectsAcquirer>(pool, {
    name: "refunds_acquirer_of",
    text: `select p.provider, p.provider_account from payments.payments as p
            where p.id = $1 and p.merchant_id = $2 and p.livemode = $3`,
    values: [paymentId, merchant_id, livemode],
  });
  return rows[0] ?? null;
}

// The Payment's row is locked first, so that Refunds of one Payment are numbered in the order in which
// they were accepted. FULL needs no condition of its own: what equals the whole amount and still fits in
// leaves no room for another one.
const RESERVE = `
  with taken as (
    update payments.payments as p
       set amount_reserved = p.amount_reserved + $5::bigint, refund_count = coalesce(p.refund_count, 0) + 1
     where p.id = $2 and p.merchant_id = $3 and p.livemode = $4
       and p.status = 'SUCCEEDED' and p.currency = any($8::text[])
       and $5::bigint <= p.amount - p.amount_refunded - p.amount_reserved
       and coalesce(p.refund_count, 0) < ${REFUNDS_OF_PAYMENT_MAX}
       and platform.clock() < timestamptz 'epoch' + $9::bigint * interval '1 ms'
       and not exists (select from payments.refunds as taken where taken.id = $1)
    returning p.id, p.merchant_id, p.livemode, p.currency,
              case when p.amount = $5::bigint then 'FULL' else 'PARTIAL' end as refund_type,
              date_trunc('milliseconds', platform.clock()) as now
  )
  insert into payments.refunds as r
         (id, payment_id, merchant_id, livemode, amount, currency, merchant_reference, reason, refund_type,
          status, created_at, updated_at, version, sweep_at)
  select $1, id, merchant_id, livemode, $5::bigint, currency, $6::bigint, $7, refund_type,
         'PENDING', now, now, 0, now + $10::bigint * interval '1 ms'
    from taken
  returning ${RESERVATION_COLUMNS}`;

async function reserve(
  pool: Pool,
  request: ReserveRefund,
  currencies: readonly string[],
  sweepAfterMs: number,
): Promise<Reservation | null> {
  const { scope, refund_id, payment_id, amount, merchant_reference, reason, start_before } = request;
  try {
    const rows = await query<Reservation>(pool, {
      name: "refunds_reserve",
      text: RESERVE,
      values: [
        refund_id,
        payment_id,
        scope.merchant_id,
        scope.livemode,
        amount,
        merchant_reference,
        reason,
        currencies,
        start_before,
        sweepAfterMs,
      ],
    });
    return rows[0] ?? null;
  } catch (error) {
    // The same id at the same moment: the whole statement is undone, the balance with it.
    if (sqlState(error) === UNIQUE_VIOLATION) return null;
    throw error;
  }
}

async function standing(
  pool: Pool,
  scope: Scope,
  paymentId: string,
  submissionDeadline: number,
): Promise<Standing | null> {
  const rows = await query<Standing>(pool, {
    name: "refunds_standing",
    text: `select p.status, p.currency,
                  case when coalesce(p.refund_count, 0) < ${REFUNDS_OF_PAYMENT_MAX}
                       then p.amount - p.amount_refunded - p.amount_reserved else 0 end as refundable,
                  platform.clock() >= timestamptz 'epoch' + $4::bigint * interval '1 ms' as late
             from payments.payments as p where p.id = $1 and p.merchant_id = $2 and p.livemode = $3`,
    values: [paymentId, scope.merchant_id, scope.livemode, submissionDeadline],
  });
  return rows[0] ?? null;
}

const at = (parameter: string) => `timestamptz 'epoch' + ${parameter}::bigint * interval '1 s'`;

const APPLY = `
  with applied as (
    update payments.refunds as r
       set status = $3, failure_code = $4, updated_at = ${at("$5")}, completed_at = ${at("$6")}, version = $2,
           sweep_at = null
     where r.id = $1 and r.version < $2 and r.status in ('PENDING', 'PROCESSING')
       and r.payment_id = $7 and r.amount = $8
    returning r.payment_id, r.amount, r.status
  ), moved as (
    update payments.payments as p
       set amount_reserved = p.amount_reserved - applied.amount,
           amount_refunded = p.amount_refunded + case applied.status when 'SUCCEEDED' then applied.amount else 0 end
      from applied
     where p.id = $7 and p.id = applied.payment_id and applied.status in ('SUCCEEDED', 'FAILED')
  )
  select 1 from applied`;

async function apply(pool: Pool, refund: Refund, version: number): Promise<boolean> {
  const rows = await query(pool, {
    name: "refunds_apply",
    text: APPLY,
    values: [
      refund.id,
      version,
      refund.status,
      refund.failure?.code ?? null,
      refund.updated_at,
      refund.completed_at,
      refund.payment_id,
      refund.amount,
    ],
  });
  return rows.length === 1;
}

async function claimUnapplied(pool: Pool, limit: number): Promise<Reservation[]> {
  return query<Reservation>(pool, {
    name: "refunds_claim_unapplied",
    text: `update payments.refunds as r set sweep_at = platform.clock() + ${SWEEP_LEASE_MS} * interval '1 ms'
            where r.id = any (array(select due.id from payments.refunds as due
                                     where due.sweep_at <= (select platform.clock())
                                     order by due.sweep_at limit $1 for update skip locked))
        returning ${RESERVATION_COLUMNS}`,
    values: [limit],
  });
}

async function release(pool: Pool, id: string): Promise<boolean> {
  const rows = await query(pool, {
    name: "refunds_release",
    text: `with gone as (
             delete from payments.refunds as r where r.id = $1 and r.version = 0
             returning r.payment_id, r.amount
           ), released as (
             update payments.payments as p
                set amount_reserved = p.amount_reserved - gone.amount, refund_count = nullif(p.refund_count - 1, 0)
               from gone where p.id = gone.payment_id
           )
           select 1 from gone`,
    values: [id],
  });
  return rows.length === 1;
}
