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

interface Past {
  readonly objectId?: string;
  readonly at: string;
  readonly rows: string;
  /** The account at which it was, as SQL; absent where the journal has no such column. */
  readonly account?: string;
}

/** As `postSql`, of what was caused at another time, `at`, and is perhaps posted already. */
export function postPastSql(
  schema: string,
  kind: JournalKind,
  { objectId = "id", at, rows, account }: Past,
): string {
  const { debit, credit } = MOVEMENTS[kind];
  const [column, value] = account === undefined ? ["", ""] : [", provider_account", `, ${account}`];
  return `insert into ${schema}.journal as j (${COLUMNS}, at${column})
    select ${objectId}, '${kind}', '${debit}', '${credit}', merchant_id, livemode, amount, currency, ${at}${value} from ${rows}
    on conflict (object_id, kind) do nothing`;
}
