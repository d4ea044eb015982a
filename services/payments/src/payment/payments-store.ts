import type { Pool } from "pg";
import { NOW_MS, query, repeatLost } from "@flowlix/persistence";
import type { CardSummary, FailureCode } from "@flowlix/contracts";
import { sharePaymentInserts, type Inserted, type NewPayment } from "../create/insert-payment.ts";
import { switchRow } from "../create/switch-row.ts";
import { EARLIER_FAILED, ROW_COLUMNS } from "./payment-columns.ts";
import type { PaymentRow } from "./payment.entity.ts";
import { claimCompletion, leaveCompletion, type LeftCompletion } from "../authentication/claim-completion.ts";
import { declineCard } from "../lifecycle/decline-card.ts";
import { sharePaymentMoves, type Move } from "../lifecycle/record-move.ts";

/** A row as read, with the database's time of the reading. */
export type SeenPayment = PaymentRow & { readonly now_ms: number };

/** The writes on `payments.payments` and the reads they decide on. Each names the version it saw. */
export interface PaymentsStore {
  insert(payment: NewPayment): Promise<Inserted | null>;
  move(move: Move): Promise<boolean>;
  /**
   * Leads a Payment back to its form after a declined card, and keeps the card on record; the next one has an order of
   * its own (docs/design/decisions.md#card-attempts). Null where the row is another one by now.
   */
  declineCard(id: string, version: number, code: FailureCode): Promise<SeenPayment | null>;
  /** The row as it is now, with the database's time. */
  read(id: string): Promise<SeenPayment | null>;
  /** Ends a submission of one's own whose outcome is unknown: nothing more of it will be sent, sync soon. */
  endSubmission(claim: OwnClaim, syncInMs: number): Promise<boolean>;
  /**
   * Takes a lapsed submission over for a new card; null where it is not lapsed, expiring, or too late, or where the
   * order at its first account is known to have been charged.
   */
  takeSubmission(id: string, version: number, claim: SubmissionClaim): Promise<SeenPayment | null>;
  /**
   * Deletes a PENDING row of one's own that was known not to be executed (docs/design/architecture.md#outcome-table).
   * Only while its claim lasts: until then no other request has seen it, since its key's lease ends later.
   */
  void(claim: OwnClaim): Promise<boolean>;
  /** Moves the row of one's own to another account, once (`switchAccount`). Null where it is another one by now. */
  switchAccount(
    claim: OwnClaim,
    to: Pick<PaymentRow, "provider" | "provider_account" | "route">,
  ): Promise<SeenPayment | null>;
  /** Keeps the acquirer's own id of that attempt's order, unless there is one already or another card came. */
  keepAcquirerId(id: string, attempt: number, acquirerId: string): Promise<void>;
  /** Claims to finish the payer's challenge, once and for all (`claimCompletion`). */
  claimCompletion(id: string, submission: string, withinMs: number): Promise<SeenPayment | null>;
  leaveCompletion(id: string, submission: string, left: LeftCompletion, syncInMs: number): Promise<void>;
  flush(): Promise<void>;
}

/** The row as an attempt claimed it: nobody else has done anything to it since. */
export interface OwnClaim {
  readonly id: string;
  readonly version: number;
  readonly submission: string;
}

export interface SubmissionClaim {
  readonly submission: string;
  readonly start_before: number;
  readonly payment_method_type: string;
  readonly card: CardSummary;
}

/** `onEvents`: events may have been written with what was committed. */
export function createPaymentsStore(hot: Pool, onEvents: () => void = () => {}): PaymentsStore {
  const inserts = sharePaymentInserts(hot);
  const moves = sharePaymentMoves(hot, onEvents);
  return {
    insert: (payment) => inserts.add(payment),
    move: (move) => moves.add(move),
    declineCard: (id, version, code) => repeatLost(() => declineCard(hot, { id, version, code })),
    read: (id) => repeatLost(() => readRow(hot, id)),
    endSubmission: (claim, syncInMs) => repeatLost(() => endSubmission(hot, claim, syncInMs)),
    takeSubmission: (id, version, claim) => repeatLost(() => takeSubmission(hot, id, version, claim)),
    keepAcquirerId: (id, attempt, acquirerId) =>
      repeatLost(() => keepAcquirerId(hot, id, attempt, acquirerId)),
    claimCompletion: (id, submission, withinMs) =>
      repeatLost(() => claimCompletion(hot, id, submission, withinMs)),
    leaveCompletion: (id, submission, left, syncInMs) =>
      repeatLost(() => leaveCompletion(hot, id, submission, left, syncInMs)),
    switchAccount: (claim, to) => repeatLost(() => switchRow(hot, claim, to)),
    void: (claim) => repeatLost(() => voidRow(hot, claim)),
    flush: async () => {
      await Promise.all([inserts.flush(), moves.flush()]);
    },
  };
}

async function readRow(pool: Pool, id: string): Promise<SeenPayment | null> {
  const rows = await query<SeenPayment>(pool, {
    name: "payments_read",
    text: `select ${ROW_COLUMNS}, ${NOW_MS} as now_ms from payments.payments as p where p.id = $1`,
    values: [id],
  });
  return rows[0] ?? null;
}

async function endSubmission(pool: Pool, { id, version, submission }: OwnClaim, syncInMs: number) {
  const rows = await query(pool, {
    name: "payments_end_submission",
    text: `update payments.payments as p
              set submission = null, submit_until = null, version = p.version + 1,
                  submitted_until = coalesce(p.submit_until, p.submitted_until),
                  next_look_at = platform.clock() + $4 * interval '1 ms', look_count = 0
            where p.id = $1 and p.version = $2 and p.status = 'PENDING' and p.submission = $3
        returning 1 as ended`,
    values: [id, version, submission, syncInMs],
  });
  return rows.length === 1;
}

async function takeSubmission(
  pool: Pool,
  id: string,
  version: number,
  claim: SubmissionClaim,
): Promise<SeenPayment | null> {
  const rows = await query<SeenPayment>(pool, {
    name: "payments_take_submission",
    text: `update payments.payments as p
              set submission = $3, submit_until = c.until, next_look_at = c.until, version = p.version + 1, absent_at = null,
                  payment_method_type = $5, card_brand = $6, card_last4 = $7, card_exp_month = $8, card_exp_year = $9
             from (select timestamptz 'epoch' + $4::bigint * interval '1 ms' as until) as c
            where p.id = $1 and p.version = $2 and p.status = 'PENDING' and not p.expiring
              and (p.submit_until is null or p.submit_until <= platform.clock()) and platform.clock() < c.until
              and ${EARLIER_FAILED}
        returning ${ROW_COLUMNS}, ${NOW_MS} as now_ms`,
    values: [
      id,
      version,
      claim.submission,
      claim.start_before,
      claim.payment_method_type,
      claim.card.brand,
      claim.card.last4,
      claim.card.exp_month,
      claim.card.exp_year,
    ],
  });
  return rows[0] ?? null;
}

async function keepAcquirerId(pool: Pool, id: string, attempt: number, acquirerId: string): Promise<void> {
  await query(pool, {
    name: "payments_keep_acquirer_id",
    text: `update payments.payments as p set acquirer_id = $3
            where p.id = $1 and p.acquirer_id is null and coalesce(p.card_attempt, 1) = $2`,
    values: [id, attempt, acquirerId],
  });
}

async function voidRow(pool: Pool, { id, version, submission }: OwnClaim): Promise<boolean> {
  const rows = await query(pool, {
    name: "payments_void",
    text: `delete from payments.payments as p
            where p.id = $1 and p.version = $2 and p.status = 'PENDING' and p.submission = $3
              and platform.clock() < p.submit_until
        returning 1 as voided`,
    values: [id, version, submission],
  });
  return rows.length === 1;
}
