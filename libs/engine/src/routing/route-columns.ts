import type { OwnerName } from "../owner/owner-name.ts";

/**
 * For a migration: why an object went where it went, as short JSON. Null where there was nothing to choose, and in rows
 * of before.
 */
export const addRouteSql = (table: string): string =>
  `alter table ${table} add column route text check (char_length(route) <= 2000)`;

/**
 * The first account of an object `o` that went to another one, because that account executed nothing of it; null for
 * any other object (docs/decisions/0105-a-second-account.md).
 */
export const firstAccountSql = `(case when o.route like '%"instead_of"%' then o.route::json #>> '{instead_of,account}' end)`;

const SWITCHING: OwnerName = "payments";

/** Whether an account, as SQL, is the first one of the object `o` of that owner. Payments alone go to another one. */
export const isFirstAccountSql = (owner: string, account: string): string =>
  owner === SWITCHING ? `coalesce(${firstAccountSql} = ${account}, false)` : "false";

export const dropRouteSql = (table: string): string => `alter table ${table} drop column route`;
