import { query, rowsInput, type Pool } from "@flowlix/persistence";
import { inPieces, type WorkDone } from "@flowlix/runtime";
import type { OwnerName } from "../owner/owner-name.ts";

/** How long an operator finds a call. */
export const CALLS_KEPT_DAYS = 30;

/** A call as it is kept. */
export interface KeptCall {
  readonly objectId: string;
  /** When it began, by this process's monotonic clock. */
  readonly beganAtMs: number;
  readonly durationMs: number;
  /** Null of what is tried once. */
  readonly tried: number | null;
  /** Null of what is no submission. */
  readonly isRepeat: boolean | null;
  readonly operation: string;
  readonly outcome: string;
  readonly provider: string;
  readonly account: string | null;
  /** Null where it is the object's id. */
  readonly reference: string | null;
  readonly requestId: string | null;
  /** 32 hexadecimal digits; null outside of any. */
  readonly traceId: string | null;
}

export interface CallsStore {
  /** Writes them by one statement. Errors: the driver's. */
  insert(calls: readonly KeptCall[]): Promise<void>;
  /** Deletes those that are older than `CALLS_KEPT_DAYS`, a piece at a time. */
  deleteOld(): Promise<WorkDone>;
}

const INPUT = rowsInput([
  ["object_id", "text"],
  ["age_ms", "bigint"],
  ["duration_ms", "integer"],
  ["tried", "smallint"],
  ["is_repeat", "boolean"],
  ["operation", "text"],
  ["outcome", "text"],
  ["provider", "text"],
  ["provider_account", "text"],
  ["reference", "text"],
  ["request_id", "text"],
  ["trace_id", "uuid"],
]);

const COLUMNS = `object_id, at, duration_ms, tried, is_repeat, operation, outcome, provider, provider_account, reference,
                 request_id, trace_id`;

/** An object's story is in the database's time: so are its calls. */
const insertSql = (owner: OwnerName): string => `
  insert into ${owner}.acquirer_calls (${COLUMNS})
  select object_id, now.at - age_ms * interval '1 ms', duration_ms, tried, is_repeat, operation, outcome, provider,
         provider_account, reference, request_id, trace_id
    from (select platform.clock() as at) as now cross join ${INPUT.sql}`;

const SWEPT_AT_ONCE = 1_000;

const deleteSql = (owner: OwnerName): string => `
  delete from ${owner}.acquirer_calls as c
   where c.ctid = any (array(select old.ctid from ${owner}.acquirer_calls as old
                              where old.at < (select platform.clock()) - interval '${CALLS_KEPT_DAYS} days'
                              order by old.at limit $1))
  returning 1 as deleted`;

export function createCallsStore(background: Pool, owner: OwnerName): CallsStore {
  const [insert, remove] = [insertSql(owner), deleteSql(owner)];
  return {
    insert: async (calls) => {
      await query(background, {
        name: `${owner}_keep_calls`,
        text: insert,
        // Only now is there a connection: how long one was waited for is no part of an age.
        values: () => INPUT.values(calls.map((call) => rowOf(call, performance.now()))),
      });
    },
    deleteOld: () =>
      inPieces(SWEPT_AT_ONCE, async () => {
        const name = `${owner}_sweep_calls`;
        return (await query(background, { name, text: remove, values: [SWEPT_AT_ONCE] })).length;
      }),
  };
}

const rowOf = (call: KeptCall, nowMs: number): unknown[] => [
  call.objectId,
  Math.max(0, Math.round(nowMs - call.beganAtMs)),
  Math.round(call.durationMs),
  call.tried,
  call.isRepeat,
  call.operation,
  call.outcome,
  call.provider,
  call.account,
  call.reference,
  call.requestId,
  call.traceId,
];
