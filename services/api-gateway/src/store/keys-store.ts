import type { KeyPermission } from "@flowlix/contracts";
import { newId } from "@flowlix/runtime";
import { appendAudit, transact } from "@flowlix/persistence";
import type { DataSource, EntityManager } from "typeorm";
import { hashOfKey, newKeyText } from "../access/key-text.ts";
import { ApiKey, ApiKeySecret } from "./entities.ts";
import { modeOf, type Mode } from "./mode.ts";
import { Refusal } from "./refusal.ts";

export interface NewKey {
  readonly merchantId: string;
  readonly livemode: boolean;
  readonly permissions: readonly KeyPermission[];
  /** Unix seconds; null for a key that does not expire. */
  readonly expiresAt: number | null;
}

/** The only answer that ever carries a key's text. */
export interface IssuedKey {
  readonly key_id: string;
  readonly api_key: string;
}

export interface KeyView {
  readonly key_id: string;
  readonly merchant_id: string;
  readonly mode: Mode;
  readonly permissions: readonly KeyPermission[];
  readonly status: "active" | "expired" | "revoked";
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
  readonly last_used_at: number | null;
  /** Secrets that open the key now: two during the overlap after a roll. */
  readonly secrets: number;
}

/**
 * Errors: Refusal not_found for a merchant that does not exist; invalid_argument for an end that is over
 * already by the database's clock: such a key would never open anything.
 */
export function createKey(db: DataSource, key: NewKey, actor: string): Promise<IssuedKey> {
  return transact(db, async (manager) => {
    if (key.expiresAt !== null) await refusePast(manager, key.expiresAt);
    const merchants = await manager.query<unknown[]>("select 1 from gateway.merchants where id = $1", [
      key.merchantId,
    ]);
    if (merchants.length === 0) throw new Refusal("not_found", `no such merchant: ${key.merchantId}`);
    return insertKey(manager, key, newKeyText(key.livemode), actor);
  });
}

/** A key of this text, for a merchant that exists, within a transaction of the caller's. */
export async function insertKey(
  manager: EntityManager,
  key: NewKey,
  text: string,
  actor: string,
): Promise<IssuedKey> {
  const id = newId("key");
  await manager.insert(ApiKey, {
    id,
    merchant_id: key.merchantId,
    livemode: key.livemode,
    permissions: [...key.permissions],
    expires_at: key.expiresAt === null ? null : new Date(key.expiresAt * 1000),
  });
  await addSecret(manager, id, text);
  await appendAudit(manager, "gateway", {
    actor,
    act: "key.create",
    subject: id,
    detail: {
      merchant_id: key.merchantId,
      mode: modeOf(key.livemode),
      permissions: key.permissions,
      expires_at: key.expiresAt,
    },
  });
  return { key_id: id, api_key: text };
}

async function refusePast(manager: EntityManager, expiresAt: number): Promise<void> {
  const [at] = await manager.query<{ past: boolean }[]>(
    "select to_timestamp($1::float8) <= platform.clock() as past",
    [expiresAt],
  );
  if (at?.past !== false)
    throw new Refusal("invalid_argument", "expires_at must be a time in the future", "expires_at");
}

async function addSecret(manager: EntityManager, keyId: string, text: string): Promise<void> {
  await manager.insert(ApiKeySecret, { hash: hashOfKey(text), key_id: keyId });
}

/** Ends a key's id for good; repeating it keeps the first time. Errors: Refusal not_found. */
export function revokeKey(db: DataSource, id: string, actor: string): Promise<KeyView> {
  return transact(db, async (manager) => {
    await lockKey(manager, id);
    await manager.query(
      "update gateway.api_keys set revoked_at = coalesce(revoked_at, platform.clock()) where id = $1",
      [id],
    );
    await appendAudit(manager, "gateway", { actor, act: "key.revoke", subject: id });
    return showKey(manager, id);
  });
}

/**
 * Gives a key a new secret and keeps its id, which is the scope of its idempotency keys
 * (docs/design/decisions.md#key-roll). Every secret it had ends after the overlap at the latest, one that an earlier
 * roll promised longer included: who rolls without an overlap wants all others ended. Errors: Refusal not_found,
 * refused for a revoked key.
 */
export function rollKey(db: DataSource, id: string, overlapMs: number, actor: string): Promise<IssuedKey> {
  return transact(db, async (manager) => {
    const key = await lockKey(manager, id);
    if (key.revoked) throw new Refusal("refused", `key ${id} is revoked; create a new one`);
    await manager.query(
      `update gateway.api_key_secrets
          set ends_at = least(ends_at, platform.clock() + $2 * interval '1 millisecond') where key_id = $1`,
      [id, overlapMs],
    );
    const text = newKeyText(key.livemode);
    await addSecret(manager, id, text);
    await appendAudit(manager, "gateway", {
      actor,
      act: "key.roll",
      subject: id,
      detail: { overlap_ms: overlapMs },
    });
    return { key_id: id, api_key: text };
  });
}

/** Two acts on one key go one after the other, so that each sees what the other did. */
async function lockKey(manager: EntityManager, id: string): Promise<{ livemode: boolean; revoked: boolean }> {
  const rows = await manager.query<{ livemode: boolean; revoked: boolean }[]>(
    "select livemode, revoked_at is not null as revoked from gateway.api_keys where id = $1 for update",
    [id],
  );
  const row = rows[0];
  if (row === undefined) throw new Refusal("not_found", `no such key: ${id}`);
  return row;
}

const seconds = (column: string) => `floor(extract(epoch from k.${column}))::bigint as ${column}`;

const SELECT = `
  select k.id as key_id, k.merchant_id, case when k.livemode then 'live' else 'sandbox' end as mode, k.permissions,
         case when k.revoked_at is not null then 'revoked' when k.expires_at <= platform.clock() then 'expired'
              else 'active' end as status,
         ${["created_at", "expires_at", "revoked_at", "last_used_at"].map(seconds).join(", ")},
         (select count(*)::int from gateway.api_key_secrets s
           where s.key_id = k.id and (s.ends_at is null or s.ends_at > platform.clock())) as secrets
    from gateway.api_keys k`;

const LIST_MAX = 1000;

async function showKey(manager: EntityManager, id: string): Promise<KeyView> {
  const [row] = await manager.query<KeyView[]>(`${SELECT} where k.id = $1`, [id]);
  if (row === undefined) throw new Refusal("not_found", `no such key: ${id}`);
  return row;
}

/** A merchant's keys of both modes, newest first, at most 1,000. */
export function listKeys(db: DataSource, merchantId: string): Promise<KeyView[]> {
  return db.query<KeyView[]>(
    `${SELECT} where k.merchant_id = $1 order by k.created_at desc, k.id desc limit $2`,
    [merchantId, LIST_MAX],
  );
}
