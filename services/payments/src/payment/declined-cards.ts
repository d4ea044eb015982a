/**
 * The declined cards of the Payment aliased `p`, oldest first, as JSON; null where it has none, and then nothing is
 * looked for.
 */
export const DECLINED_CARDS = `case when p.card_attempt is not null then (
  select json_agg(json_build_object('attempt', a.attempt, 'failure_code', a.failure_code, 'brand', a.card_brand,
           'last4', a.card_last4, 'created_at', floor(extract(epoch from a.declined_at))::bigint) order by a.attempt)
    from payments.card_attempts as a where a.payment_id = p.id) end`;
