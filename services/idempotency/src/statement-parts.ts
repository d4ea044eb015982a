import type { KeyIdentity } from "@flowlix/contracts";

/** How long a request may take, and how long its key is its own (docs/design/decisions.md#times). */
export interface Times {
  readonly deadlineMs: number;
  readonly leaseMs: number;
}

export const MILLIS = (column: string): string => `(extract(epoch from ${column}) * 1000)::bigint`;

export const keyOf = (identity: KeyIdentity): string =>
  `${identity.key_id}\n${identity.operation}\n${identity.idempotency_key}`;

/** When nothing of the last attempt can be under way any more, its commit included. */
const ATTEMPT_OVER_MS = 60_000;

/** Of records that are not done: no attempt can still be at work on one that this holds for. */
export const NOBODY_WORKS = `(r.state = 'held' or r.lease_until <= (select platform.clock()))
    and coalesce(r.start_before <= (select platform.clock()) - ${ATTEMPT_OVER_MS} * interval '1 ms', true)`;

/** As Postgres reads an array from text. */
export const arrayText = (names: readonly string[]): string =>
  `{${names.map((name) => `"${name.replaceAll(/["\\]/g, "\\$&")}"`).join(",")}}`;
