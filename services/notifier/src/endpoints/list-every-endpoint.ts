import {
  QUEUE_COUNTED_MAX,
  type notifierContract,
  type ObservedEndpoint,
  type Params,
  type Result,
} from "@flowlix/contracts";
import { query, type Pool } from "@flowlix/persistence";
import { VIEW_COLUMNS, viewOf } from "./endpoint-view.ts";

type Asked = Params<typeof notifierContract, "listEveryEndpoint">;

/**
 * A page of all merchants' endpoints, newest first: ids grow with the time. Each queue is counted in the index of what
 * is due.
 */
export async function listEveryEndpoint(
  read: Pool,
  { livemode, failing_only, limit, starting_after }: Asked,
): Promise<Result<typeof notifierContract, "listEveryEndpoint">> {
  const rows = await query<ObservedEndpoint>(read, {
    name: "notifier_every_endpoint",
    text: PAGE,
    values: [starting_after, livemode, failing_only, limit + 1],
  });
  const data = rows.slice(0, limit).map((row) => ({
    ...viewOf(row),
    merchant_id: row.merchant_id,
    failing_from: row.failing_from,
    queue_length: row.queue_length,
    next_attempt_at: row.next_attempt_at,
  }));
  return { data, has_more: rows.length > limit };
}

const seconds = (time: string): string => `floor(extract(epoch from ${time}))::bigint`;

const PAGE = `
  with page as materialized (
    select ${VIEW_COLUMNS}, e.merchant_id, e.live_since, ${seconds("e.failing_from")} as failing_from
      from notifier.endpoints as e
     where ($1::text is null or e.id < $1) and ($2::boolean is null or e.livemode = $2)
       and (not $3::boolean or (e.status = 'enabled' and e.failing_from is not null))
     order by e.id desc limit $4
  )
  select p.*, coalesce(q.length, 0)::integer as queue_length, ${seconds("q.next_at")} as next_attempt_at
    from page as p
    left join lateral (
      select count(*) as length, min(w.next_attempt_at) as next_at
        from (select d.next_attempt_at from notifier.deliveries as d
               where d.endpoint_id = p.id and d.status = 'pending' and d.created_at >= p.live_since and p.status = 'enabled'
               order by d.next_attempt_at limit ${QUEUE_COUNTED_MAX}) as w) as q on true
   order by p.id desc`;
