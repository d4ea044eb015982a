import type { Pool } from "pg";
import {
  packText,
  plainText,
  query,
  rowsInput,
  rowsStatement,
  sharedCommit,
  type Packs,
  type SharedCommit,
} from "@flowlix/persistence";
import type { KeyIdentity, KeyRename, StoredResponse, UnfinishedKey } from "@flowlix/contracts";
import { areNoted, createHashedNames, hasClearNameAlone } from "./hashed-names.ts";
import { insertAlone, shareRecordInserts } from "./insert-record.ts";
import type { StoredRecord } from "./match-record.ts";
import { listClearNames, renameKeys, type ClearNames, type Renames } from "./rename-records.ts";
import { keyOf, MILLIS, NOBODY_WORKS, type Times } from "./statement-parts.ts";
import type { NamedKey, NewRecord } from "./new-record.ts";

export interface Completion extends KeyIdentity {
  readonly token: string;
  readonly response: StoredResponse;
}

export interface RecordsStore {
  /**
   * Database time (ms) before which the work must begin, or null where the key already has a record or comes too late.
   */
  insert(record: NewRecord): Promise<number | null>;
  /** Whether a key is begun by its text alone although hashed names are stored already. */
  comesTooLate(record: NewRecord): Promise<boolean>;
  read(key: NamedKey): Promise<StoredRecord | null>;
  /** Hands an open or held record whose worker is gone to a new one; null where somebody was faster. */
  takeOver(identity: KeyIdentity, seen: StoredRecord, token: string): Promise<number | null>;
  complete(completion: Completion): Promise<boolean>;
  hold(identity: KeyIdentity, token: string): Promise<boolean>;
  release(identity: KeyIdentity, token: string): Promise<boolean>;
  deleteOlderThan(retentionMs: number, limit: number): Promise<number>;
  /** Open and held keys older than that which nobody works on, in the order of their identities. */
  listUnfinished(retentionMs: number, after: KeyIdentity | null, limit: number): Promise<UnfinishedKey[]>;
  /** Deletes those of them that are as they were when they were listed; answers how many. */
  forgetUnfinished(retentionMs: number, keys: readonly UnfinishedKey[]): Promise<number>;
  /** Of the next `limit` keys those that are named by their text. */
  listClearNames(after: KeyIdentity | null, limit: number): Promise<ClearNames>;
  /** Names them anew, unless somebody works on them. */
  renameKeys(keys: readonly KeyRename[]): Promise<Renames>;
  flush(): Promise<void>;
}

const SAME_KEY = "r.key_id = $1 and r.operation = $2 and r.idempotency_key = $3";

const keyValues = (identity: KeyIdentity) => [identity.key_id, identity.operation, identity.idempotency_key];

/** The statements on `idempotency.records`; the two of the hot path share their commits. */
export function createRecordsStore(
  pools: { hot: Pool; background: Pool },
  times: Times,
  packs: Packs,
): RecordsStore {
  const inserts = shareRecordInserts(pools.hot, times);
  const completions = shareCompletions(pools.hot, packs);
  const hashedNames = createHashedNames(pools.hot);
  return {
    async insert(record) {
      if (hashedNames.mustNote(record)) await hashedNames.note();
      return record.names_change === true ? insertAlone(pools.hot, times, record) : inserts.add(record);
    },
    comesTooLate: async (record) => hasClearNameAlone(record) && (await areNoted(pools.hot)),
    complete: (completion) => completions.add(completion),
    read: (identity) => readRecord(pools.hot, identity),
    takeOver: (identity, seen, token) => takeOver(pools.hot, times, identity, seen, token),
    hold: (identity, token) => hold(pools.hot, identity, token),
    release: (identity, token) => release(pools.hot, identity, token),
    deleteOlderThan: (retentionMs, limit) => deleteOlderThan(pools.background, retentionMs, limit),
    listUnfinished: (retentionMs, after, limit) =>
      listUnfinished(pools.background, retentionMs, after, limit),
    forgetUnfinished: (retentionMs, keys) => forgetUnfinished(pools.background, retentionMs, keys),
    listClearNames: (after, limit) => listClearNames(pools.background, after, limit),
    renameKeys: (keys) => renameKeys(pools.background, keys),
    flush: async () => {
      await Promise.all([inserts.flush(), completions.flush()]);
    },
  };
}

function shareCompletions(pool: Pool, packs: Packs): SharedCommit<Completion, boolean> {
  const statement = rowsStatement({
    name: "idempotency_complete",
    columns: [
      ["key_id", "text"],
      ["operation", "text"],
      ["idempotency_key", "text"],
      ["token", "uuid"],
      ["status", "smallint"],
      ["body", "text"],
      ["packed", "bytea"],
    ],
    text: (input) => `
    update idempotency.records as r
       set state = 'done', response_status = input.status, response_body = input.body,
           response_packed = input.packed, token = null, start_before = null, lease_until = null
      from ${input}
     where r.key_id = input.key_id and r.operation = input.operation and r.idempotency_key = input.idempotency_key
       and r.token = input.token and r.state <> 'done'
    returning input.ord`,
  });
  return sharedCommit<Completion, boolean>({
    name: "idempotency_complete",
    keyOf,
    run: async (items) => {
      const rows = await query<{ ord: number }>(
        pool,
        statement.of(
          items.map((item) => [
            item.key_id,
            item.operation,
            item.idempotency_key,
            item.token,
            item.response.status,
            ...(packs() ? [null, packText(item.response.body)] : [item.response.body, null]),
          ]),
        ),
      );
      const completed = new Set(rows.map((row) => row.ord));
      return items.map((_, index) => completed.has(index + 1));
    },
  });
}

/** Of a key's names its own is looked for first; a record has one of them. */
async function readRecord(pool: Pool, key: NamedKey): Promise<StoredRecord | null> {
  const names = [key.idempotency_key, ...(key.other_names ?? [])];
  const rows = await query<StoredRecord & { readonly response_packed: Buffer | null }>(pool, {
    name: "idempotency_read",
    text: `select r.idempotency_key, r.object_id, r.state, r.token, r.fingerprint_key_id,
                  encode(r.fingerprint, 'hex') as fingerprint, ${MILLIS("r.start_before")} as start_before_ms,
                  r.lease_until <= platform.clock() as lapsed, r.response_status, r.response_body,
                  r.response_packed
             from idempotency.records as r
            where r.key_id = $1 and r.operation = $2 and r.idempotency_key = any ($3::text[])
            order by array_position($3::text[], r.idempotency_key) limit 1`,
    values: [key.key_id, key.operation, names],
  });
  const [record] = rows;
  if (record === undefined) return null;
  const { response_packed: packed, ...row } = record;
  return { ...row, response_body: plainText(row.response_body, packed) };
}

async function takeOver(
  pool: Pool,
  times: Times,
  identity: KeyIdentity,
  seen: StoredRecord,
  token: string,
): Promise<number | null> {
  const rows = await query<{ start_before_ms: number }>(pool, {
    name: "idempotency_take_over",
    text: `update idempotency.records as r
              set state = 'open', token = $4, start_before = at.now + ${times.deadlineMs} * interval '1 ms',
                  lease_until = at.now + ${times.leaseMs} * interval '1 ms'
             from (select date_trunc('milliseconds', platform.clock()) as now) as at
            where ${SAME_KEY} and r.state = $5 and r.token is not distinct from $6::uuid
              and (r.state = 'held' or r.lease_until <= at.now)
        returning ${MILLIS("r.start_before")} as start_before_ms`,
    values: [...keyValues(identity), token, seen.state, seen.token],
  });
  return rows[0]?.start_before_ms ?? null;
}

async function hold(pool: Pool, identity: KeyIdentity, token: string): Promise<boolean> {
  const rows = await query(pool, {
    name: "idempotency_hold",
    text: `update idempotency.records as r set state = 'held'
            where ${SAME_KEY} and r.token = $4 and r.state in ('open', 'held') returning 1 as held`,
    values: [...keyValues(identity), token],
  });
  return rows.length === 1;
}

async function release(pool: Pool, identity: KeyIdentity, token: string): Promise<boolean> {
  const rows = await query(pool, {
    name: "idempotency_release",
    text: `delete from idempotency.records as r where ${SAME_KEY} and r.token = $4 and r.state = 'open' returning 1 as released`,
    values: [...keyValues(identity), token],
  });
  return rows.length === 1;
}

async function deleteOlderThan(pool: Pool, retentionMs: number, limit: number): Promise<number> {
  const rows = await query(pool, {
    name: "idempotency_delete_old",
    text: `delete from idempotency.records as r
            where r.ctid = any (array(select old.ctid from idempotency.records as old
                                       where old.state = 'done'
                                         and old.created_at < (select platform.clock()) - $1 * interval '1 ms'
                                       limit $2))
              and r.state = 'done'
        returning 1 as deleted`,
    values: [retentionMs, limit],
  });
  return rows.length;
}

/** Older than the retention; nobody works on it, and its attempt can make nothing any more. */
const UNFINISHED = `r.state <> 'done' and r.created_at < (select platform.clock()) - $2::bigint * interval '1 ms' and ${NOBODY_WORKS}`;

function listUnfinished(
  pool: Pool,
  retentionMs: number,
  after: KeyIdentity | null,
  limit: number,
): Promise<UnfinishedKey[]> {
  return query<UnfinishedKey>(pool, {
    name: "idempotency_list_unfinished",
    // By age first, and never through all keys in their order: hardly any is old and not done.
    text: `with old as materialized (
             select r.key_id, r.operation, r.idempotency_key, r.object_id, r.token from idempotency.records as r where ${UNFINISHED}
           )
           select * from old
            where $3::text is null or (key_id, operation, idempotency_key) > ($3, $4::text, $5::text)
            order by key_id, operation, idempotency_key limit $1`,
    values: [
      limit,
      retentionMs,
      after?.key_id ?? null,
      after?.operation ?? null,
      after?.idempotency_key ?? null,
    ],
  });
}

/** A takeover names another token, so that what somebody works on again since then stays. */
async function forgetUnfinished(
  pool: Pool,
  retentionMs: number,
  keys: readonly UnfinishedKey[],
): Promise<number> {
  const input = rowsInput([
    ["key_id", "text"],
    ["operation", "text"],
    ["idempotency_key", "text"],
    ["object_id", "text"],
    ["token", "uuid"],
  ]);
  const rows = await query(pool, {
    name: "idempotency_forget_unfinished",
    text: `delete from idempotency.records as r using ${input.sql}
            where r.key_id = input.key_id and r.operation = input.operation and r.idempotency_key = input.idempotency_key
              and r.object_id = input.object_id and r.token is not distinct from input.token and ${UNFINISHED}
        returning 1 as forgotten`,
    values: [
      ...input.values(
        keys.map((key) => [key.key_id, key.operation, key.idempotency_key, key.object_id, key.token]),
      ),
      retentionMs,
    ],
  });
  return rows.length;
}
