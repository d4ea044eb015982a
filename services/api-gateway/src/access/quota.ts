/** How much of its quota a key has left after one request. */
export interface QuotaState {
  readonly allowed: boolean;
  /** Size of the bucket: what a key may spend at once. */
  readonly limit: number;
  readonly remaining: number;
  /** Unix second at which the bucket is full again. */
  readonly resetAt: number;
  /** Seconds until one more request would be allowed; 0 while one is. */
  readonly retryAfterS: number;
}

export interface QuotaSettings {
  readonly perSecond: number;
  readonly burst: number;
  readonly replicas: number;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
  readonly keysMax?: number;
}

export interface Quota {
  take(keyId: string): QuotaState;
}

/** Buckets kept in memory; a key that comes back after being dropped starts with a full one. */
const KEYS_MAX = 20_000;

interface Bucket {
  tokens: number;
  filledAt: number;
}

/**
 * Each process gets its part of a key's quota, but never less than half of the setting
 * (docs/design/decisions.md#quota).
 */
export const shareOf = (setting: number, replicas: number): number =>
  Math.max(setting / replicas, setting / 2);

/** A token bucket per key and process (docs/design/decisions.md#quota). */
export function createQuota(settings: QuotaSettings): Quota {
  const perMs = shareOf(settings.perSecond, settings.replicas) / 1000;
  const burst = Math.max(1, Math.floor(shareOf(settings.burst, settings.replicas)));
  const keysMax = settings.keysMax ?? KEYS_MAX;
  const buckets = new Map<string, Bucket>();

  function bucketOf(keyId: string, now: number): Bucket {
    const known = buckets.get(keyId);
    if (known !== undefined) return known;
    if (buckets.size >= keysMax) dropOne(buckets);
    const bucket = { tokens: burst, filledAt: now };
    buckets.set(keyId, bucket);
    return bucket;
  }

  return {
    take(keyId) {
      const now = settings.nowMs();
      const bucket = bucketOf(keyId, now);
      bucket.tokens = Math.min(burst, bucket.tokens + (now - bucket.filledAt) * perMs);
      bucket.filledAt = now;
      const allowed = bucket.tokens >= 1;
      if (allowed) bucket.tokens -= 1;
      return {
        allowed,
        limit: burst,
        remaining: allowed ? Math.floor(bucket.tokens) : 0,
        resetAt: Math.ceil((Date.now() + (burst - bucket.tokens) / perMs) / 1000),
        retryAfterS: allowed ? 0 : Math.max(1, Math.ceil((1 - bucket.tokens) / perMs / 1000)),
      };
    },
  };
}

/** Drops the key that was first seen longest ago: cheap, and only reached with more live keys than KEYS_MAX. */
function dropOne(buckets: Map<string, Bucket>): void {
  const oldest = buckets.keys().next();
  if (!oldest.done) buckets.delete(oldest.value);
}
