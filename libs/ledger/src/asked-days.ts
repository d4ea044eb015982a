/**
 * For the with clause of a statement: has days, of a relation with the column `day`, compared anew before anything
 * else. One that is just being counted is counted from its beginning.
 */
export const askForSql = (schema: string, days: string): string => `
  insert into ${schema}.journal_asked as a (day)
  select d.day from ${days} as d, ${schema}.journal_progress as p where d.day <= p.checked_day
  on conflict (day) do nothing
), counted_anew as (${countAnewSql(schema, days)}`;

/** Forgets what was counted so far of days, as something is done to their rows. */
export const countAnewSql = (schema: string, days: string): string => `
  delete from ${schema}.journal_comparing where day in (select d.day from ${days} as d)`;
