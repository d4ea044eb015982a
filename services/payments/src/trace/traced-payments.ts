import { TRACE_ENTRIES_MAX, TRACED_REFUNDS_MAX } from "@flowlix/contracts";
import type { TracedTable } from "@flowlix/engine";
import { msSql } from "@flowlix/persistence";
import { CARDS_OF_CALLS, ENDED_WITH } from "./cards-of-orders.ts";

/**
 * What an operator is shown of a Payment beside what every owner records: nothing of payer or page, and of cards only
 * which of several it was.
 */
export const tracedPayments: TracedTable = {
  submitted: "coalesce(o.submit_until, o.submitted_until) is not null",
  initial: "case o.integration_type when 'HOSTED_PAYMENT_PAGE' then 'REQUIRES_ACTION' else 'PENDING' end",
  entered: {
    REQUIRES_ACTION: "o.requires_action_at",
    PROCESSING: "o.processing_at",
    SUCCEEDED: "o.succeeded_at",
    FAILED: "o.failed_at",
    EXPIRED: "o.expired_at",
  },
  facts: {
    route: "o.route",
    integration_type: "o.integration_type",
    action: "o.next_action_reason",
    action_expires_at_ms: msSql("o.action_expires_at"),
    expiring: "o.expiring",
    last_sync_at_ms: msSql("o.last_look_at"),
    card_attempt: "coalesce(o.card_attempt, 1)",
    order_reference: "o.id || coalesce('_' || o.card_attempt, '')",
    card_attempts_max: "coalesce(o.card_attempts_max, 1)",
    amount_refunded: "o.amount_refunded",
    amount_reserved: "o.amount_reserved",
  },
  endedWith: ENDED_WITH,
  ofCalls: CARDS_OF_CALLS,
  related: `array(select r.id from payments.refunds as r where r.payment_id = o.id and o.refund_count is not null
                   order by r.seq desc limit ${TRACED_REFUNDS_MAX + 1})`,
  // The money that is held for a Refund, which there may be without the Refund; and the cards that were declined.
  alsoSql: `
    (select r.payment_id as object_id, ${msSql("r.created_at")} as at_ms, 'status' as part, 'refund reserved' as what,
           jsonb_build_object('refund_id', r.id, 'amount', r.amount, 'now', r.status, 'applied_version', r.version) as facts
      from payments.refunds as r where r.payment_id = any ($1::text[]) order by r.seq desc limit ${TRACE_ENTRIES_MAX})
    union all
    (select a.payment_id as object_id, ${msSql("a.declined_at")} as at_ms, 'status' as part, 'card declined' as what,
           jsonb_build_object('attempt', a.attempt, 'failure_code', a.failure_code, 'brand', a.card_brand,
                              'last4', a.card_last4) as facts
      from payments.card_attempts as a where a.payment_id = any ($1::text[]))`,
};
