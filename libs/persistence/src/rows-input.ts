import type { NamedStatement } from "./prepare.ts";
import type { Statement } from "./query.ts";

type Column = readonly [name: string, type: string];

export interface RowsInput {
  /** A relation `input(id, …, ord)` of the rows in parameter `$1`; `ord` counts from 1 in row order. */
  readonly sql: string;
  /** The one parameter: the rows as text, values in the order of the columns. */
  values(rows: readonly (readonly unknown[])[]): [string];
}

/** What precedes the rows in their text: an empty line, and the line that names the other two marks. */
const HEAD_LINES = 2;

/**
 * A set of rows as one parameter, so that a statement's text does not depend on how many rows it gets. The rows are
 * lines of one text that is cut at marks: a statement of twelve rows and twenty columns takes the server six tenths of
 * the time that it takes with JSON, and `unnest` of an array per column gives each column a scan and a store of its
 * own. Values are texts, integers, booleans, null, Buffers for `bytea`, and JSON text for `json` and `jsonb`.
 */
export function rowsInput(columns: readonly Column[]): RowsInput {
  const read = columns.map(([name, type], index) => `f[${index + 1}]::${type} as ${name}`);
  // The cuts are made once a row, not once a column: `offset 0` keeps the planner from putting them into each.
  return {
    sql: `(select ${read.join(", ")}, ord - ${HEAD_LINES} as ord from (
      select string_to_array(line, substr($1::text, 2, 1), substr($1::text, 3, 1)) as f, ord
        from unnest(string_to_array($1::text, left($1::text, 1))) with ordinality as sent(line, ord)
       where ord > ${HEAD_LINES} offset 0) as cut) as input`,
    values: (rows) => [textOf(rows.map((row) => columns.map((_, index) => valueOf(row[index]))))],
  };
}

/** Ends a line, ends a value, stands for null. */
type Marks = readonly [line: string, value: string, none: string];

/** Separators of ASCII, which no text of a form holds; where one does, others are taken that none of the texts has. */
const MARKS: Marks = ["\u001e", "\u001f", "\u001d"];
const hasMark = (value: string): boolean => MARKS.some((mark) => value.includes(mark));
const FIRST_PRIVATE = 0xe000;

function textOf(rows: readonly (readonly (string | null)[])[]): string {
  const isTaken = rows.some((row) => row.some((value) => value !== null && hasMark(value)));
  const [line, value, none] = isTaken ? marksBeside(rows) : MARKS;
  let text = `${line}${value}${none}`;
  for (const row of rows) {
    text += line;
    // Every value has its end, so that a row of one empty text is not an empty line.
    for (const one of row) text += (one ?? none) + value;
  }
  return text;
}

function marksBeside(rows: readonly (readonly (string | null)[])[]): Marks {
  const texts = rows.flat().join("");
  let code = FIRST_PRIVATE;
  const next = (): string => {
    while (texts.includes(String.fromCodePoint(code))) code += 1;
    return String.fromCodePoint(code++);
  };
  return [next(), next(), next()];
}

function valueOf(value: unknown): string | null {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return null;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value instanceof Buffer) return hexOf(value);
  throw new TypeError(`a value of a row is of type ${typeof value}`);
}

/** As Postgres reads `bytea` from text. */
const hexOf = (bytes: Buffer): string => `\\x${bytes.toString("hex")}`;

/** A statement over a set of rows. */
export interface RowsStatement {
  /** As it is sent for one row and for several, to be prepared. */
  readonly named: readonly NamedStatement[];
  of(rows: readonly (readonly unknown[])[]): Statement;
}

/**
 * A statement whose text takes any number of rows as the relation `input(id, …, ord)`. One row alone, as most
 * come while little is going on, travels as parameters of the same text: the server then has neither a text to
 * cut nor a relation to go through.
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
    named: [one, { name, text: textOfMany }],
    of: (rows) => {
      const [only] = rows;
      if (rows.length === 1 && only !== undefined)
        return { ...one, values: columns.map((_, index) => only[index] ?? null) };
      return { name, text: textOfMany, values: many.values(rows) };
    },
  };
}
