import type { LoggedRequest } from "@flowlix/contracts";
import { query, rowsInput, type Pool } from "@flowlix/persistence";
import { inPieces, type WorkDone } from "@flowlix/runtime";
import { TAKEN_OUT } from "./shown-body.ts";

/** A request as it is written. */
export interface LogLine extends Omit<LoggedRequest, "at_ms" | "error_param" | "error_message"> {
  readonly merchant_id: string;
  /** How long ago it came, in milliseconds. */
  readonly age_ms: number;
  readonly request_body: string | null;
  readonly answer_body: string | null;
}

/** What of the log a key may read: all of its merchant, or what was sent with it alone. */
export interface LogScope {
  readonly merchantId: string;
  readonly keyId: string | null;
}

export interface LogPage {
  readonly after: string | null;
  readonly before: string | null;
  readonly limit: number;
  /** Those that were answered with an error alone; of at most as many as are kept of a merchant. */
  readonly onlyErrors: boolean;
}

const INPUT = rowsInput([
  ["request_id", "text"],
  ["merchant_id", "text"],
  ["key_id", "text"],
  ["age_ms", "bigint"],
  ["method", "text"],
  ["path", "text"],
  ["status", "smallint"],
  ["error_code", "text"],
  ["idempotent_replay", "boolean"],
  ["duration_ms", "integer"],
  ["object_id", "text"],
  ["request_body", "text"],
  ["answer_body", "text"],
]);

/**
 * Batches are written one by one, so that their order is that of their commits: who reads on from a line misses none
 * that was committed after it.
 */
const INSERT = `
  with turn as materialized (
    select platform.clock() as now from pg_advisory_xact_lock(hashtextextended('gateway.request_log', 0))
  )
  insert into gateway.request_log
    (request_id, merchant_id, key_id, at, method, path, status, error_code, idempotent_replay, duration_ms, object_id,
     request_body, answer_body)
  select request_id, merchant_id, key_id, turn.now - age_ms * interval '1 ms', method, path, status, error_code,
         idempotent_replay, duration_ms, object_id, request_body, answer_body
    from turn cross join ${INPUT.sql}
   order by input.ord
      on conflict (request_id) do nothing`;

export async function insertLines(background: Pool, lines: readonly LogLine[]): Promise<void> {
  const rows = lines.map((line) => [
    line.request_id,
    line.merchant_id,
    line.key_id,
    line.age_ms,
    line.method,
    line.path,
    line.status,
    line.error_code,
    line.idempotent_replay,
    line.duration_ms,
    line.object_id,
    line.request_body,
    line.answer_body,
  ]);
  await query(background, { name: "gateway_log_requests", text: INSERT, values: INPUT.values(rows) });
}

/** Of the body that is kept, from which everything that could repeat what was sent is taken out already. */
const WHY = ["param", "message"]
  .map(
    (name) =>
      `case when l.status >= 400 then l.answer_body::jsonb #>> '{error,${name}}' end as error_${name}`,
  )
  .join(", ");
const COLUMNS = `l.request_id, floor(extract(epoch from l.at) * 1000)::bigint as at_ms, l.key_id, l.method, l.path, l.status,
  l.error_code, l.idempotent_replay, l.duration_ms, l.object_id, ${WHY}`;
const MINE = "l.merchant_id = $1 and ($2::text is null or l.key_id = $2)";
const PAGE = `${MINE} and (not $5::boolean or l.status >= 400)`;

const seqOf = `(select p.seq from gateway.request_log as p where p.request_id = $3 and p.merchant_id = $1)`;
/** After a line that is kept no more everything is newer: who follows the log of a quiet merchant goes on. */
const LISTS = {
  after: `select ${COLUMNS} from gateway.request_log as l where ${PAGE} and l.seq > coalesce(${seqOf}, 0) order by l.seq limit $4`,
  before: `select ${COLUMNS} from gateway.request_log as l where ${PAGE} and l.seq < ${seqOf} order by l.seq desc limit $4`,
  newest: `select ${COLUMNS} from gateway.request_log as l where ${PAGE} and $3::text is null order by l.seq desc limit $4`,
} as const;

/** A page, oldest first. Of `after` more may follow behind it, of the others before it. */
export async function listLines(read: Pool, scope: LogScope, page: LogPage) {
  const way = page.after !== null ? "after" : page.before !== null ? "before" : "newest";
  const rows = await query<LoggedRequest>(read, {
    name: `gateway_list_requests_${way}`,
    text: LISTS[way],
    values: [scope.merchantId, scope.keyId, page.after ?? page.before, page.limit + 1, page.onlyErrors],
  });
  const shown = rows.slice(0, page.limit).map(withReason);
  return { data: way === "after" ? shown : shown.toReversed(), has_more: rows.length > page.limit };
}

type Detail = LoggedRequest & { readonly request_body: string | null; readonly answer_body: string | null };

export async function readLine(read: Pool, scope: LogScope, requestId: string): Promise<Detail | null> {
  const rows = await query<Detail>(read, {
    name: "gateway_get_request",
    text: `select ${COLUMNS}, l.request_body, l.answer_body from gateway.request_log as l
            where ${MINE} and l.request_id = $3`,
    values: [scope.merchantId, scope.keyId, requestId],
  });
  return rows[0] === undefined ? null : withReason(rows[0]);
}

/** Nothing stands in a reason where something was taken out. */
function withReason<Line extends LoggedRequest>(line: Line): Line {
  const { error_param: param, error_message: message } = line;
  return {
    ...line,
    error_param: param === TAKEN_OUT ? null : param,
    error_message: message?.replace(` ${TAKEN_OUT}`, "") ?? null,
  };
}

const SWEPT_AT_ONCE = 500;

/** Deletes a piece of the lines that `old` selects. */
async function deletePiece(background: Pool, name: string, old: string, values: unknown[]): Promise<number> {
  const [swept] = await query<{ count: number }>(background, {
    name,
    text: `with old as materialized (${old} limit ${SWEPT_AT_ONCE} for update of l skip locked),
           deleted as (
             delete from gateway.request_log as l where l.request_id = any (array(select o.request_id from old as o))
             returning 1
           )
           select count(*)::integer as count from deleted`,
    values,
  });
  return swept?.count ?? 0;
}

const OLDER = `select l.request_id from gateway.request_log as l
                where l.at < platform.clock() - $1::bigint * interval '1 ms' order by l.at`;

/** Deletes what is older than that many milliseconds. */
export const sweepLines = (background: Pool, retentionMs: number): Promise<WorkDone> =>
  inPieces(SWEPT_AT_ONCE, () => deletePiece(background, "gateway_sweep_requests", OLDER, [retentionMs]));

const SURPLUS = `select l.request_id
                   from unnest($1::text[], $2::bigint[]) as surplus (merchant_id, seq)
                   join gateway.request_log as l on l.merchant_id = surplus.merchant_id and l.seq <= surplus.seq`;

/** Deletes all but so many lines of each merchant, which are its newest. */
export async function sweepSurplus(background: Pool, keptOfMerchant: number): Promise<WorkDone> {
  const surplus = await query<{ merchant_id: string; seq: unknown }>(background, {
    name: "gateway_find_surplus_requests",
    text: `select m.id as merchant_id, surplus.seq
             from gateway.merchants as m
            cross join lateral (
              select l.seq from gateway.request_log as l where l.merchant_id = m.id order by l.seq desc offset $1 limit 1
            ) as surplus`,
    values: [keptOfMerchant],
  });
  if (surplus.length === 0) return { done: 0, more: false };
  const values = [surplus.map(({ merchant_id: id }) => id), surplus.map(({ seq }) => seq)];
  return inPieces(SWEPT_AT_ONCE, () =>
    deletePiece(background, "gateway_sweep_surplus_requests", SURPLUS, values),
  );
}
