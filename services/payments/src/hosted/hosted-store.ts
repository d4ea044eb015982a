import type { Pool } from "pg";
import { type Made } from "@flowlix/engine";
import { NOW_MS, query, repeatLost } from "@flowlix/persistence";
import type { BillingDetails, PaymentMethod } from "@flowlix/contracts";
import { PROVIDER_LIMITS } from "@flowlix/provider";
import { foldedEmailOf } from "../read/fold-email.ts";
import { EARLIER_FAILED, ROW_COLUMNS } from "../payment/payment-columns.ts";
import type { SeenPayment } from "../payment/payments-store.ts";
import { shareHostedInserts, type InitialHosted, type HostedInitialRow } from "./insert-hosted-payment.ts";

/**
 * Nearer to its expiry than one call to the provider may take, no submission starts
 * (docs/design/architecture.md#hosted-page).
 */
export const SUBMIT_MARGIN_MS = PROVIDER_LIMITS.callTimeoutMs;
/** Ten refused submits close the form for ten minutes (docs/design/decisions.md#hosted-challenge). */
const REFUSED_SUBMITS_MAX = 10;
const FORM_CLOSED_MS = 600_000;

/** What a claim of a submission writes. */
export interface HostedSubmission {
  /** Names the claim. */
  readonly submission: string;
  readonly start_before: number;
  readonly payment_method: PaymentMethod;
  readonly customer_ip_address: string;
  readonly billing_details: BillingDetails | null;
  /** Whose form the card was given in, counted from 1; null where nobody told. */
  readonly card_attempt: number | null;
}

/** The statements that only hosted Payments need. Each decides by the database's clock. */
export interface HostedStore {
  /** The database's time in whole milliseconds. */
  nowMs(): Promise<number>;
  insert(initialRow: HostedInitialRow): Promise<Made<InitialHosted> | null>;
  /** The row as a page shows it, on the connections for reading. */
  read(id: string): Promise<SeenPayment | null>;
  /**
   * Claims a submission for one card; null for one that comes second, too late, to a closed form, from the form of an
   * earlier card, or after an earlier card is known to have been charged. A row with one's own submission is one's own
   * claim whose answer was lost.
   */
  claim(id: string, submission: HostedSubmission): Promise<SeenPayment | null>;
  /**
   * Keeps the claim of a submission whose outcome is unknown. One that was answered ends now, since
   * nothing more of it will be sent; one that was not keeps its time.
   */
  leaveInDoubt(
    id: string,
    submission: string,
    syncInMs: number,
    left: "answered" | "unanswered",
  ): Promise<void>;
  /**
   * Gives back a claim under which nothing was executed, and counts it as refused: the form returns. `own_first`:
   * nothing of the order can have been executed before one's own claim either, so that the next card is a first
   * submission again. `lapsed` for a claim that is not one's own, which must have ended. False where it is not there.
   */
  giveBack(
    id: string,
    submission: string,
    syncInMs: number,
    claim: "own_first" | "own" | "lapsed",
  ): Promise<boolean>;
  /** Makes a Payment due that is at another card than that attempt's. False where there is none. */
  doubtEarlier(id: string, attempt: number): Promise<boolean>;
  /** Makes a Payment due within that time, in any status: its earlier orders are to be read again. */
  doubtAgain(id: string, syncInMs: number): Promise<void>;
  /** Counts a refused submit, unless the form is closed already. */
  refuse(id: string): Promise<void>;
  flush(): Promise<void>;
}

/** `onEvents`: events were written with what was committed. */
export function createHostedStore(hot: Pool, read: Pool, onEvents: () => void = () => {}): HostedStore {
  const inserts = shareHostedInserts(hot, onEvents);
  return {
    nowMs: () => repeatLost(() => databaseNow(hot)),
    insert: (initialRow) => inserts.add(initialRow),
    read: (id) => repeatLost(() => readRow(read, id)),
    claim: (id, submission) => repeatLost(() => claim(hot, id, submission)),
    leaveInDoubt: (id, submission, syncInMs, left) =>
      repeatLost(() => leaveInDoubt(hot, { id, submission, syncInMs, left })),
    giveBack: (id, submission, syncInMs, whose) =>
      repeatLost(() => giveBack(hot, { id, submission, syncInMs, whose })),
    // Counted twice after a lost answer, it closes the form one refusal early.
    refuse: (id) => repeatLost(() => refuse(hot, id)),
    doubtEarlier: (id, attempt) => repeatLost(() => doubtEarlier(hot, id, attempt)),
    doubtAgain: (id, syncInMs) => repeatLost(() => doubtAgain(hot, id, syncInMs)),
    flush: () => inserts.flush(),
  };
}

async function databaseNow(pool: Pool): Promise<number> {
  const [row] = await query<{ now_ms: number }>(pool, {
    name: "payments_now",
    text: `select ${NOW_MS} as now_ms`,
    values: [],
  });
  if (row === undefined) throw new Error("the database answered no time");
  return row.now_ms;
}

async function readRow(pool: Pool, id: string): Promise<SeenPayment | null> {
  const rows = await query<SeenPayment>(pool, {
    name: "payments_read_page",
    text: `select ${ROW_COLUMNS}, ${NOW_MS} as now_ms from payments.payments as p where p.id = $1`,
    values: [id],
  });
  return rows[0] ?? null;
}

const AWAITS_CARD = `p.status = 'REQUIRES_ACTION' and p.next_action_reason = 'hosted_payment_page'`;
/** Neither a form sent twice nor one that was left open begins the order of another card. */
const IS_OF_THIS_CARD = `($12::smallint is null or coalesce(p.card_attempt, 1) = $12)`;
const FORM_IS_OPEN = `(p.form_closed_until is null or p.form_closed_until <= platform.clock())`;

// The claim ends with the page at the latest, so that what it sends has timed out before anybody closes
// the order (docs/design/architecture.md#rule-5).
async function claim(pool: Pool, id: string, by: HostedSubmission): Promise<SeenPayment | null> {
  const { card } = by.payment_method;
  const rows = await query<SeenPayment>(pool, {
    name: "payments_claim_submission",
    text: `update payments.payments as p
              set submission = $2, submit_until = least(c.until, p.action_expires_at), order_sent = true,
                  absent_at = null,
                  next_look_at = least(c.until, p.action_expires_at), look_count = 0, version = p.version + 1,
                  payment_method_type = $4, card_brand = $5, card_last4 = $6, card_exp_month = $7, card_exp_year = $8,
                  customer_ip_address = coalesce(p.customer_ip_address, $9), billing_details = $10::jsonb,
                  billing_email_folded = $11
             from (select timestamptz 'epoch' + $3::bigint * interval '1 ms' as until) as c
            where p.id = $1 and ${AWAITS_CARD} and not p.expiring and p.submission is null and ${FORM_IS_OPEN}
              and p.action_expires_at > platform.clock() + ${SUBMIT_MARGIN_MS} * interval '1 ms'
              and platform.clock() < c.until and ${IS_OF_THIS_CARD} and ${EARLIER_FAILED}
        returning ${ROW_COLUMNS}, ${NOW_MS} as now_ms`,
    values: [
      id,
      by.submission,
      by.start_before,
      by.payment_method.type,
      card.brand,
      card.last4,
      card.exp_month,
      card.exp_year,
      by.customer_ip_address,
      by.billing_details === null ? null : JSON.stringify(by.billing_details),
      foldedEmailOf(by.billing_details),
      by.card_attempt,
    ],
  });
  return rows[0] ?? null;
}

/** A claim that has ended, and when its Payment is synced next. */
interface DoneClaim {
  readonly id: string;
  readonly submission: string;
  readonly syncInMs: number;
}

async function leaveInDoubt(
  pool: Pool,
  { id, submission, syncInMs, left }: DoneClaim & { readonly left: "answered" | "unanswered" },
): Promise<void> {
  await query(pool, {
    name: "payments_leave_in_doubt",
    text: `update payments.payments as p
              set submit_until = case when $4::boolean then least(p.submit_until, platform.clock()) else p.submit_until end,
                  version = p.version + 1,
                  next_look_at = platform.clock() + $3 * interval '1 ms', look_count = 0
            where p.id = $1 and p.submission = $2 and ${AWAITS_CARD}`,
    values: [id, submission, syncInMs, left === "answered"],
  });
}

const REFUSED = "coalesce(p.refused_submits, 0) + 1";
/** With the last refusal that is allowed the form is closed, and counting begins anew. */
const COUNT_REFUSED = `
  refused_submits = case when ${REFUSED} < ${REFUSED_SUBMITS_MAX} then ${REFUSED} end,
  form_closed_until = case when ${REFUSED} < ${REFUSED_SUBMITS_MAX} then p.form_closed_until
                           else platform.clock() + ${FORM_CLOSED_MS} * interval '1 ms' end`;

async function giveBack(
  pool: Pool,
  { id, submission, syncInMs, whose }: DoneClaim & { readonly whose: "own_first" | "own" | "lapsed" },
): Promise<boolean> {
  const rows = await query(pool, {
    name: "payments_give_back",
    text: `update payments.payments as p
              set submission = null, submit_until = null, version = p.version + 1, ${COUNT_REFUSED},
                  submitted_until = coalesce(p.submit_until, p.submitted_until), absent_at = null,
                  order_sent = p.order_sent and not $5::boolean,
                  next_look_at = least(p.action_expires_at, platform.clock() + $3 * interval '1 ms'), look_count = 0
            where p.id = $1 and p.submission = $2 and ${AWAITS_CARD}
              and (not $4::boolean or p.submit_until <= platform.clock())
        returning 1 as given_back`,
    values: [id, submission, syncInMs, whose === "lapsed", whose === "own_first"],
  });
  return rows.length === 1;
}

async function refuse(pool: Pool, id: string): Promise<void> {
  await query(pool, {
    name: "payments_refuse_submit",
    text: `update payments.payments as p set ${COUNT_REFUSED}
            where p.id = $1 and ${AWAITS_CARD} and ${FORM_IS_OPEN}`,
    values: [id],
  });
}

async function doubtEarlier(pool: Pool, id: string, attempt: number): Promise<boolean> {
  const rows = await query(pool, {
    name: "payments_doubt_earlier",
    text: `update payments.payments as p set next_look_at = platform.clock(), look_count = 0, look_hung = false
            where p.id = $1 and p.card_attempt > $2
        returning 1 as due`,
    values: [id, attempt],
  });
  return rows.length === 1;
}

async function doubtAgain(pool: Pool, id: string, syncInMs: number): Promise<void> {
  await query(pool, {
    name: "payments_doubt_again",
    text: `update payments.payments as p
              set next_look_at = least(p.next_look_at, platform.clock() + $2 * interval '1 ms')
            where p.id = $1`,
    values: [id, syncInMs],
  });
}
