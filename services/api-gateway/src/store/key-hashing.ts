import type { Pool } from "pg";
import { databaseTime, query } from "@flowlix/persistence";

/** Since when Idempotency-Keys are named by hashes (ms), and the database's time to compare it with. */
export interface KeyHashing {
  /** Minus infinity where they always were. */
  readonly hashedFromMs: number;
  /** No record is named by a key's text any more, and none can come. */
  readonly renamedAll: boolean;
  readonly nowMs: () => number;
}

export async function readKeyHashing(pool: Pool): Promise<KeyHashing> {
  const [row] = await query<{ from_ms: number; renamed_all: boolean; now_ms: number }>(pool, {
    name: "gateway_key_hashing",
    text: `select (extract(epoch from hashed_from) * 1000)::float8 as from_ms, renamed_all_at is not null as renamed_all,
                  (extract(epoch from platform.clock()) * 1000)::float8 as now_ms
             from gateway.idempotency_key_hashing`,
    values: [],
  });
  if (row === undefined) throw new Error("gateway.idempotency_key_hashing is empty");
  const time = databaseTime(row.now_ms);
  return { hashedFromMs: row.from_ms, renamedAll: row.renamed_all, nowMs: () => time.nowMs() };
}

/**
 * Takes or keeps the renaming for a minute, and adds to what it got done. False where it is another process's, where it
 * is too early, and where all is done.
 */
export async function keepRenaming(
  pool: Pool,
  { by, renamed, changeMs }: { readonly by: string; readonly renamed: number; readonly changeMs: number },
): Promise<boolean> {
  const rows = await query(pool, {
    name: "gateway_keep_renaming",
    text: `update gateway.idempotency_key_hashing
              set renaming_by = $1, renaming_until = platform.clock() + interval '1 minute', renamed = renamed + $2
            where renamed_all_at is null and hashed_from <= platform.clock() - $3 * interval '1 ms'
              and (renaming_by = $1 or renaming_until is null or renaming_until <= platform.clock())
        returning 1 as kept`,
    values: [by, renamed, changeMs],
  });
  return rows.length === 1;
}

/** Lets go of the renaming; `all` where nothing is left of it. */
export async function endRenaming(pool: Pool, by: string, all: boolean): Promise<void> {
  await query(pool, {
    name: "gateway_end_renaming",
    text: `update gateway.idempotency_key_hashing
              set renaming_by = null, renaming_until = null, renamed_all_at = case when $2 then platform.clock() end
            where renaming_by = $1 and renamed_all_at is null`,
    values: [by, all],
  });
}
