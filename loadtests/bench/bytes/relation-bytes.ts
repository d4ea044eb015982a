import type { DatabaseProbe } from "../measure/database.ts";

/** A table, an index or a table's long values, with what it takes. */
export interface RelationBytes {
  /** `schema.table`, `schema.table: index`, `schema.table: long values`. */
  readonly name: string;
  readonly kind: "table" | "index" | "long values";
  readonly bytes: number;
}

/** What each relation is called, and where it is kept. */
const NAMED = `
  select c.oid, coalesce(nullif(pg_relation_filenode(c.oid), 0), 0) as filenode,
         n.nspname || '.' || t.relname || case c.relkind when 'i' then ': ' || c.relname when 't' then ': long values' else '' end as name,
         case c.relkind when 'i' then 'index' when 't' then 'long values' else 'table' end as kind
    from pg_class c
    left join pg_index i on i.indexrelid = c.oid
    left join pg_class toast on toast.oid = i.indrelid and toast.relkind = 't'
    join pg_class t on t.oid = case when c.relkind = 'r' then c.oid
                                    when c.relkind = 't' then (select o.oid from pg_class o where o.reltoastrelid = c.oid)
                                    when toast.oid is not null then (select o.oid from pg_class o where o.reltoastrelid = toast.oid)
                                    else i.indrelid end
    join pg_namespace n on n.oid = t.relnamespace
   where c.relkind in ('r', 'i', 't') and n.nspname not in ('pg_catalog', 'information_schema')`;

/** After VACUUM, so that what ended is not counted twice. */
export async function relationBytes(probe: DatabaseProbe): Promise<RelationBytes[]> {
  await probe.rows("vacuum");
  const rows = await probe.rows<{ name: string; kind: RelationBytes["kind"]; bytes: string }>(
    `select name, kind, pg_relation_size(oid)::text as bytes from (${NAMED}) as named order by name`,
  );
  return rows.map((row) => ({ ...row, bytes: Number(row.bytes) }));
}

export interface LogBytes {
  readonly name: string;
  /** What changed, without the images of pages. */
  readonly changes: number;
  /** Images of whole pages, which the first change after a checkpoint writes. */
  readonly images: number;
}

/** What the write-ahead log holds of each relation, from one of its places to another. */
export async function logBytes(probe: DatabaseProbe, from: string, to: string): Promise<LogBytes[]> {
  await probe.rows("create extension if not exists pg_walinspect");
  const rows = await probe.rows<{ name: string; changes: string; images: string }>(
    `select coalesce(named.name, 'catalogue and dropped') as name,
            sum(block.block_data_length + case when block.block_id = 0 then block.main_data_length else 0 end)::text as changes,
            sum(block.block_fpi_length)::text as images
       from pg_get_wal_block_info('${from}', '${to}', false) as block
       left join (${NAMED}) as named on named.filenode = block.relfilenode
      group by 1 order by 1`,
  );
  return rows.map(({ name, changes, images }) => ({
    name,
    changes: Number(changes),
    images: Number(images),
  }));
}

/** Where the log is. */
export async function logPlace(probe: DatabaseProbe): Promise<string> {
  const [row] = await probe.rows<{ at: string }>("select pg_current_wal_insert_lsn()::text as at");
  if (row === undefined) throw new Error("the server does not say where its log is");
  return row.at;
}
