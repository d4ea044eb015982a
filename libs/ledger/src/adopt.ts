import { MOVEMENTS } from "@flowlix/contracts";
import { adopterSql } from "./disagreements.ts";
import type { JournalTables } from "./journal-tables.ts";

/** The keys of objects are of the database's own collation: compared by another one, they would not be used. */
const OBJECT_ID = 'j.object_id collate "default"';

/**
 * Takes charges out of suspense that a repeated request has made their object's own: its capture stands for
 * them. Two at once: one of them does it.
 */
export function adoptSql(
  tables: JournalTables,
  { adopted, reversed }: NonNullable<JournalTables["late"]["ends"]>,
): string {
  const { schema, late } = tables;
  const { debit, credit } = MOVEMENTS[adopted];
  return `
    insert into ${schema}.journal (object_id, kind, debit, credit, merchant_id, livemode, amount, currency)
    select j.object_id, '${adopted}', '${debit}', '${credit}', j.merchant_id, j.livemode, j.amount, j.currency
      from ${schema}.journal as j
     where j.object_id = any ($1::text[]) and j.kind = '${late.kind}'
       and exists (${adopterSql(tables, OBJECT_ID)})
       and not exists (select from ${schema}.journal as back where back.object_id = j.object_id and back.kind = '${reversed}')
    on conflict (object_id, kind) do nothing`;
}
