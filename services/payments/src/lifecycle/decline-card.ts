import type { FailureCode } from "@flowlix/contracts";
import { NOW_MS, query } from "@flowlix/persistence";
import type { Pool } from "pg";
import { ROW_COLUMNS } from "../payment/payment-columns.ts";
import type { PaymentRow } from "../payment/payment.entity.ts";

type Seen = PaymentRow & { readonly now_ms: number };

/** A Payment at the version at which its card's order had failed. */
export interface Declined {
  readonly id: string;
  readonly version: number;
  readonly code: FailureCode;
}

// Decided by the row alone, and not by its reader: the order of this version has failed, nobody closes it, and
// one more card may be tried. The provider knows nothing of the next order, so there is none to close when time is
// over.
const TEXT = `
  with declined as (
    update payments.payments as p
       set card_attempt = coalesce(p.card_attempt, 1) + 1, order_sent = null, submission = null, submit_until = null,
           acquirer_id = null, completed_action = null, submitted_until = coalesce(p.submit_until, p.submitted_until), absent_at = null,
           next_action_reason = 'hosted_payment_page', next_action_url = p.page_url,
           next_look_at = case when p.next_look_at <= platform.clock() then p.next_look_at else p.action_expires_at end,
           look_count = 0, version = p.version + 1
     where p.id = $1 and p.version = $2 and p.status = 'REQUIRES_ACTION' and not p.expiring and p.processing_at is null
       and p.page_url is not null and coalesce(p.card_attempt, 1) < p.card_attempts_max
    returning p.*
  ), kept as (
    insert into payments.card_attempts (payment_id, attempt, failure_code, card_brand, card_last4, declined_at)
    select d.id, d.card_attempt - 1, $3, d.card_brand, d.card_last4, platform.clock() from declined as d
    returning payment_id
  )
  select 1 as declined from kept`;

/**
 * Null where the row is another one by now; that is also so where this very statement was committed and its answer
 * lost.
 */
export async function declineCard(pool: Pool, { id, version, code }: Declined): Promise<Seen | null> {
  const done = await query(pool, { name: "payments_decline_card", text: TEXT, values: [id, version, code] });
  if (done.length === 0) return null;
  // What a statement wrote beside the row is seen by the next one only.
  const rows = await query<Seen>(pool, {
    name: "payments_read",
    text: `select ${ROW_COLUMNS}, ${NOW_MS} as now_ms from payments.payments as p where p.id = $1`,
    values: [id],
  });
  return rows[0] ?? null;
}
