import { TRACE_ENTRIES_MAX, type TraceEntry } from "@flowlix/contracts";
import { msSql, query, type Pool } from "@flowlix/persistence";
import { EVENT_ACCEPTED_AT } from "../deliveries/event-accepted.ts";

export interface EventTraces {
  /**
   * What happened to the events of these objects: stored, and tried at each endpoint. A delivery has its last try, and
   * each try before that is an entry of its own.
   */
  of(objectIds: readonly string[]): Promise<TraceEntry[]>;
  /** Whose event it is; null where there is none of that id. */
  objectOf(eventId: string): Promise<string | null>;
}

export const createEventTraces = (read: Pool): EventTraces => ({
  of: (objectIds) => query<TraceEntry>(read, { name: "notifier_trace", text: TRACE, values: [objectIds] }),
  objectOf: async (eventId) => {
    const rows = await query<{ object_id: string }>(read, {
      name: "notifier_object_of_event",
      text: "select v.object_id from notifier.events as v where v.id = $1",
      values: [eventId],
    });
    return rows[0]?.object_id ?? null;
  },
});

const IS_DEAD = `d.status = 'pending' and (e.id is null or e.status <> 'enabled' or d.created_at < e.live_since)`;

const TRACE = `
  with traced as materialized (
    select v.id, v.object_id, v.type, v.version, v.created_at, v.accepted_at, v.traceparent
      from notifier.events as v where v.object_id = any ($1::text[])
     order by v.object_id, v.version limit ${TRACE_ENTRIES_MAX}
  )
  select t.object_id, ${msSql("t.created_at")} as at_ms, 'event' as part, t.type as what,
         jsonb_build_object('event_id', t.id, 'version', t.version, 'stored_at_ms', ${msSql("t.accepted_at")},
                            'trace_id', substr(t.traceparent, 4, 32)) as facts
    from traced as t
  union all
  (select t.object_id, ${msSql("coalesce(d.last_at, d.created_at)")} as at_ms, 'delivery' as part,
         case when ${IS_DEAD} then 'canceled' else d.status end as what,
         jsonb_build_object('delivery_id', d.id, 'event_id', t.id, 'endpoint_id', d.endpoint_id, 'attempts', d.attempts,
                            'http_status', d.last_http_status, 'error', d.last_error, 'duration_ms', d.last_duration_ms,
                            'answer', d.last_response_prefix, 'made_at_ms', ${msSql("d.created_at")},
                            'resent_by', case when d.last_at is null then d.resent_by else d.last_resent_by end,
                            'next_attempt_at_ms', case when not (${IS_DEAD}) then ${msSql("d.next_attempt_at")} end,
                            'event_accepted_at_ms', ${msSql(EVENT_ACCEPTED_AT)}) as facts
    from traced as t
    join notifier.deliveries as d on d.event_id = t.id
    left join notifier.endpoints as e on e.id = d.endpoint_id
   order by d.created_at limit ${TRACE_ENTRIES_MAX})
  union all
  (select t.object_id, (a.facts ->> 'at_ms')::bigint as at_ms, 'attempt' as part,
         coalesce(a.facts ->> 'http_status', a.facts ->> 'error') as what,
         a.facts - '{at_ms,response_prefix}'::text[]
           || jsonb_build_object('delivery_id', d.id, 'event_id', t.id, 'endpoint_id', d.endpoint_id,
                                 'answer', a.facts -> 'response_prefix') as facts
    from traced as t
    join notifier.deliveries as d on d.event_id = t.id
   cross join lateral jsonb_array_elements(d.earlier) as a(facts)
   order by 2 limit ${TRACE_ENTRIES_MAX})`;
