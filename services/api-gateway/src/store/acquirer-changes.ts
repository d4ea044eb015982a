import type { AcquirerAccount } from "@flowlix/contracts";
import { query, type Pool } from "@flowlix/persistence";

const COLUMNS = `id, merchant_id, livemode, provider, label, status, currencies, methods, weight, limits, settings,
  secrets, ceil(extract(epoch from secrets_changed_at))::bigint as secrets_changed_at, version, change`;

/** Number of the last change of any account; 0 where there was none. */
export async function lastChange(pool: Pool): Promise<number> {
  const [row] = await query<{ last: number }>(pool, {
    name: "gateway_acquirer_changes_last",
    text: "select last from gateway.acquirer_changes",
    values: [],
  });
  return row?.last ?? 0;
}

/** Accounts that were changed after this change, oldest change first. */
export const changedAfter = (
  pool: Pool,
  change: number,
  limit: number,
): Promise<readonly AcquirerAccount[]> =>
  query<AcquirerAccount>(pool, {
    name: "gateway_acquirer_accounts_after",
    text: `select ${COLUMNS} from gateway.acquirer_accounts where change > $1 order by change limit $2`,
    values: [change, limit],
  });

/**
 * An owner has a later change than this database: the database was restored from a backup. Its accounts are the truth
 * again. So every account gets a change after all that were ever sent.
 */
export const renumberAll = (pool: Pool, after: number): Promise<unknown> =>
  query(pool, {
    name: "gateway_acquirer_accounts_anew",
    text: `
      with counted as (
        update gateway.acquirer_changes
           set last = $1 + (select count(*) from gateway.acquirer_accounts)
         where last < $1
        returning 1
      ), numbered as (
        select id, row_number() over (order by change) as place from gateway.acquirer_accounts
      )
      update gateway.acquirer_accounts as a set change = $1 + n.place
        from numbered as n where n.id = a.id and exists (select from counted)`,
    values: [after],
  });
