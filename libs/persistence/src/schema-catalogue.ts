import type { Client } from "pg";

/** What a schema consists of: a definition for each thing in it, `table payments column amount` → `bigint not null`. */
export type SchemaCatalogue = Readonly<Record<string, string>>;

/** What one migration leaves otherwise than it found it: a definition, or null of what it took away. */
export type SchemaChanges = Readonly<Record<string, string | null>>;

/** What each migration of a schema changes, by its name; written by `make migration-checksums`. */
export type SchemaHistory = Readonly<Record<string, SchemaChanges>>;

/**
 * Everything of one schema but the tables of its migrations, and how full pages are filled: an operator may change
 * that, and nothing depends on it. Without a search path, so that definitions read the same for every role. Not-null
 * constraints are told with their column: newer servers keep them as constraints as well.
 */
const CATALOGUE_SQL = `
  with here as (select oid from pg_namespace where nspname = $1),
  relations as (
    select c.oid, c.relname, c.relkind,
           nullif(array(select one from unnest(c.reloptions) as one where one not like 'fillfactor=%'), '{}') as reloptions
      from pg_class c, here
     where c.relnamespace = here.oid and c.relname not in ('migrations', 'migrations_id_seq', 'migration_compatibility')
  )
  select 'table ' || relname as key, concat_ws(' ', 'kind ' || relkind::text, 'with ' || reloptions::text) as definition
    from relations where relkind in ('r', 'p', 'v', 'm', 'S')
  union all
  select 'table ' || relname || ' column ' || attname,
         concat_ws(' ', format_type(atttypid, atttypmod),
           case when attnotnull then 'not null' end,
           'identity ' || nullif(attidentity::text, ''),
           'generated ' || nullif(attgenerated::text, ''),
           'default ' || pg_get_expr(adbin, adrelid))
    from relations r join pg_attribute a on a.attrelid = r.oid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where relkind in ('r', 'p', 'v', 'm') and attnum > 0 and not attisdropped
  union all
  select 'table ' || relname || ' constraint ' || conname, pg_get_constraintdef(c.oid)
    from relations r join pg_constraint c on c.conrelid = r.oid where contype in ('c', 'f', 'p', 'u', 'x')
  union all
  select 'index ' || i.relname, pg_get_indexdef(x.indexrelid) || case when indisvalid then '' else ' (invalid)' end
    from relations r join pg_index x on x.indrelid = r.oid join pg_class i on i.oid = x.indexrelid
  union all
  select 'table ' || relname || ' trigger ' || tgname, pg_get_triggerdef(t.oid) || ' ' || tgenabled::text
    from relations r join pg_trigger t on t.tgrelid = r.oid where not tgisinternal
  union all
  select 'domain ' || typname, format_type(typbasetype, typtypmod) || case when typnotnull then ' not null' else '' end
    from pg_type t, here where t.typnamespace = here.oid and typtype = 'd'
  union all
  select 'domain ' || typname || ' constraint ' || conname, pg_get_constraintdef(c.oid)
    from pg_type t join pg_constraint c on c.contypid = t.oid, here
   where t.typnamespace = here.oid and contype = 'c'
  union all
  select 'enum ' || typname, string_agg(enumlabel, ', ' order by enumsortorder)
    from pg_type t join pg_enum e on e.enumtypid = t.oid, here where t.typnamespace = here.oid group by typname
  union all
  select 'statistics ' || stxname, pg_get_statisticsobjdef(s.oid)
    from pg_statistic_ext s, here where s.stxnamespace = here.oid
  union all
  select 'function ' || proname || '(' || pg_get_function_identity_arguments(p.oid) || ')',
         concat_ws(' ', pg_get_function_result(p.oid), l.lanname, provolatile::text, md5(prosrc))
    from pg_proc p join pg_language l on l.oid = p.prolang, here where p.pronamespace = here.oid
  order by 1`;

/**
 * Reads a schema; needs no right to it. An empty catalogue where there is none. The session must have no transaction
 * open.
 */
export async function readCatalogue(db: Pick<Client, "query">, schema: string): Promise<SchemaCatalogue> {
  await db.query("begin read only; set local search_path = ''");
  try {
    const { rows } = await db.query(CATALOGUE_SQL, [schema]);
    return Object.fromEntries(rows.map(({ key, definition }) => [String(key), String(definition)]));
  } finally {
    await db.query("rollback");
  }
}
