import type { ResendSource } from "@flowlix/contracts";
import { query, type Pool } from "@flowlix/persistence";
import { newId } from "@flowlix/runtime";
import { deliveryIdSql, COMMIT_ORDER } from "../commit-order.ts";

/** Who asks for a resend, and by which name where that is audited. */
export interface ResentBy {
  readonly resent_by: ResendSource;
  readonly actor: string | undefined;
}

/**
 * Makes the deliveries of a resend and its audit record, in one statement that commits by itself: no process may
 * hold the lock of the commit order while it is away. Answers to how many endpoints the event goes. Calls for one
 * event must not overlap.
 */
export async function storeResend(
  background: Pool,
  eventId: string,
  { resent_by, actor }: ResentBy,
): Promise<number> {
  const rows = await query<{ made: number }>(background, {
    name: "notifier_resend",
    text: RESEND,
    values: [eventId, newId("webhook_delivery"), actor ?? null, resent_by],
  });
  return rows[0]?.made ?? 0;
}

/** The try of an untried delivery may be under way unseen, so a second one is owed; a third adds nothing. */
const UNTRIED_MAX = 2;
/** Each pending delivery of an event has its own tries, for 72 hours. */
const PENDING_MAX = 3;

const RESEND = `
  with ${COMMIT_ORDER}, event as materialized (
    select v.id, v.type, e.id as endpoint_id, e.seq, e.live_since,
           e.holder is not null and e.held_until > (select platform.clock()) as may_be_trying
      from notifier.events as v
      join notifier.endpoints as e on e.merchant_id = v.merchant_id and e.livemode = v.livemode
     where v.id = $1 and e.status = 'enabled' and (e.enabled_events = '{*}' or v.type = any (e.enabled_events))
  ), enough as (
    select event.endpoint_id, max(d.id) as last
      from event join notifier.deliveries as d on d.event_id = event.id and d.endpoint_id = event.endpoint_id
     where d.status = 'pending' and d.created_at >= event.live_since
     group by event.endpoint_id
    having bool_or(d.attempts = 0 and not event.may_be_trying)
        or count(*) filter (where d.attempts = 0) >= ${UNTRIED_MAX} or count(*) >= ${PENDING_MAX}
  ), hastened as (
    update notifier.deliveries as d set next_attempt_at = ordered.at, resent_by = $4
      from ordered
     where (d.endpoint_id, d.id) in (
             -- Where its try is being recorded at this moment, nobody waits for that.
             select waiting.endpoint_id, waiting.id
               from enough join notifier.deliveries as waiting on waiting.endpoint_id = enough.endpoint_id and waiting.id = enough.last
              where waiting.status = 'pending' and waiting.next_attempt_at > (select at from ordered)
                for update of waiting skip locked)
       and d.status = 'pending' and d.next_attempt_at > ordered.at
  ), owed as (
    insert into notifier.deliveries (endpoint_id, id, event_id, event_type, status, created_at, next_attempt_at, resent_by)
    select endpoint_id, ${deliveryIdSql("row_number() over (order by seq)", "$2")},
           id, type, 'pending', ordered.at, ordered.at, $4
      from event cross join ordered where endpoint_id not in (select endpoint_id from enough)
    returning endpoint_id
  ), made as materialized (
    select count(*)::integer as made from event
  ), audited as (
    insert into notifier.audit (actor, act, subject, detail)
    select $3::text, 'event.resend', $1, jsonb_build_object('deliveries', made) from made where $3::text is not null
  )
  select made from made`;
