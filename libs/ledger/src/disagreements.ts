import { JOURNAL_KINDS, MOVEMENTS } from "@flowlix/contracts";
import type { JournalTables } from "./journal-tables.ts";
import { DAY } from "./sum-days.ts";

/**
 * Where the journal and what happened disagree about some objects; `$1` are their ids. A row is missing or
 * unfounded, has another amount, currency, merchant or mode, or has accounts that are not those of its kind. It is
 * one statement, so that both sides are of one moment.
 */
export function disagreementsSql(tables: JournalTables): string {
  const { schema } = tables;
  return `
    with late as (${lateSql(schema, tables.late.exception)}
    ), undone as (${lateSql(schema, tables.undone)}
    ), caused as (${causedSql(tables)}
    ), posted as (
      select object_id, kind, merchant_id, livemode, amount, currency, ${BETWEEN_ITS_ACCOUNTS} as between_its_accounts,
             case when isfinite(at) then ${DAY} end as day
        from ${schema}.journal where object_id = any ($1::text[])
    )
    select case when posted.object_id is null then 'missing' when caused.object_id is null then 'unfounded'
                else 'differs' end as finding,
           coalesce(posted.object_id, caused.object_id) as subject, coalesce(posted.kind, caused.kind) as kind,
           coalesce(posted.merchant_id, caused.merchant_id) as merchant_id,
           coalesce(posted.livemode, caused.livemode) as livemode,
           coalesce(posted.currency, caused.currency) as currency,
           case when (posted.merchant_id, posted.livemode, posted.currency) <> (caused.merchant_id, caused.livemode, caused.currency)
                  or not between_its_accounts then posted.amount
                else coalesce(posted.amount, 0) - coalesce(caused.amount, 0) end as difference, posted.day::text as day
      from posted full join caused using (object_id, kind)
     where (posted.merchant_id, posted.livemode, posted.amount, posted.currency)
           is distinct from (caused.merchant_id, caused.livemode, caused.amount, caused.currency)
        or not between_its_accounts`;
}

const BETWEEN_ITS_ACCOUNTS = `case kind ${JOURNAL_KINDS.map((kind) => {
  const { debit, credit } = MOVEMENTS[kind];
  return `when '${kind}' then debit = '${debit}' and credit = '${credit}'`;
}).join(" ")} else false end`;

/**
 * What must be posted: the ends of objects, and what exceptions say came after. A charge that was given back leaves
 * nothing for its object: a capture beside it would claim money that is not there.
 */
function causedSql(tables: JournalTables): string {
  const { schema, objects, kind, late, apart = "false" } = tables;
  const { reversed, adopted } = late.ends ?? {};
  const parts = [
    `select o.id as object_id, o.merchant_id, o.livemode, o.amount, o.currency, '${kind}' as kind
       from (${byId(`select * from ${schema}.${objects} where id = any ($1::text[])`)}) as o where o.status = 'SUCCEEDED'
        and (${apart} or not exists (select from late where late.object_id = o.id and late.was_reversed))`,
    `select ${LATE}, '${late.kind}' from late`,
    `select ${LATE}, '${tables.undone}' from undone`,
    ...(reversed === undefined ? [] : [`select ${LATE}, '${reversed}' from late where was_reversed`]),
    ...(adopted === undefined
      ? []
      : [
          `select ${LATE}, '${adopted}' from late
            where not was_reversed and exists (${adopterSql(tables, "late.object_id")})`,
        ]),
  ];
  return parts.join(" union all ");
}

/**
 * Finds the rows by their ids and nothing else. Without statistics the planner takes the index of successes for a short
 * one, reads all of it and holds each row against thousands of ids.
 */
const byId = (rows: string) => `${rows} offset 0`;

const LATE = "object_id, merchant_id, livemode, amount, currency";

/** One of an object, however often an operator ended it. */
const lateSql = (schema: string, exception: string) => `
  select ${LATE}, bool_or(resolution is not distinct from 'reversed') as was_reversed from ${schema}.anomalies
   where object_id = any ($1::text[]) and kind = '${exception}'
     and merchant_id is not null and livemode is not null and amount is not null and currency is not null
   group by ${LATE}`;

/** Whether an object of this id has succeeded, with what came late as its own. */
export const adopterSql = (
  { schema, objects, apart = "false" }: Pick<JournalTables, "schema" | "objects" | "apart">,
  id: string,
) =>
  `select from (${byId(`select * from ${schema}.${objects} where id = ${id}`)}) as o where o.status = 'SUCCEEDED' and not (${apart})`;
