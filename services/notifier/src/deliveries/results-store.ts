import type { Pool } from "pg";
import {
  query,
  rowsInput,
  sharedCommit,
  type SharedCommit,
  type SharedCommitOptions,
} from "@flowlix/persistence";
import { EARLIER_ATTEMPTS } from "./earlier-attempts.ts";

/** What a try came to, as it is recorded. */
export interface TryResult {
  readonly endpoint_id: string;
  readonly id: string;
  /** Whom this try asked: of an endpoint that has another URL, or another start, it says nothing. */
  readonly url: string;
  readonly live_since: string;
  /** Tries that were recorded when this one began. */
  readonly attempts: number;
  readonly status: "succeeded" | "pending" | "failed";
  /** Milliseconds from the record on; null where there is no next try. */
  readonly next_in_ms: number | null;
  readonly http_status: number | null;
  readonly error: string | null;
  readonly duration_ms: number;
  readonly response_prefix: string | null;
}

const INPUT = rowsInput([
  ["endpoint_id", "text"],
  ["id", "text"],
  ["url", "text"],
  ["live_since", "timestamptz"],
  ["attempts", "integer"],
  ["status", "text"],
  ["next_in_ms", "bigint"],
  ["http_status", "integer"],
  ["error", "text"],
  ["duration_ms", "integer"],
  ["response_prefix", "text"],
]);

// A failure counts only on top of the tries that its process knew of; a success counts while the delivery is
// pending at all, and where it was cancelled during the try, since the receiver has the event
// (docs/decisions/0032-queues-are-claimed.md). An endpoint's row is written only where it begins or ceases to fail.
const RECORD = `
  with given as materialized (select input.* from ${INPUT.sql}),
  recorded as (
    update notifier.deliveries as d
       set status = given.status, attempts = d.attempts + 1,
           next_attempt_at = platform.clock() + given.next_in_ms * interval '1 ms',
           last_at = platform.clock() - given.duration_ms * interval '1 ms',
           last_http_status = given.http_status, last_error = given.error,
           last_duration_ms = given.duration_ms, last_response_prefix = given.response_prefix,
           -- Who asked for this try. The next one is on schedule.
           last_resent_by = d.resent_by, resent_by = null, earlier = ${EARLIER_ATTEMPTS}
      from given
     where d.endpoint_id = given.endpoint_id and d.id = given.id
       and (d.status = 'pending' and d.attempts = given.attempts
            or given.status = 'succeeded' and d.status in ('pending', 'canceled'))
    returning given.ord, given.endpoint_id, given.url, given.live_since, given.status, given.error
  ), health as (
    -- What failed on our side says nothing about the endpoint.
    select endpoint_id, url, live_since, bool_or(status = 'succeeded') as well from recorded
     where error is null or error not in ('event_deleted', 'signing_failed') group by endpoint_id, url, live_since
  ), marked as (
    update notifier.endpoints as e
       set failing_from = case when health.well then null else platform.clock() end
      from health
     where e.id = health.endpoint_id and e.url = health.url and e.live_since = health.live_since
       and health.well = (e.failing_from is not null)
  )
  select ord::integer as ord from recorded`;

/**
 * Records tries, one transaction for all that are waiting. False where it came to nothing: somebody else recorded
 * first.
 */
export function createResultsCommit(
  hot: Pool,
  observe?: NonNullable<SharedCommitOptions<TryResult, boolean>["observe"]>,
): SharedCommit<TryResult, boolean> {
  return sharedCommit<TryResult, boolean>({
    name: "notifier_results",
    keyOf: ({ id }) => id,
    run: async (results) => {
      const rows = await query<{ ord: number }>(hot, {
        name: "notifier_record",
        text: RECORD,
        values: INPUT.values(results.map(valuesOf)),
      });
      const recorded = new Set(rows.map(({ ord }) => ord));
      return results.map((_, index) => recorded.has(index + 1));
    },
    ...(observe === undefined ? {} : { observe }),
  });
}

const valuesOf = (result: TryResult) => [
  result.endpoint_id,
  result.id,
  result.url,
  result.live_since,
  result.attempts,
  result.status,
  result.next_in_ms,
  result.http_status,
  result.error,
  result.duration_ms,
  result.response_prefix,
];
