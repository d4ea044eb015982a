import { inflateRawSync } from "node:zlib";
import { unpackText } from "@flowlix/persistence";
import type { Database } from "./database.ts";

/** Schema and column, whatever the table or its partitions are called. */
type ColumnName = string;

/** How to read the columns in which texts are compressed: what is in them is seen by nobody who does not. */
const PACKED: ReadonlyMap<ColumnName, (bytes: Buffer) => string> = new Map([
  // docs/decisions/0116-phrases-are-packed.md
  ["idempotency.response_packed", unpackText],
  ["notifier.packed", unpackText],
  // docs/decisions/0092-the-request-log-is-lossy.md#packed
  ["gateway.earlier", (bytes) => inflateRawSync(bytes).toString()],
]);

/** Hashes, pictures and what is encrypted: a text in them stands there as it is. */
const NOT_PACKED: ReadonlySet<ColumnName> = new Set([
  "gateway.hash",
  "gateway.bytes",
  "gateway.check_value",
  "idempotency.fingerprint",
  "sandbox_acquirer.challenge_hash",
  "sandbox_acquirer.return_url_box",
]);

/** A table's columns of bytes, each with how its text is read. */
export type BytesColumns = ReadonlyMap<string, (bytes: Buffer) => string>;

const asTheyAre = (bytes: Buffer): string => bytes.toString("latin1");

/**
 * Of a table by its full name. Errors: one that names a column if it is not said how its bytes are read: a packed one
 * would hide what is looked for.
 */
export async function bytesColumns({ sql }: Pick<Database, "sql">, table: string): Promise<BytesColumns> {
  const rows = await sql(
    `select a.attname as column, s.nspname as schema
       from pg_attribute as a
       join pg_type as t on t.oid = a.atttypid
       join pg_class as c on c.oid = a.attrelid
       join pg_namespace as s on s.oid = c.relnamespace
      where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
        and 'bytea'::regtype in (t.oid, t.typbasetype)`,
    [table],
  );
  return new Map(
    rows.map(({ column, schema }) => {
      const name = `${String(schema)}.${String(column)}`;
      const read = PACKED.get(name) ?? (NOT_PACKED.has(name) ? asTheyAre : undefined);
      if (read === undefined)
        throw new Error(`nobody has said how the bytes of ${name} of ${table} are read, packed or not`);
      return [String(column), read];
    }),
  );
}
