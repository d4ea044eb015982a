import type { Pool } from "pg";
import {
  type idempotencyContract,
  type KeyIdentity,
  type KeyRename,
  type Result,
  isHashedName,
} from "@flowlix/contracts";
import { query, rowsInput } from "@flowlix/persistence";
import { arrayText, NOBODY_WORKS } from "./statement-parts.ts";

export type ClearNames = Result<typeof idempotencyContract, "listClearNames">;
export type Renames = Result<typeof idempotencyContract, "renameKeys">;

/** Through all keys in their order, reading the primary key alone: those with text for a name are anywhere. */
export async function listClearNames(
  pool: Pool,
  after: KeyIdentity | null,
  limit: number,
): Promise<ClearNames> {
  const rows = await query<KeyIdentity>(pool, {
    name: "idempotency_list_clear_names",
    text: `select r.key_id, r.operation, r.idempotency_key from idempotency.records as r
            where (r.key_id, r.operation, r.idempotency_key) > ($1, $2, $3)
            order by r.key_id, r.operation, r.idempotency_key limit $4`,
    values: [after?.key_id ?? "", after?.operation ?? "", after?.idempotency_key ?? "", limit],
  });
  const keys = rows.filter(({ idempotency_key }) => !isHashedName(idempotency_key));
  return { keys, next: rows.length < limit ? null : (rows.at(-1) ?? null) };
}

/**
 * A statement sees a record under its old name or under its new one, never under both or neither, and requests look for
 * both. What somebody works on keeps its name: its holder completes, holds or releases it by that. Errors: the
 * driver's.
 */
export async function renameKeys(pool: Pool, keys: readonly KeyRename[]): Promise<Renames> {
  if (keys.length === 0) return { renamed: 0, superseded: [] };
  const values = INPUT.values(
    keys.map(({ key_id, operation, idempotency_key, names }) => [
      key_id,
      operation,
      idempotency_key,
      arrayText(names),
    ]),
  );
  const renamed = await query(pool, { name: "idempotency_rename", text: RENAME, values });
  if (renamed.length === keys.length) return { renamed: renamed.length, superseded: [] };
  const gone = await query<{ object_id: string }>(pool, {
    name: "idempotency_delete_superseded",
    text: DELETE_SUPERSEDED,
    values,
  });
  return { renamed: renamed.length, superseded: gone.map(({ object_id }) => object_id) };
}

const INPUT = rowsInput([
  ["key_id", "text"],
  ["operation", "text"],
  ["idempotency_key", "text"],
  ["names", "text[]"],
]);

/** Rows that others have locked are left for another time. A statement that waits for no lock is in no deadlock. */
const IDLE = `
    select r.key_id, r.operation, r.idempotency_key, r.created_at, input.names
      from ${INPUT.sql} join idempotency.records as r
        on r.key_id = input.key_id and r.operation = input.operation and r.idempotency_key = input.idempotency_key
     where r.state = 'done' or (${NOBODY_WORKS})
       for update of r skip locked`;

const SAME_KEY = `r.key_id = idle.key_id and r.operation = idle.operation and r.idempotency_key = idle.idempotency_key`;

const NAMED_ALREADY = `select from idempotency.records as named
                 where named.key_id = idle.key_id and named.operation = idle.operation
                   and named.idempotency_key = any (idle.names)`;

const RENAME = `
    with idle as materialized (${IDLE})
    update idempotency.records as r set idempotency_key = idle.names[1]
      from idle
     where ${SAME_KEY} and not exists (${NAMED_ALREADY})
    returning 1 as renamed`;

/** Only beside one that stays at least as long: an open one may yet be released, and the key would be free. */
const DELETE_SUPERSEDED = `
    with idle as materialized (${IDLE})
    delete from idempotency.records as r using idle
     where ${SAME_KEY}
       and exists (${NAMED_ALREADY} and named.state = 'done' and named.created_at >= idle.created_at)
    returning r.object_id`;
