/*
 * Which card an order of a Payment with several cards was for: its attempt, brand and last four digits, never more of
 * it. As SQL of the Payment `o`; null where the Payment takes one card alone, or nobody knows.
 */

const ATTEMPT = "coalesce(o.card_attempt, 1)";
const TAKES_SEVERAL = "o.card_attempts_max is not null";

const ended = (value: string): string => `case when ${TAKES_SEVERAL} and o.order_sent then ${value} end`;

/** The card that the Payment ended with. */
export const ENDED_WITH = {
  attempt: ended(ATTEMPT),
  brand: ended("o.card_brand"),
  last4: ended("o.card_last4"),
};

// While nothing of an order was executed, its payer may give another card for the same attempt. Then a call that
// executed nothing, or whose outcome is unknown, may have been for the card before.
const IS_FOR_ITS_LAST_CARD = `(c.outcome in ('succeeded', 'failed', 'action_required', 'in_progress')
  or (o.refused_submits is null and o.form_closed_until is null))`;

/** A column of the card of the order `k.attempt`: a declined one `a`, or the row's own. */
const ofCall = (column: string): string => `
  case when not ${IS_FOR_ITS_LAST_CARD} then null
       when a.attempt is not null then a.${column}
       when k.attempt = ${ATTEMPT} and o.order_sent then o.${column} end`;

/** The card of the order that the call `c` was about. */
export const CARDS_OF_CALLS = {
  joinSql: `
    left join lateral (
      select k.attempt, ${ofCall("card_brand")} as brand, ${ofCall("card_last4")} as last4
        from payments.payments as o
       cross join lateral (
             select case when coalesce(c.reference, o.id) = o.id then 1
                         else substring(c.reference from '_([2-9]|10)$')::smallint end as attempt) as k
        left join payments.card_attempts as a on a.payment_id = o.id and a.attempt = k.attempt
       where o.id = c.object_id and ${TAKES_SEVERAL}) as card on true`,
  facts: { attempt: "card.attempt", brand: "card.brand", last4: "card.last4" },
};
