import { NOW_MS, query } from "@flowlix/persistence";
import type { Pool } from "@flowlix/persistence";
import { EARLIER_FAILED, ROW_COLUMNS } from "../payment/payment-columns.ts";
import type { PaymentRow } from "../payment/payment.entity.ts";

type Seen = PaymentRow & { readonly now_ms: number };

/** Names a challenge without its URL, which may hold what opens it. */
const CHALLENGE = `encode(sha256(convert_to(p.next_action_url, 'UTF8')), 'hex')`;

/**
 * Claims to finish the challenge of now, once and for all: of many who come back one is answered the row, all others
 * null. The claim is a submission of so many milliseconds, so that nobody closes the order meanwhile; one that lapses
 * is in doubt, and is never made again (docs/decisions/0098-completing-an-action-is-claimed-once.md). Nobody finishes
 * it once an earlier order of the Payment is known to have been charged (docs/decisions/0105-a-second-account.md).
 */
export async function claimCompletion(
  pool: Pool,
  id: string,
  submission: string,
  withinMs: number,
): Promise<Seen | null> {
  const rows = await query<Seen>(pool, {
    name: "payments_claim_completion",
    text: `update payments.payments as p
              set submission = $2, submit_until = platform.clock() + $3 * interval '1 ms',
                  completed_action = ${CHALLENGE}, version = p.version + 1,
                  next_look_at = platform.clock() + $3 * interval '1 ms', look_count = 0
            where p.id = $1 and p.status = 'REQUIRES_ACTION' and p.next_action_reason = 'three_d_secure'
              and not p.expiring and p.submission is null and p.completed_action is distinct from ${CHALLENGE}
              and ${EARLIER_FAILED}
        returning ${ROW_COLUMNS}, ${NOW_MS} as now_ms`,
    values: [id, submission, withinMs],
  });
  return rows[0] ?? null;
}

/** What is left of a claim after an answer that moved nothing. */
export type LeftCompletion =
  /** Nothing was executed: the payer may come back once more. */
  | "undone"
  /** An answer came, and nothing more of it is under way. */
  | "answered"
  /** Nobody answered: it may still be at work until the claim ends. */
  | "unanswered";

/** Ends one's own claim, or leaves it to the status sync, which is due soon. */
export async function leaveCompletion(
  pool: Pool,
  id: string,
  submission: string,
  left: LeftCompletion,
  syncInMs: number,
): Promise<void> {
  await query(pool, {
    name: "payments_leave_completion",
    text: `update payments.payments as p
              set submission = case when $3::text = 'undone' then null else p.submission end,
                  submit_until = case $3::text when 'undone' then null
                                               when 'answered' then least(p.submit_until, platform.clock())
                                               else p.submit_until end,
                  submitted_until = coalesce(p.submit_until, p.submitted_until),
                  completed_action = case when $3::text = 'undone' then null else p.completed_action end,
                  version = p.version + 1, next_look_at = platform.clock() + $4 * interval '1 ms', look_count = 0
            where p.id = $1 and p.submission = $2 and p.status = 'REQUIRES_ACTION'`,
    values: [id, submission, left, syncInMs],
  });
}
