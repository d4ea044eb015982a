import type { Pool } from "pg";
import type { ResendSource, Scope, WebhookDelivery } from "@flowlix/contracts";
import { query } from "@flowlix/persistence";
import { timeOfId } from "@flowlix/runtime";
import type { From } from "../events/events-reads.ts";
import { IS_FAILING } from "../endpoints/endpoint-view.ts";
import { attemptOf, type EarlierAttempt } from "./earlier-attempts.ts";
import { EVENT_ACCEPTED_AT } from "./event-accepted.ts";

/** Merchants of a mode that events are owed to, by whether anything reaches them. */
export interface Reached {
  readonly livemode: boolean;
  readonly reached: number;
  /** Of each every enabled endpoint that is owed something fails. */
  readonly unreached: number;
  /** For how long nothing has reached the one that has waited longest; 0 where all are reached. */
  readonly unreachedSeconds: number;
}

export interface Backlog {
  /** What waits for a try, now or later; counted up to a bound. */
  readonly pending: number;
  /** How late the latest is that an endpoint is owed which does not fail. */
  readonly latenessSeconds: number;
  readonly failingEndpoints: number;
}

export interface FailingDelivery {
  readonly endpoint_id: string;
  /** The object that its event is about. */
  readonly object_id: string;
}

export interface DeliveriesReads {
  /** Whether the mode has such an endpoint at all. */
  endpointExists(scope: Scope, endpointId: string): Promise<boolean>;
  /**
   * Ids are positions: they sort as deliveries were made. Null where the endpoint has none of that id, unless that is
   * so old that it may have gone with its event.
   */
  position(endpointId: string, id: string): Promise<string | null>;
  /** Those of a page and one more: newest first, or oldest first when going to newer ones. */
  page(wanted: {
    readonly endpointId: string;
    readonly limit: number;
    readonly from: From<string>;
  }): Promise<WebhookDelivery[]>;
  /**
   * Of the newest deliveries of each endpoint of the mode those that failed so far, those that are tried again among
   * them, but for those whose event the endpoint has accepted since.
   */
  failing(scope: Scope): Promise<FailingDelivery[]>;
  backlog(): Promise<Backlog>;
  merchantsReached(): Promise<Reached[]>;
}

/** Of each endpoint: a mark beside a list is no search through a month. */
const NEWEST = 20;

/** Counting more would cost more than it is worth. */
const COUNTED_MAX = 100_000;

interface Row {
  readonly id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly status: WebhookDelivery["status"];
  readonly attempts: number;
  readonly next_attempt_at: number | null;
  readonly created_at: number;
  readonly last_at: number | null;
  readonly last_http_status: number | null;
  readonly last_error: string | null;
  readonly last_duration_ms: number | null;
  readonly last_response_prefix: string | null;
  readonly last_resent_by: ResendSource | null;
  readonly earlier: readonly EarlierAttempt[] | null;
  readonly event_accepted_at: number | null;
}

const seconds = (column: string) => `floor(extract(epoch from ${column}))::bigint`;

// What is pending for an endpoint that is disabled, or was since, is cancelled already, and recorded as such later.
const IS_DEAD = `d.status = 'pending' and (e.status <> 'enabled' or d.created_at < e.live_since)`;
const COLUMNS = `d.id, d.event_id, d.event_type, d.attempts, ${seconds("d.created_at")} as created_at,
  case when ${IS_DEAD} then 'canceled' else d.status end as status,
  case when not (${IS_DEAD}) then ${seconds("d.next_attempt_at")} end as next_attempt_at,
  ${seconds("d.last_at")} as last_at, d.last_http_status, d.last_error, d.last_duration_ms, d.last_response_prefix,
  d.last_resent_by, d.earlier,
  ${seconds(EVENT_ACCEPTED_AT)} as event_accepted_at`;

/** Deliveries are deleted with their events, so long after these were accepted. */
export function createDeliveriesReads(read: Pool, retentionMs: number): DeliveriesReads {
  return {
    endpointExists: async (scope, endpointId) => {
      const rows = await query(read, {
        name: "notifier_endpoint_exists",
        text: `select 1 from notifier.endpoints as e where e.id = $1 and e.merchant_id = $2 and e.livemode = $3`,
        values: [endpointId, scope.merchant_id, scope.livemode],
      });
      return rows.length > 0;
    },
    position: async (endpointId, id) => {
      const rows = await query<{ id: string }>(read, {
        name: "notifier_delivery_position",
        text: `select d.id from notifier.deliveries as d where d.endpoint_id = $1 and d.id = $2
               union all
               select $2 where timestamptz 'epoch' + $3::bigint * interval '1 ms' < (select platform.clock()) - $4::bigint * interval '1 ms'
                limit 1`,
        values: [endpointId, id, timeOfId(id), retentionMs],
      });
      return rows[0]?.id ?? null;
    },
    page: async ({ endpointId, limit, from }) => {
      const newer = from?.going === "newer";
      const rows = await query<Row>(read, {
        name: newer ? "notifier_deliveries_newer" : "notifier_deliveries",
        text: `select ${COLUMNS}
                 from notifier.deliveries as d join notifier.endpoints as e on e.id = d.endpoint_id
                where d.endpoint_id = $1 and ($2::text is null or d.id ${newer ? ">" : "<"} $2)
                order by d.id ${newer ? "asc" : "desc"} limit $3`,
        values: [endpointId, from?.position ?? null, limit + 1],
      });
      return rows.map(viewOf);
    },
    failing: ({ merchant_id, livemode }) =>
      query<FailingDelivery>(read, {
        name: "notifier_failing_deliveries",
        text: FAILING_DELIVERIES,
        values: [merchant_id, livemode],
      }),
    backlog: async () => {
      const rows = await query<{ pending: number; lateness: number; failing: number }>(read, {
        name: "notifier_backlog",
        text: BACKLOG,
        values: [],
      });
      const { pending = 0, lateness = 0, failing = 0 } = rows[0] ?? {};
      return { pending, latenessSeconds: lateness, failingEndpoints: failing };
    },
    merchantsReached: () =>
      query<Reached>(read, { name: "notifier_merchants_reached", text: REACHED, values: [] }),
  };
}

/** Given up, or tried in vain and to be tried again; dead deliveries are not tried any more. */
const FAILING_DELIVERIES = `
  select d.endpoint_id, v.object_id
    from notifier.endpoints as e
   cross join lateral (select d.endpoint_id, d.event_id, d.status, d.attempts, d.created_at
                         from notifier.deliveries as d
                        where d.endpoint_id = e.id order by d.id desc limit ${NEWEST}) as d
    join notifier.events as v on v.id = d.event_id
   where e.merchant_id = $1 and e.livemode = $2
     and (d.status = 'failed' or (d.status = 'pending' and d.attempts > 0 and not (${IS_DEAD})))
     and ${EVENT_ACCEPTED_AT} is null`;

/**
 * An endpoint that fails and is owed nothing is nobody's trouble: its merchant has left it, or tries are over. A
 * merchant with one endpoint that works is reached.
 */
const REACHED = `
  select m.livemode, count(*) filter (where m.since is null)::integer as reached,
         count(*) filter (where m.since is not null)::integer as unreached,
         coalesce(greatest(0, extract(epoch from (select platform.clock()) - min(m.since))), 0)::float8 as "unreachedSeconds"
    from (select e.merchant_id, e.livemode,
                 case when bool_and(e.failing_from is not null) then max(e.failing_from) end as since
            from notifier.endpoints as e
           where e.status = 'enabled'
             and (e.failing_from is null or exists (select from notifier.deliveries as d
                                                     where d.endpoint_id = e.id and d.status = 'pending'))
           group by e.merchant_id, e.livemode) as m
   group by m.livemode`;

// A dead endpoint's backlog is old by nature; what alerts is lateness towards one that answers.
const BACKLOG = `
  select (select count(*) from (select from notifier.deliveries as d where d.status = 'pending' limit ${COUNTED_MAX}) as p)::integer as pending,
         coalesce((select greatest(0, extract(epoch from (select platform.clock()) - min(first.next_attempt_at)))
                     from notifier.endpoints as e
                    cross join lateral (select d.next_attempt_at from notifier.deliveries as d
                                         where d.endpoint_id = e.id and d.status = 'pending' and d.created_at >= e.live_since
                                         order by d.next_attempt_at limit 1) as first
                    where e.status = 'enabled' and e.failing_from is null), 0)::float8 as lateness,
         (select count(*) from notifier.endpoints as e where ${IS_FAILING})::integer as failing`;

const viewOf = (row: Row): WebhookDelivery => ({
  id: row.id,
  event_id: row.event_id,
  event_type: row.event_type,
  status: row.status,
  attempts: row.attempts,
  next_attempt_at: row.next_attempt_at,
  last_attempt:
    row.last_at === null
      ? null
      : {
          at: row.last_at,
          http_status: row.last_http_status,
          error: row.last_error,
          duration_ms: row.last_duration_ms ?? 0,
          response_prefix: row.last_response_prefix,
          resent_by: row.last_resent_by,
        },
  earlier_attempts: (row.earlier ?? []).map(attemptOf),
  event_accepted_at: row.event_accepted_at,
  created_at: row.created_at,
});
