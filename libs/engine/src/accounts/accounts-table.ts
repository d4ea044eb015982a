/**
 * For a migration: a service's own copy of merchants' accounts at acquirers, sent by the gateway and never changed
 * here. Secrets in it are encrypted (docs/decisions/0099-acquirer-accounts.md).
 */
export const accountsTableSql = (schema: string): string => `
  create table ${schema}.acquirer_accounts (
    id text primary key check (id ~ '^acq_[A-Za-z0-9]{24}$'),
    change bigint not null check (change > 0),
    account jsonb not null check (account ->> 'id' = id)
  );
  create index acquirer_accounts_by_change on ${schema}.acquirer_accounts (change)`;

export const dropAccountsTableSql = (schema: string): string => `drop table ${schema}.acquirer_accounts`;
