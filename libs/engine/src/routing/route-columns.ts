/**
 * For a migration: why an object went where it went, as short JSON. Null where there was nothing to choose, and in rows of
 * before.
 */
export const addRouteSql = (table: string): string =>
  `alter table ${table} add column route text check (char_length(route) <= 2000)`;

export const dropRouteSql = (table: string): string => `alter table ${table} drop column route`;
