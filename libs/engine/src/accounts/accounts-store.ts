import type { AcquirerAccount } from "@flowlix/contracts";
import { query, type Pool } from "@flowlix/persistence";

/** A service's own copy of the accounts, in its database. */
export interface AccountsStore {
  /** Keeps what is newer than what is there; answers the last change that is kept then, 0 where there is none. */
  keep(accounts: readonly AcquirerAccount[]): Promise<number>;
  /** What was changed after this change, oldest change first. */
  after(change: number, limit: number): Promise<readonly AcquirerAccount[]>;
}

export function createAccountsStore(pool: Pool, schema: string): AccountsStore {
  const keepSql = `
    with given as (
      select a.account, a.account ->> 'id' as id, (a.account ->> 'change')::bigint as change
        from jsonb_array_elements($1::jsonb) as a (account)
    ), kept as (
      insert into ${schema}.acquirer_accounts as k (id, change, account)
      select id, change, account from given order by id
      on conflict (id) do update set change = excluded.change, account = excluded.account
       where k.change < excluded.change
      returning k.change
    )
    select greatest((select max(change) from kept), (select max(change) from ${schema}.acquirer_accounts), 0) as change`;
  const afterSql = `
    select account from ${schema}.acquirer_accounts where change > $1 order by change limit $2`;
  return {
    keep: async (accounts) => {
      const [row] = await query<{ change: number }>(pool, {
        name: `${schema}_accounts_keep`,
        text: keepSql,
        values: [JSON.stringify(accounts)],
      });
      return row?.change ?? 0;
    },
    after: async (change, limit) => {
      const rows = await query<{ account: AcquirerAccount }>(pool, {
        name: `${schema}_accounts_after`,
        text: afterSql,
        values: [change, limit],
      });
      return rows.map(({ account }) => account);
    },
  };
}
