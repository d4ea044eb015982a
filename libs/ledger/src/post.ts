import { MOVEMENTS, type JournalKind } from "@flowlix/contracts";

/** Columns that `movementSql` fills, in its order. */
const COLUMNS = "object_id, kind, debit, credit, merchant_id, livemode, amount, currency";

/**
 * An insert of movements of one kind, for a statement that records what caused them
 * (docs/design/architecture.md#rule-7). `rows` is what the statement returned, an object a row, with merchant_id,
 * livemode, amount and currency; `objectId` is the column that names the object.
 */
export function postSql(
  schema: string,
  kind: JournalKind,
  { objectId = "id", rows }: { readonly objectId?: string; readonly rows: string },
): string {
  const { debit, credit } = MOVEMENTS[kind];
  return `insert into ${schema}.journal (${COLUMNS})
    select ${objectId}, '${kind}', '${debit}', '${credit}', merchant_id, livemode, amount, currency from ${rows}`;
}

/** As `postSql`, of what was caused at another time, `at`, and is perhaps posted already. */
export function postPastSql(
  schema: string,
  kind: JournalKind,
  { objectId = "id", at, rows }: { readonly objectId?: string; readonly at: string; readonly rows: string },
): string {
  const { debit, credit } = MOVEMENTS[kind];
  return `insert into ${schema}.journal as j (${COLUMNS}, at)
    select ${objectId}, '${kind}', '${debit}', '${credit}', merchant_id, livemode, amount, currency, ${at} from ${rows}
    on conflict (object_id, kind) do nothing`;
}
