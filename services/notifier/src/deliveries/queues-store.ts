import type { WorkDone } from "@flowlix/runtime";
import { query, rowsInput, type Pool } from "@flowlix/persistence";
import type { KeptPayload } from "../events/kept-payload.ts";

/** A queue that this process has taken. */
export interface HeldQueue {
  readonly endpoint_id: string;
  /** Nothing has succeeded since something failed. */
  readonly failing: boolean;
}

/** A delivery whose time has come, with all that a try needs. */
export interface DueDelivery {
  readonly endpoint_id: string;
  readonly id: string;
  readonly event_id: string;
  readonly attempts: number;
  readonly age_ms: number;
  readonly merchant_id: string;
  readonly livemode: boolean;
  readonly url: string;
  /** Since when the endpoint has been enabled, as the database's text. */
  readonly live_since: string;
  /** Encrypted. */
  readonly secret: string;
  /** Encrypted; of the rolls whose overlap is not over, the latest first. */
  readonly previous_secrets: readonly string[];
  /** Null where the event was deleted meanwhile, its time over. */
  readonly event: KeptPayload | null;
  /** The trace that the event came about in. */
  readonly traceparent: string | null;
}

export interface WantedQueues {
  readonly holder: string;
  readonly after: string;
  /** Endpoints whose queues are held already. */
  readonly except: readonly string[];
  readonly limit: number;
  /** Those of endpoints that fail, or those of the others. */
  readonly failing: boolean;
}

/** How many more deliveries a queue may have under way. */
export interface Wanted {
  readonly endpoint_id: string;
  readonly free: number;
}

/** A holder that dies leaves its queues to others after this long; a try and its record take less. */
export const HELD_MS = 20_000;
/** Pending deliveries cancelled by one statement. */
const CANCELLED_AT_ONCE = 1_000;

/**
 * Queues of endpoints: one process at a time sends to an endpoint, for as long as it holds the queue, which
 * lapses by itself. A process that was away longer than that may send something a second time, which
 * receivers must expect anyway; what it records counts only on top of what it knew.
 */
export interface QueuesStore {
  /** Takes queues with something due that nobody holds, from the one after `after` on, in order of their ids. */
  take(wanted: WantedQueues): Promise<HeldQueue[]>;
  /** Holds on to queues; answers those that still were this holder's. */
  keep(holder: string, endpoints: readonly string[]): Promise<string[]>;
  release(holder: string, endpoints: readonly string[]): Promise<void>;
  /** What is due in held queues, in order of its time, but for what is under way already. */
  due(holder: string, wanted: readonly Wanted[], underWay: readonly string[]): Promise<DueDelivery[]>;
  /**
   * Ends what is pending for endpoints that are disabled, deleted, or were disabled since. True where there may be
   * more.
   */
  cancelDead(): Promise<WorkDone>;
}

export function createQueuesStore(background: Pool): QueuesStore {
  return {
    take: ({ holder, after, except, limit, failing }) =>
      query<HeldQueue>(background, {
        name: "notifier_take_queues",
        text: TAKE,
        values: [holder, after, except, limit, failing],
      }),
    keep: async (holder, endpoints) => {
      const rows = await query<{ id: string }>(background, {
        name: "notifier_keep_queues",
        text: `update notifier.endpoints as e set held_until = platform.clock() + ${HELD_MS} * interval '1 ms'
                where e.id = any ($2::text[]) and e.holder = $1 returning e.id`,
        values: [holder, endpoints],
      });
      return rows.map(({ id }) => id);
    },
    release: async (holder, endpoints) => {
      await query(background, {
        name: "notifier_release_queues",
        text: `update notifier.endpoints as e set holder = null, held_until = null
                where e.id = any ($2::text[]) and e.holder = $1`,
        values: [holder, endpoints],
      });
    },
    due: async (holder, wanted, underWay) => {
      const rows = await query<Omit<DueDelivery, "event"> & KeptPayload>(background, {
        name: "notifier_due",
        text: DUE,
        values: [
          ...WANTED.values(wanted.map(({ endpoint_id, free }) => [endpoint_id, free])),
          holder,
          underWay,
        ],
      });
      return rows.map(({ payload, packed, ...due }) => ({
        ...due,
        event: payload === null && packed === null ? null : { payload, packed },
      }));
    },
    cancelDead: async () => {
      const rows = await query<{ canceled: number }>(background, {
        name: "notifier_cancel_dead",
        text: CANCEL_DEAD,
        values: [],
      });
      const done = rows[0]?.canceled ?? 0;
      return { done, more: done >= CANCELLED_AT_ONCE };
    },
  };
}

/**
 * Every endpoint that something is pending for, and when the first of it is due: each found by one step in
 * the index of what is due.
 */
const waitingFrom = (start: string) => `
  waiting(endpoint_id, due_at) as (
    (select d.endpoint_id, d.next_attempt_at from notifier.deliveries as d
      where d.status = 'pending' and d.endpoint_id > ${start} order by d.endpoint_id, d.next_attempt_at limit 1)
    union all
    select next.* from waiting as w cross join lateral (
      select d.endpoint_id, d.next_attempt_at from notifier.deliveries as d
       where d.status = 'pending' and d.endpoint_id > w.endpoint_id order by d.endpoint_id, d.next_attempt_at limit 1
    ) as next
  )`;

const TAKE = `
  with recursive ${waitingFrom("$2")}, due as (
    select w.endpoint_id
      from waiting as w
     -- Row by row, which keeps the order of the ids: the next claim goes on from the last one taken.
     cross join lateral (
       select from notifier.endpoints as e
        where e.id = w.endpoint_id and e.status = 'enabled' and (e.failing_from is not null) = $5::boolean
          and (e.holder is null or e.held_until <= (select platform.clock()))
       offset 0
     ) as e
     -- Most of those that wait do so for a retry, later: nothing else is asked about them.
     where w.due_at <= (select platform.clock()) and w.endpoint_id <> all ($3::text[])
     limit $4
  )
  update notifier.endpoints as e
     set holder = $1, held_until = platform.clock() + ${HELD_MS} * interval '1 ms'
   where e.id = any (array(select f.id from notifier.endpoints as f
                            where f.id = any (array(select endpoint_id from due))
                              and (f.holder is null or f.held_until <= (select platform.clock()))
                            order by f.id for update skip locked))
  returning e.id as endpoint_id, e.failing_from is not null as failing`;

const WANTED = rowsInput([
  ["endpoint_id", "text"],
  ["free", "integer"],
]);

const DUE = `
  select e.id as endpoint_id, d.id, d.event_id, d.attempts, d.age_ms, e.merchant_id, e.livemode, e.url, e.live_since::text as live_since, e.secret,
         case when e.previous_until = '{}' then e.previous_secrets else array(
           select p.secret from unnest(e.previous_secrets, e.previous_until) with ordinality as p(secret, until, ord)
            where p.until > (select platform.clock()) order by p.ord) end as previous_secrets, v.payload, v.packed, v.traceparent
    from ${WANTED.sql}
    join notifier.endpoints as e on e.id = input.endpoint_id and e.holder = $2 and e.status = 'enabled'
   cross join lateral (
     select q.id, q.event_id, q.attempts,
            floor(extract(epoch from (select platform.clock()) - q.created_at) * 1000)::bigint as age_ms
       from notifier.deliveries as q
      where q.endpoint_id = e.id and q.status = 'pending' and q.next_attempt_at <= (select platform.clock())
        and q.created_at >= e.live_since and q.id <> all ($3::text[])
      order by q.next_attempt_at, q.id
      limit input.free
   ) as d
    left join notifier.events as v on v.id = d.event_id`;

const CANCEL_DEAD = `
  with recursive ${waitingFrom("''")}, dead as (
    select q.endpoint_id, q.id
      from waiting as w
      left join notifier.endpoints as e on e.id = w.endpoint_id
     cross join lateral (
       select d.endpoint_id, d.id from notifier.deliveries as d
        where d.endpoint_id = w.endpoint_id and d.status = 'pending'
          and (e.id is null or e.status <> 'enabled' or d.created_at < e.live_since)
        limit ${CANCELLED_AT_ONCE}
     ) as q
     -- Of one that was never disabled nothing is dead.
     where e.id is null or e.status <> 'enabled' or e.live_since > e.created_at
     limit ${CANCELLED_AT_ONCE}
  ), canceled as (
    update notifier.deliveries as d set status = 'canceled', next_attempt_at = null
      from dead where d.endpoint_id = dead.endpoint_id and d.id = dead.id and d.status = 'pending'
    returning 1
  )
  select count(*)::integer as canceled from canceled`;
