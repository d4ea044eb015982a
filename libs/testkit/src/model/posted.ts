import type { Sql } from "./row-history.ts";

/** The table of an owner's objects, beside which its journal is. */
export interface PostedObjects {
  readonly schema: string;
  readonly objects: string;
}

/** The kinds of movement that the journal has of an object. Fails where a row says something else than the object. */
export async function postedKinds(
  database: Sql,
  { schema, objects }: PostedObjects,
  id: string,
): Promise<string[]> {
  const rows = await database.sql(
    `select j.kind, o.id is null or (j.merchant_id, j.livemode, j.amount, j.currency)
                                  = (o.merchant_id, o.livemode, o.amount, o.currency) as agrees
       from ${schema}.journal as j left join ${schema}.${objects} as o on o.id = j.object_id
      where j.object_id = $1 order by j.kind`,
    [id],
  );
  for (const { kind, agrees } of rows)
    if (agrees !== true) throw new Error(`the ${String(kind)} of ${id} is not posted as its object has it`);
  return rows.map(({ kind }) => String(kind));
}
