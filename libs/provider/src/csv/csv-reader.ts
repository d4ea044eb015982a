/** No field and no row of a report is nearly as long; nothing a provider sends may fill our memory. */
const FIELD_CHARACTERS_MAX = 8 * 1024;
const ROW_CHARACTERS_MAX = 64 * 1024;
const FIELDS_MAX = 512;
const ROWS_AT_ONCE = 1_000;

/** What was sent is not CSV, or more than the bounds let through. */
export class NotCsv extends Error {
  override name = "NotCsv";
}

export interface CsvOptions {
  /** One character; a comma unless told. */
  readonly delimiter?: string;
}

/** Where a reader is within a row. `quote`: after a quote within a quoted field, which may be its end. */
type Place = "field" | "plain" | "quoted" | "quote" | "cr";

/**
 * Takes text in pieces and gives the rows of it (RFC 4180): fields may be quoted, a quote within is written twice, a
 * row ends with CRLF or LF, blank rows are left out. Throws NotCsv for a quote where none may stand, for a lone CR, and
 * for what is longer than the bounds.
 */
class Rows {
  readonly #delimiter: string;
  #place: Place = "field";
  #field = "";
  #row: string[] = [];
  #characters = 0;
  #rows: string[][] = [];

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** The rows that have ended. */
  take(): string[][] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  push(text: string): void {
    for (const character of text) {
      this.#characters += character.length;
      if (this.#characters > ROW_CHARACTERS_MAX) throw new NotCsv("a row is too long");
      this.#read(character);
    }
  }

  end(): void {
    if (this.#place === "quoted") throw new NotCsv("it ends within a quoted field");
    if (this.#place === "cr") throw new NotCsv("a CR without its LF");
    if (this.#row.length > 0 || this.#place !== "field") this.#endRow();
  }

  #read(character: string): void {
    if (this.#place === "quoted") {
      if (character === '"') this.#place = "quote";
      else this.#add(character);
    } else if (this.#place === "cr") {
      if (character !== "\n") throw new NotCsv("a CR without its LF");
      this.#endRow();
    } else if (this.#place === "quote" && character === '"') {
      this.#add(character);
      this.#place = "quoted";
    } else this.#readUnquoted(character);
  }

  #readUnquoted(character: string): void {
    if (character === this.#delimiter) this.#endField();
    else if (character === "\n") this.#endRow();
    else if (character === "\r") this.#place = "cr";
    else if (this.#place === "quote") throw new NotCsv("something follows a quoted field");
    else if (character === '"') {
      if (this.#place === "plain") throw new NotCsv("a quote within a field that is not quoted");
      this.#place = "quoted";
    } else {
      this.#add(character);
      this.#place = "plain";
    }
  }

  #add(character: string): void {
    if (this.#field.length >= FIELD_CHARACTERS_MAX) throw new NotCsv("a field is too long");
    this.#field += character;
  }

  #endField(): void {
    if (this.#row.length >= FIELDS_MAX) throw new NotCsv("a row has too many fields");
    this.#row.push(this.#field);
    this.#field = "";
    this.#place = "field";
  }

  #endRow(): void {
    this.#endField();
    const [first] = this.#row;
    if (this.#row.length > 1 || first !== "") this.#rows.push(this.#row);
    this.#row = [];
    this.#characters = 0;
  }
}

/**
 * The rows of an answer that comes in pieces, some at a time, header included. A byte order mark before them is left
 * out. Throws NotCsv for what is no UTF-8, no CSV, or longer than the bounds.
 */
export async function* csvRowsOf(
  pieces: AsyncIterable<Uint8Array>,
  { delimiter = "," }: CsvOptions = {},
): AsyncGenerator<readonly (readonly string[])[]> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decoded = (piece?: Uint8Array): string => {
    try {
      return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
    } catch (cause) {
      throw new NotCsv("not UTF-8", { cause });
    }
  };
  const rows = new Rows(delimiter);
  let waiting: string[][] = [];
  for await (const piece of pieces) {
    rows.push(decoded(piece));
    waiting.push(...rows.take());
    while (waiting.length >= ROWS_AT_ONCE) {
      yield waiting.slice(0, ROWS_AT_ONCE);
      waiting = waiting.slice(ROWS_AT_ONCE);
    }
  }
  rows.push(decoded());
  rows.end();
  waiting.push(...rows.take());
  if (waiting.length > 0) yield waiting;
}

/** A row by the names of its header. */
export type CsvRecord = Readonly<Record<string, string>>;

/**
 * Gives rows the names of a header. Throws NotCsv for a name that stands twice or is missing from `wanted`, and later
 * for a row that has not as many fields as the header.
 */
export function recordsBy(
  header: readonly string[],
  wanted: readonly string[],
): (row: readonly string[]) => CsvRecord {
  const names = header.map((name) => name.trim());
  if (new Set(names).size !== names.length) throw new NotCsv("a column stands twice");
  const missing = wanted.find((name) => !names.includes(name));
  if (missing !== undefined) throw new NotCsv(`no column "${missing}"`);
  return (row) => {
    if (row.length !== names.length) throw new NotCsv("a row of another length than its header");
    return Object.fromEntries(names.map((name, at) => [name, row[at] ?? ""]));
  };
}
