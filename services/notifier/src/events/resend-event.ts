import type { Params, Result, notifierContract } from "@flowlix/contracts";
import { query, transact, type Pool } from "@flowlix/persistence";
import { DomainError, newId } from "@flowlix/runtime";
import type { NotifierDeps } from "../deps.ts";
import { deliveryIdSql, COMMIT_ORDER } from "../commit-order.ts";
import { payloadOf, type KeptPayload } from "./kept-payload.ts";
import { publicEventOf } from "./public-event.ts";

/**
 * Sends an event again, under its own id, to every enabled endpoint of the mode that wants its type: as a
 * delivery of its own, with its own tries and its own place in the log. What is pending keeps its schedule.
 * What nobody has begun to try yet is not owed a second time. An endpoint that has enough pending of the event gets
 * no more of it: the last one's next try comes at once (docs/decisions/0034-resends-are-deliveries.md).
 * Errors: object_not_found.
 */
export async function resendEvent(
  deps: Pick<NotifierDeps, "dataSource" | "storeResend" | "deliverSoon">,
  { scope, event_id, actor }: Params<typeof notifierContract, "resendEvent">,
): Promise<Result<typeof notifierContract, "resendEvent">> {
  const resent = await transact(deps.dataSource, async (manager) => {
    // The lock lets resends of one event go one after the other: the second finds what the first made. Only
    // it is held from here; the deliveries are made by a statement with a connection and a commit of its own,
    // which finds what it made, too, where this is run once more.
    const events: KeptPayload[] = await manager.query(
      `select payload, packed from notifier.events where id = $1 and merchant_id = $2 and livemode = $3 for update`,
      [event_id, scope.merchant_id, scope.livemode],
    );
    const [event] = events;
    if (event === undefined) throw new DomainError("object_not_found", { param: "event_id" });
    return { event: publicEventOf(payloadOf(event)), deliveries: await deps.storeResend(event_id, actor) };
  });
  if (resent.deliveries > 0) deps.deliverSoon();
  return resent;
}

/**
 * Makes the deliveries of a resend and its audit record, in one statement that commits by itself: no process may
 * hold the lock of the commit order while it is away. Answers to how many endpoints the event goes. Calls for one
 * event must not overlap.
 */
export async function storeResend(
  background: Pool,
  eventId: string,
  actor: string | undefined,
): Promise<number> {
  const rows = await query<{ made: number }>(background, {
    name: "notifier_resend",
    text: RESEND,
    values: [eventId, newId("webhook_delivery"), actor ?? null],
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
    update notifier.deliveries as d set next_attempt_at = ordered.at
      from ordered
     where (d.endpoint_id, d.id) in (
             -- Where its try is being recorded at this moment, nobody waits for that.
             select waiting.endpoint_id, waiting.id
               from enough join notifier.deliveries as waiting on waiting.endpoint_id = enough.endpoint_id and waiting.id = enough.last
              where waiting.status = 'pending' and waiting.next_attempt_at > (select at from ordered)
                for update of waiting skip locked)
       and d.status = 'pending' and d.next_attempt_at > ordered.at
  ), owed as (
    insert into notifier.deliveries (endpoint_id, id, event_id, event_type, status, created_at, next_attempt_at)
    select endpoint_id, ${deliveryIdSql("row_number() over (order by seq)", "$2")},
           id, type, 'pending', ordered.at, ordered.at
      from event cross join ordered where endpoint_id not in (select endpoint_id from enough)
    returning endpoint_id
  ), made as materialized (
    select count(*)::integer as made from event
  ), audited as (
    insert into notifier.audit (actor, act, subject, detail)
    select $3::text, 'event.resend', $1, jsonb_build_object('deliveries', made) from made where $3::text is not null
  )
  select made from made`;
