import { query, rowsInput, type Pool } from "@flowlix/persistence";
import { inPieces, type WorkDone } from "@flowlix/runtime";
import { rowsOf, type LogLine } from "./packed-lines.ts";

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
  ["earlier", "bytea"],
  ["earlier_count", "smallint"],
  ["earlier_errors", "smallint"],
  ["earlier_keys", "text[]"],
  ["ids_from", "text"],
  ["ids_to", "text"],
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
     request_body, answer_body, earlier, earlier_count, earlier_errors, earlier_keys, ids_from, ids_to)
  select request_id, merchant_id, key_id, turn.now - age_ms * interval '1 ms', method, path, status, error_code,
         idempotent_replay, duration_ms, object_id, request_body, answer_body, earlier, earlier_count, earlier_errors,
         earlier_keys, ids_from, ids_to
    from turn cross join ${INPUT.sql}
   order by input.ord
      on conflict (request_id) do nothing`;

export async function insertLines(background: Pool, lines: readonly LogLine[]): Promise<void> {
  const rows = (await rowsOf(lines)).map(({ last, ...row }) => [
    last.request_id,
    last.merchant_id,
    last.key_id,
    last.age_ms,
    last.method,
    last.path,
    last.status,
    last.error_code,
    last.idempotent_replay,
    last.duration_ms,
    last.object_id,
    last.request_body,
    last.answer_body,
    row.earlier,
    row.earlierCount,
    row.earlierErrors,
    // Ids of keys have nothing in them that an array's text would quote.
    row.earlierKeys.length === 0 ? null : `{${row.earlierKeys.join(",")}}`,
    row.idsFrom,
    row.idsTo,
  ]);
  await query(background, { name: "gateway_log_requests", text: INSERT, values: INPUT.values(rows) });
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

/**
 * Deletes what is older than so many lines of each merchant, which are its newest. Lines that were written together
 * stay together.
 */
export async function sweepSurplus(background: Pool, keptOfMerchant: number): Promise<WorkDone> {
  const surplus = await query<{ merchant_id: string; seq: unknown }>(background, {
    name: "gateway_find_surplus_requests",
    text: `select m.id as merchant_id, surplus.seq
             from gateway.merchants as m
            cross join lateral (
              select max(r.seq) as seq
                from (select l.seq, sum(l.earlier_count + 1) over (order by l.seq desc) - l.earlier_count - 1 as newer
                        from gateway.request_log as l where l.merchant_id = m.id) as r
               where r.newer >= $1
            ) as surplus
            where surplus.seq is not null`,
    values: [keptOfMerchant],
  });
  if (surplus.length === 0) return { done: 0, more: false };
  const values = [surplus.map(({ merchant_id: id }) => id), surplus.map(({ seq }) => seq)];
  return inPieces(SWEPT_AT_ONCE, () =>
    deletePiece(background, "gateway_sweep_surplus_requests", SURPLUS, values),
  );
}
