/**
 * For a migration: each row names its acquirer. A constant default is kept in the catalogue: rows of before have it at
 * once, and none is written. Processes of the release before insert without the column, so the default stays until a
 * migration of the next release drops it; the code does not rely on it.
 */
export const addProviderSql = (table: string): string =>
  `alter table ${table} add column provider text not null default 'sandbox'`;

export const dropProviderSql = (table: string): string => `alter table ${table} drop column provider`;
