import { createHash } from "node:crypto";
import type { Pool } from "pg";
import {
  connectionWasLost,
  query,
  rowsStatement,
  sharedCommit,
  type RowsStatement,
  type SharedCommit,
} from "@flowlix/persistence";
import { MAY_BE_BEGUN } from "./hashed-names.ts";
import type { NewRecord } from "./new-record.ts";
import { arrayText, keyOf, MILLIS, type Times } from "./statement-parts.ts";

const COLUMNS = [
  ["key_id", "text"],
  ["operation", "text"],
  ["idempotency_key", "text"],
  ["fingerprint_key_id", "text"],
  ["fingerprint", "bytea"],
  ["object_id", "text"],
  ["token", "uuid"],
  ["other_names", "text[]"],
] as const;

/** So many bits fit into the number that names a lock. */
const LOCK_DIGITS = 15;

interface Inserted {
  readonly token: string;
  readonly start_before_ms: number;
}

/** A record that stands under another name of the key is as good as one under this. */
const insertSql = (input: string, times: Times): string => `
    insert into idempotency.records (key_id, operation, idempotency_key, fingerprint_key_id, fingerprint, object_id,
                                     state, token, start_before, lease_until, created_at)
    select key_id, operation, idempotency_key, fingerprint_key_id, fingerprint, object_id, 'open', token,
           at.now + ${times.deadlineMs} * interval '1 ms', at.now + ${times.leaseMs} * interval '1 ms', at.now
      from ${input}, (select date_trunc('milliseconds', platform.clock()) as now) as at
     where ${MAY_BE_BEGUN}
       and (other_names is null
        or not exists (select from idempotency.records as r
                        where r.key_id = input.key_id and r.operation = input.operation
                          and r.idempotency_key = any (input.other_names)))
    on conflict do nothing
    returning token, ${MILLIS("start_before")} as start_before_ms`;

const valuesOf = (item: NewRecord): unknown[] => [
  item.key_id,
  item.operation,
  item.idempotency_key,
  item.fingerprint.key_id,
  Buffer.from(item.fingerprint.hash, "hex"),
  item.object_id,
  item.token,
  item.other_names === undefined ? null : arrayText(item.other_names),
];

/** Prepared on every connection for hot writes before the first call comes. */
export const insertStatement = (times: Times): RowsStatement =>
  rowsStatement({ name: "idempotency_begin", columns: COLUMNS, text: (input) => insertSql(input, times) });

/** New keys, many with one statement and one commit: null for one that has a record already. */
export function shareRecordInserts(pool: Pool, times: Times): SharedCommit<NewRecord, number | null> {
  const statement = insertStatement(times);
  return sharedCommit<NewRecord, number | null>({
    name: "idempotency_begin",
    keyOf,
    run: async (items) => {
      const rows = await query<Inserted>(pool, statement.of(items.map(valuesOf)));
      const made = new Map(rows.map((row) => [row.token, row.start_before_ms]));
      return items.map((item) => made.get(item.token) ?? null);
    },
  });
}

/**
 * A new key while others may begin it under another of its names: no unique index knows that the two are one. Locks on
 * all of its names make them wait for each other; the second then sees what the first has committed.
 */
export async function insertAlone(pool: Pool, times: Times, item: NewRecord): Promise<number | null> {
  try {
    return await insertLocked(pool, times, item);
  } catch (error) {
    // What was committed all the same is recognised by its token.
    if (connectionWasLost(error)) return insertLocked(pool, times, item);
    throw error;
  }
}

async function insertLocked(pool: Pool, times: Times, item: NewRecord): Promise<number | null> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock(id) from unnest($1::bigint[]) as id", [lockIdsOf(item)]);
    const { rows } = await client.query<Inserted>(insertSql(ONE_ROW, times), valuesOf(item));
    await client.query("commit");
    client.release();
    return rows[0]?.start_before_ms ?? null;
  } catch (error) {
    // Closed with its transaction, whatever state that is in.
    client.release(true);
    throw error;
  }
}

const ONE_ROW = `(select ${COLUMNS.map(([name, type], index) => `$${index + 1}::${type} as ${name}`).join(", ")}) as input`;

/** One for each name, in one order for all; two that are the same by chance only wait for each other. */
const lockIdsOf = (item: NewRecord): string[] =>
  [item.idempotency_key, ...(item.other_names ?? [])]
    .map((idempotency_key) => keyOf({ ...item, idempotency_key }))
    .map((key) => createHash("sha256").update(key).digest("hex").slice(0, LOCK_DIGITS))
    .toSorted()
    .map((digits) => BigInt(`0x${digits}`).toString());
