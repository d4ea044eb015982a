import type { Pool, PoolClient } from "pg";
import { query } from "@flowlix/persistence";

/** A key as this process has it: `check` shows whether two have the same bytes, and nothing else of them. */
export interface HeldKey {
  readonly id: string;
  readonly check: Buffer;
}

/** A key as the database knows it. Ages are in ms of database time and negative for what is to come; null is never. */
export interface NotedKey extends HeldKey {
  readonly registeredAge: number;
  readonly missedAge: number | null;
  readonly activeFromAge: number | null;
  readonly activeAge: number | null;
}

const age = (column: string, name: string): string =>
  `(extract(epoch from platform.clock() - ${column}) * 1000)::float8 as "${name}"`;

const NOTED = `select id, check_value as "check", ${age("registered_at", "registeredAge")}, ${age("missed_at", "missedAge")},
    ${age("active_from", "activeFromAge")}, ${age("active_at", "activeAge")} from gateway.fingerprint_keys`;

export const readNotedKeys = (pool: Pool): Promise<NotedKey[]> =>
  query<NotedKey>(pool, { name: "gateway_fingerprint_keys", text: NOTED, values: [] });

/**
 * Notes the ring of a process that runs: that it has these keys, lacks all others, and names Idempotency-Keys with
 * `using`. Errors: the driver's.
 */
export async function noteRing(
  pool: Pool,
  ring: readonly HeldKey[],
  using: readonly string[],
): Promise<void> {
  await query(pool, {
    name: "gateway_note_ring",
    text: `update gateway.fingerprint_keys as k
              set missed_at = case when held.id is null then platform.clock() else k.missed_at end,
                  active_at = case when held.id is not null and k.id = any ($3::text[]) then platform.clock() else k.active_at end
             from gateway.fingerprint_keys as noted
                  left join unnest($1::text[], $2::bytea[]) as held(id, check_value)
                    on held.id = noted.id and held.check_value = noted.check_value
            where noted.id = k.id and (held.id is null or k.id = any ($3::text[]))`,
    values: [ring.map(({ id }) => id), ring.map(({ check }) => check), using],
  });
}

/** What a ring is checked against. */
export interface RingRecord {
  readonly noted: readonly NotedKey[];
  /** Whether a merchant ever had an API key of live mode: without one, no request of before can move money. */
  readonly isLive: boolean;
}

export interface Entry {
  /** In use from now on, or only from that many ms on. */
  readonly activeId: string;
  readonly afterMs: number;
  /** May have been in use until now. */
  readonly maybeActive: readonly string[];
  /** Whose bytes are new. */
  readonly registered: readonly HeldKey[];
  /** In use within the retention and not in the ring. */
  readonly lost: readonly NotedKey[];
}

/**
 * Checks the ring of one process after the other against the notes, and notes the result. A refused ring leaves no
 * note. Answers what was noted. Errors: those of `checkRing`; the driver's.
 */
export async function enterRing(pool: Pool, checkRing: (record: RingRecord) => Entry): Promise<Entry> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("lock table gateway.fingerprint_keys in share row exclusive mode");
    const { rows: noted } = await client.query<NotedKey>(NOTED);
    const { rows: live } = await client.query("select 1 from gateway.api_keys where livemode limit 1");
    const entry = checkRing({ noted, isLive: live.length > 0 });
    await note(client, entry);
    await client.query("commit");
    client.release();
    return entry;
  } catch (error) {
    // Closed with its transaction, whatever state that is in.
    client.release(true);
    throw error;
  }
}

async function note(
  client: PoolClient,
  { activeId, afterMs, maybeActive, registered, lost }: Entry,
): Promise<void> {
  // A gateway that starts later, with live keys perhaps, must find nothing under a key that is gone for good.
  await client.query("delete from gateway.fingerprint_keys where id = any ($1::text[])", [
    lost.map(({ id }) => id),
  ]);
  await client.query(
    `insert into gateway.fingerprint_keys (id, check_value, registered_at)
     select id, check_value, platform.clock() from unnest($1::text[], $2::bytea[]) as held(id, check_value)
         on conflict (id) do update set check_value = excluded.check_value, registered_at = excluded.registered_at,
                                        missed_at = null, active_from = null, active_at = null`,
    [registered.map(({ id }) => id), registered.map(({ check }) => check)],
  );
  await client.query(
    `update gateway.fingerprint_keys
        set active_at = platform.clock(),
            active_from = case when id = $1 and $2::float8 >= 0 then platform.clock() + $2 * interval '1 ms' else active_from end
      where id = $1 or id = any ($3::text[])`,
    [activeId, afterMs, maybeActive],
  );
}
