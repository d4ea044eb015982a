import { TIME_LADDER } from "@flowlix/runtime";

/**
 * A void begins within its claim and is one statement, which its server ends after 8 s (`createPools`): so long after
 * the claim nothing is voided any more. A key is given to nobody else for 15 s after the claim, so that a row is
 * in lists before any other request has seen it.
 */
const VOID_MS = 10_000;

/** No claim is longer; with room for the clocks of two databases. */
const CLAIM_MAX_MS = TIME_LADDER.requestMaxMs + 10_000;

const ago = (ms: number) => `(select platform.clock()) - interval '${ms} ms'`;

/**
 * Whether the row of that alias may still be voided by the create that made it, as where its provider answers 429
 * (docs/design/architecture.md#lists). Only the first attempt voids, and only what nobody has moved since: `version` is
 * then as it was made, or as the same attempt left it when it went to a second account.
 */
const isProvisional = (row: string) =>
  `(${row}.status = 'PENDING' and (${row}.version = 1 or ${row}.version = 2 and ${row}.card_attempt = 2)
    and ${row}.submit_until > ${ago(VOID_MS)})`;

/** Whether the row of that alias is certain to stay, and so may be listed. */
export const isToStay = (row: string) => `${isProvisional(row)} is not true`;

/**
 * When the first provisional row was made among those that keep some conditions for the alias `o`; null where none is.
 */
export const firstProvisionalSql = (conditions: readonly string[]) => `(
  select o.created_at from payments.payments as o
   where ${[...conditions, `o.created_at > ${ago(VOID_MS + CLAIM_MAX_MS)}`, isProvisional("o")].join(" and ")}
   order by o.created_at, o.seq limit 1)`;
