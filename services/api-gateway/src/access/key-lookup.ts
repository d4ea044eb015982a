import { timingSafeEqual } from "node:crypto";
import type { KeyPermission } from "@flowlix/contracts";
import { query, readPatiently, type NamedStatement, type Pools } from "@flowlix/persistence";
import { TIME_LADDER } from "@flowlix/runtime";
import { NAME_FOR_PAYERS } from "../store/branding-store.ts";
import type { ApiCaller } from "./api-caller.ts";

/**
 * What the database says of a key's hash. The database's clock decides what has ended
 * (docs/design/architecture.md#rule-13).
 */
export type KeyFound =
  | {
      readonly kind: "caller";
      readonly caller: ApiCaller;
      /** Until the secret or key ends; null: never. */ readonly endsInMs: number | null;
    }
  | { readonly kind: "refused"; readonly reason: "unknown" | "expired" | "revoked" };

export type KeyLookup = (hash: Buffer) => Promise<KeyFound>;

interface Row {
  readonly hash: Buffer;
  readonly key_id: string;
  readonly merchant_id: string;
  readonly merchant_name: string;
  readonly livemode: boolean;
  readonly permissions: KeyPermission[];
  readonly revoked: boolean;
  readonly ends_in_ms: number | null;
  readonly provisioned: boolean;
  readonly payments_enabled: boolean;
  readonly payouts_enabled: boolean;
  readonly card_attempts: number;
  readonly has_acquirer: boolean;
  readonly had_acquirer: boolean;
}

const KEY_BY_HASH: NamedStatement = {
  name: "gateway_key_by_hash",
  text: `
  select s.hash, k.id as key_id, k.merchant_id, k.livemode, k.permissions, k.revoked_at is not null as revoked,
         ${NAME_FOR_PAYERS} as merchant_name,
         floor(extract(epoch from least(k.expires_at, s.ends_at) - platform.clock()) * 1000)::bigint as ends_in_ms,
         a.provisioned, a.payments_enabled, a.payouts_enabled, a.card_attempts,
         exists (select from gateway.acquirer_accounts q
                  where q.merchant_id = k.merchant_id and q.livemode = k.livemode and q.status = 'active') as has_acquirer,
         exists (select from gateway.acquirer_accounts q
                  where q.merchant_id = k.merchant_id and q.livemode = k.livemode) as had_acquirer
    from gateway.api_key_secrets s
    join gateway.api_keys k on k.id = s.key_id
    join gateway.merchant_accounts a on a.merchant_id = k.merchant_id and a.livemode = k.livemode
    join gateway.merchants m on m.id = k.merchant_id
   where s.hash = $1`,
};

const UNKNOWN: KeyFound = { kind: "refused", reason: "unknown" };

/** Prepared on every connection for reads before the first request comes. */
export const KEY_STATEMENTS: readonly NamedStatement[] = [KEY_BY_HASH];

/**
 * Looks a key up by its hash; one indexed read, which takes as long as it takes while the database is there: how long a
 * request waits for it is the request's own business.
 * Errors: the driver's, when the database is away.
 */
export function createKeyLookup(pool: Pools["read"], ping: Pools["ping"]): KeyLookup {
  const patience = { ping, limitMs: TIME_LADDER.requestMaxMs };
  return async (hash) => {
    const read = () => query<Row>(pool, { ...KEY_BY_HASH, values: [hash] });
    const [row] = await readPatiently(read, patience);
    // The index compared byte by byte; the answer does not rest on that comparison alone.
    if (row === undefined || !timingSafeEqual(row.hash, hash)) return UNKNOWN;
    if (row.revoked) return { kind: "refused", reason: "revoked" };
    if (row.ends_in_ms !== null && row.ends_in_ms <= 0) return { kind: "refused", reason: "expired" };
    return { kind: "caller", caller: callerOf(row), endsInMs: row.ends_in_ms };
  };
}

function callerOf(row: Row): ApiCaller {
  return {
    keyId: row.key_id,
    merchantId: row.merchant_id,
    merchantName: row.merchant_name,
    livemode: row.livemode,
    permissions: row.permissions,
    account: {
      provisioned: row.provisioned,
      hasAcquirer: row.has_acquirer,
      hadAcquirer: row.had_acquirer,
      paymentsEnabled: row.payments_enabled,
      payoutsEnabled: row.payouts_enabled,
      cardAttempts: row.card_attempts,
    },
  };
}
