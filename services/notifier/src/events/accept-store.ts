import type { Pool } from "pg";
import type { OutboxRow } from "@flowlix/contracts";
import { packText, query, repeatLost, rowsInput } from "@flowlix/persistence";
import { deliveryIdSql, COMMIT_ORDER } from "../commit-order.ts";
import { happenedMs, listedAtSql } from "./place.ts";

/** Why an event was not stored. */
export interface RefusedEvent {
  readonly event_id: string;
  readonly reason: string;
}

export const ANOTHER_HAS_ITS_ID = "another event has this id";

export interface Accepted {
  readonly refused: readonly RefusedEvent[];
  /** How many were stored by this call. */
  readonly stored: number;
  /** How many deliveries that made. */
  readonly deliveries: number;
}

const INPUT = rowsInput([
  ["event_id", "text"],
  ["event_type", "text"],
  ["merchant_id", "text"],
  ["livemode", "boolean"],
  ["object_id", "text"],
  ["version", "integer"],
  ["happened_ms", "bigint"],
  ["recorded_ms", "bigint"],
  ["sound", "boolean"],
  ["payload", "text"],
  ["packed", "bytea"],
  ["traceparent", "text"],
]);

// If every event was stored, no id is taken by another event; otherwise all are compared with the stored ones.
//
// Deliveries are selected from the events that this statement stored, so a repeated event is owed once. An endpoint
// is owed what was recorded since it was made or enabled again, however late it arrives, and nothing older. An event
// may show a second that was over when it was recorded: until then nobody could have read of it.
const ACCEPT = `
  with ${COMMIT_ORDER}, given as materialized (
    select input.*, timestamptz 'epoch' + happened_ms * interval '1 ms' as happened
      from ${INPUT.sql}
  ), stored as (
    insert into notifier.events (id, merchant_id, livemode, type, object_id, version, created_at, listed_at, accepted_at, payload, packed, traceparent)
    select event_id, merchant_id, livemode, event_type, object_id, version, happened, ${listedAtSql("happened", "ordered.at")},
           ordered.at, payload, packed, traceparent
      from given cross join ordered where sound order by happened, ord
    on conflict (id) do nothing
    returning id, seq, merchant_id, livemode, type, created_at, accepted_at
  ), owed as (
    insert into notifier.deliveries (endpoint_id, id, event_id, event_type, status, created_at, next_attempt_at)
    select e.id, ${deliveryIdSql("row_number() over (order by s.seq, e.seq)", "$2")},
           s.id, s.type, 'pending', s.accepted_at, s.accepted_at
      from stored as s
     cross join ordered
      join notifier.endpoints as e on e.merchant_id = s.merchant_id and e.livemode = s.livemode
     where e.status = 'enabled' and (e.enabled_events = '{*}' or s.type = any (e.enabled_events))
       and (s.created_at >= date_trunc('milliseconds', e.live_since)
            or exists (select from given where event_id = s.id and timestamptz 'epoch' + recorded_ms * interval '1 ms'
                                                                    >= date_trunc('milliseconds', e.live_since)))
    returning 1
  )
  select event_id, case when sound then '${ANOTHER_HAS_ITS_ID}' else 'the payload is no JSON object' end as reason,
         null::integer as stored, null::integer as deliveries
    from given
   where not sound
      or (select count(*) from stored) < (select count(*) from given where sound)
     and exists (select 1 from notifier.events as v where v.id = given.event_id
                  and (v.merchant_id, v.livemode, v.type, v.object_id, v.version)
                      <> (given.merchant_id, given.livemode, given.event_type, given.object_id, given.version))
  union all
  select null, null, (select count(*) from stored)::integer, (select count(*) from owed)::integer`;

interface AnswerRow {
  readonly event_id: string | null;
  readonly reason: string | null;
  readonly stored: number | null;
  readonly deliveries: number | null;
}

/**
 * Stores events, each once by its id, and a delivery for each endpoint that wants them, in one statement.
 * `deliveryId` is a fresh delivery id; those of all deliveries are made from it.
 */
export async function storeEvents(
  hot: Pool,
  events: readonly OutboxRow[],
  deliveryId: string,
  packs: boolean,
): Promise<Accepted> {
  const rows = await repeatLost(() =>
    query<AnswerRow>(hot, {
      name: "notifier_accept",
      text: ACCEPT,
      values: [...INPUT.values(events.map((event) => valuesOf(event, packs))), deliveryId],
    }),
  );
  const accepted = { refused: [] as RefusedEvent[], stored: 0, deliveries: 0 };
  for (const { event_id, reason, stored, deliveries } of rows) {
    if (event_id !== null) accepted.refused.push({ event_id, reason: reason ?? "" });
    accepted.stored += stored ?? 0;
    accepted.deliveries += deliveries ?? 0;
  }
  return accepted;
}

const valuesOf = (event: OutboxRow, packs: boolean): unknown[] => [
  event.event_id,
  event.event_type,
  event.merchant_id,
  event.livemode,
  event.object_id,
  event.version,
  happenedMs(event),
  event.created_at_ms,
  isJsonObject(event.payload),
  ...(packs ? [null, packText(event.payload)] : [event.payload, null]),
  event.traceparent,
];

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
