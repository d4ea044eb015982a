import type { Statement } from "./query.ts";

type Column = readonly [name: string, type: string];

export interface RowsInput {
  /** A relation `input(id, …, ord)` of the rows in parameter `$1`; `ord` counts from 1 in row order. */
  readonly sql: string;
  /** The one parameter: the rows as JSON text, values in the order of the columns. */
  values(rows: readonly (readonly unknown[])[]): [string];
}

/** Their values are JSON text already: it travels as text and is parsed where it is selected. */
const DOCUMENTS: ReadonlySet<string> = new Set(["json", "jsonb"]);

/**
 * A set of rows as one parameter, so that a statement's text does not depend on how many rows it gets.
 * One function reads them all: `unnest` of an array per column gives each column a scan and a store of its
 * own, and a statement of one row and nineteen columns took the server nearly twice as long. Values are
 * texts, integers, booleans, null, Buffers for `bytea`, and JSON text for `json` and `jsonb`.
 */
export function rowsInput(columns: readonly Column[]): RowsInput {
  const names = columns.map(([name]) => name);
  const read = columns.map(([name, type]) => `${name} ${DOCUMENTS.has(type) ? "text" : type}`);
  const selected = columns.map(([name, type]) =>
    DOCUMENTS.has(type) ? `${name}::${type} as ${name}` : name,
  );
  return {
    sql: `(select ${selected.join(", ")}, ord from rows from (json_to_recordset($1::json) as (${read.join(", ")})) with ordinality as sent(${names.join(", ")}, ord)) as input`,
    values: (rows) => [JSON.stringify(rows.map((row) => recordOf(names, row)))],
  };
}

/** A statement over a set of rows. */
export interface RowsStatement {
  of(rows: readonly (readonly unknown[])[]): Statement;
}

/**
 * A statement whose text takes any number of rows as the relation `input(id, …, ord)`. One row alone, as most
 * come while little is going on, travels as parameters of the same text: the server then has neither JSON to
 * read nor a relation to go through.
 */
export function rowsStatement(options: {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly text: (input: string) => string;
}): RowsStatement {
  const { name, columns, text } = options;
  const many = rowsInput(columns);
  const textOfMany = text(many.sql);
  const parameters = columns.map(([column, type], index) => `$${index + 1}::${type} as ${column}`);
  const one = {
    name: `${name}_one`,
    text: text(`(select ${parameters.join(", ")}, 1::bigint as ord) as input`),
  };
  return {
    of: (rows) => {
      const [only] = rows;
      if (rows.length === 1 && only !== undefined)
        return { ...one, values: columns.map((_, index) => only[index] ?? null) };
      return { name, text: textOfMany, values: many.values(rows) };
    },
  };
}

function recordOf(names: readonly string[], row: readonly unknown[]): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const [index, name] of names.entries()) {
    const value = row[index];
    // What is left out of a record is null in its row.
    if (value !== undefined && value !== null) record[name] = value instanceof Buffer ? hexOf(value) : value;
  }
  return record;
}

/** As Postgres reads `bytea` from text. */
const hexOf = (bytes: Buffer): string => `\\x${bytes.toString("hex")}`;
