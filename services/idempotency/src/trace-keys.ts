import { TRACE_ENTRIES_MAX, type TraceEntry } from "@flowlix/contracts";
import { msSql, query, type Pool } from "@flowlix/persistence";

/** The keys that objects were made under: whose, for what, and how they stand. Their names are nobody's to see. */
export const traceKeys = (read: Pool, ids: readonly string[]): Promise<TraceEntry[]> =>
  query<TraceEntry>(read, {
    name: "idempotency_trace",
    text: `
      select r.object_id, ${msSql("r.created_at")} as at_ms, 'key' as part, r.state as what,
             jsonb_build_object('operation', r.operation, 'key_id', r.key_id, 'answered', r.response_status,
                                'start_before_ms', ${msSql("r.start_before")}, 'lease_until_ms', ${msSql("r.lease_until")}) as facts
        from idempotency.records as r where r.object_id = any ($1::text[])
       order by r.created_at limit ${TRACE_ENTRIES_MAX}`,
    values: [ids],
  });
