import { expect } from "chai";
import * as fc from "fast-check";
import { csvRowsOf, NotCsv, recordsBy } from "../src/csv/csv-reader.ts";
import { kindOfRow } from "../src/csv/statement-rows.ts";

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function rowsOf(text: string | Uint8Array, size = 7, delimiter = ","): Promise<string[][]> {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  const rows: string[][] = [];
  for await (const some of csvRowsOf(inPieces(bytes, size), { delimiter }))
    rows.push(...some.map((row) => [...row]));
  return rows;
}

async function faultOf(text: string | Uint8Array): Promise<unknown> {
  return rowsOf(text).catch((error: unknown) => error);
}

describe("the rows of a CSV report", () => {
  const table: readonly (readonly [what: string, text: string, rows: readonly (readonly string[])[]])[] = [
    [
      "ends of rows as CRLF",
      "a,b\r\n1,2\r\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "ends of rows as LF, and none at the end",
      "a,b\n1,2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "empty fields",
      ",\n1,\n",
      [
        ["", ""],
        ["1", ""],
      ],
    ],
    ["blank rows", "a\n\r\n\nb\n", [["a"], ["b"]]],
    ["delimiters and ends of rows within quotes", '"a,b","c\r\nd"\n', [["a,b", "c\r\nd"]]],
    ["quotes written twice", '"say ""so""",""\n', [['say "so"', ""]]],
    ["a byte order mark before them", "\ufeffa,b\n", [["a", "b"]]],
    ["blanks, which belong to their field", " a , b \n", [[" a ", " b "]]],
    ["characters of several bytes", "\u00e4,\u20ac,\u{1f4b6}\n", [["\u00e4", "\u20ac", "\u{1f4b6}"]]],
    ["nothing", "", []],
  ];
  for (const [what, text, rows] of table)
    it(`are read with ${what}, however it comes in pieces`, async () => {
      for (const size of [1, 3, 1_000]) expect(await rowsOf(text, size)).to.deep.equal(rows);
    });

  it("are read with another delimiter", async () => {
    expect(await rowsOf("a;b,c\n", 7, ";")).to.deep.equal([["a", "b,c"]]);
  });

  const refused: readonly (readonly [what: string, text: string | Uint8Array])[] = [
    ["ends within quotes", '"a'],
    ["has a quote within a field that is not quoted", 'a"b"\n'],
    ["has something after a quoted field", '"a"b\n'],
    ["has a lone CR", "a\rb\n"],
    ["ends with a lone CR", "a\r"],
    ["is no UTF-8", new Uint8Array([0x61, 0xff, 0x0a])],
    ["ends within a character", new Uint8Array([0x61, 0xe2, 0x82])],
    ["has a field that is too long", "x".repeat(8 * 1024 + 1)],
    ["has a row that is too long", `${"x".repeat(1_000)},`.repeat(70)],
    ["has a row of too many fields", ",".repeat(600)],
  ];
  for (const [what, text] of refused)
    it(`are refused where it ${what}`, async () => {
      expect(await faultOf(text)).to.be.instanceOf(NotCsv);
    });

  it("come back as they were written, whatever they say", async () => {
    const field = fc.string({ unit: "grapheme", maxLength: 12 });
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(field, { minLength: 2, maxLength: 5 }), { maxLength: 8 }),
        fc.integer({ min: 1, max: 20 }),
        async (rows, size) => {
          const text = rows.map((row) => row.map(quoted).join(",")).join("\r\n");
          const read = await rowsOf(Buffer.from(text), size);
          expect(read).to.deep.equal(rows.map((row) => row.map((one) => one.toWellFormed())));
        },
      ),
    );
  });
});

describe("the columns of a CSV report", () => {
  it("are had by their names, wherever they stand", () => {
    expect(recordsBy(["Type", " Amount "], ["Amount"])(["Capture", "1.00"])).to.deep.equal({
      Type: "Capture",
      Amount: "1.00",
    });
  });

  const faults: readonly (readonly [what: string, act: () => unknown])[] = [
    ["one that is wanted is not there", () => recordsBy(["Type"], ["Amount"])],
    ["one stands twice", () => recordsBy(["Amount", "Amount"], ["Amount"])],
    ["a row has another length", () => recordsBy(["Amount"], ["Amount"])(["1.00", "2.00"])],
  ];
  for (const [what, act] of faults)
    it(`are refused where ${what}`, () => {
      expect(act).to.throw(NotCsv);
    });
});

describe("a row of a report", () => {
  const ours = new Map([["Captured", "charge"]] as const);
  const foreign = new Set(["Fee"]);

  it("is a movement of ours, or foreign by the list, and never merely unknown", () => {
    expect(kindOfRow("Captured", ours, foreign)).to.equal("charge");
    expect(kindOfRow("Fee", ours, foreign)).to.equal(null);
    expect(() => kindOfRow("Captured again", ours, foreign)).to.throw(NotCsv);
  });
});
