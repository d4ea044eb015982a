import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { expect } from "chai";
import {
  choice,
  currencies,
  databaseUrl,
  duration,
  httpUrl,
  integer,
  keyRing,
  optional,
  port,
  readConfig,
  requestDeadline,
  secretText,
  text,
  type Setting,
} from "@flowlix/runtime";

const KEY = Buffer.alloc(32, 7).toString("base64");
const OTHER_KEY = Buffer.alloc(32, 8).toString("base64");

type Row = readonly [what: string, setting: Setting<unknown>, raw: string | undefined, value: unknown];

const GOOD: readonly Row[] = [
  ["a port", port(), "3000", 3000],
  ["port 0", port(), "0", 0],
  ["a default", port({ default: 1 }), undefined, 1],
  ["an empty value as unset", port({ default: 1 }), "", 1],
  ["an integer at its bound", integer({ min: 1, max: 5 }), "5", 5],
  ["milliseconds", duration(), "500ms", 500],
  ["seconds", duration(), "25s", 25_000],
  ["days", duration(), "7d", 604_800_000],
  ["a default time", duration({ default: "15m" }), undefined, 900_000],
  ["a choice", choice(["a", "b"]), "b", "b"],
  ["currencies in any case", currencies(), "eur, ,KWD,", ["EUR", "KWD"]],
  ["the currencies of no setting", currencies({ default: ["EUR"] }), undefined, ["EUR"]],
  ["an absent optional", optional(text()), undefined, undefined],
  ["a URL without its trailing slash", httpUrl(), "https://api.example/base/", "https://api.example/base"],
  ["a database URL", databaseUrl(), "postgres://u:p@h:5432/d", "postgres://u:p@h:5432/d"],
];

const BAD: readonly (readonly [
  what: string,
  setting: Setting<unknown>,
  raw: string | undefined,
  problem: string,
])[] = [
  ["a missing value", port(), undefined, "X: is required"],
  ["a port out of range", port(), "65536", "X: must be an integer between 0 and 65535"],
  ["a port in words", port(), "http", "X: must be an integer between 0 and 65535"],
  ["a fraction", integer(), "1.5", "X: must be an integer"],
  ["an exponent", integer(), "1e3", "X: must be an integer"],
  ["a hexadecimal", integer(), "0x10", "X: must be an integer"],
  ["an integer below its bound", integer({ min: 2 }), "1", "X: must be an integer of at least 2"],
  ["letters that are no currency", currencies(), "EUR,ABC", "X: must be ISO 4217 codes separated by commas"],
  ["currencies without commas", currencies(), "EUR GBP", "X: must be ISO 4217 codes separated by commas"],
  ["no currency", currencies(), ",", "X: must name at least one currency"],
  ["a time without a unit", duration(), "25", "X: must be a time such as 500ms, 25s, 15m, 24h or 7d"],
  ["a time too long", duration({ minMs: 1, maxMs: 1000 }), "2s", "X: must be a time between 1 and 1000 ms"],
  ["an unknown choice", choice(["a", "b"]), "c", "X: must be one of a, b"],
  ["a short secret", secretText(), "hunter2", "X: must have at least 16 characters"],
  [
    "another database",
    databaseUrl(),
    "mysql://u:hunter2@h/d",
    "X: must be a URL of the form postgres://user:password@host:port/database",
  ],
  [
    "a URL with user info",
    httpUrl(),
    "https://u:hunter2@h/",
    "X: must be an http or https URL without user info, query or fragment",
  ],
  ["a key that is too short", keyRing(), "k1:aHVudGVyMg==", "X: key 1 must be id:base64 of 32 bytes"],
  ["a key without an id", keyRing(), KEY, "X: key 1 must be id:base64 of 32 bytes"],
  [
    "a key more than there may be",
    keyRing({ max: 2 }),
    `k1:${KEY},k2:${KEY},k3:${KEY}`,
    "X: must have at most 2 keys",
  ],
  [
    "a request that may outlive a drain",
    requestDeadline(),
    "29s",
    "X: must be a time between 1000 and 28000 ms",
  ],
  ["a request without time", requestDeadline(), "999ms", "X: must be a time between 1000 and 28000 ms"],
  ["a repeated key id", keyRing(), `k1:${KEY},k1:${OTHER_KEY}`, "X: key 2 repeats an id"],
];

describe("configuration", () => {
  for (const [what, setting, raw, value] of GOOD) {
    it(`reads ${what}`, () =>
      expect(readConfig({ X: setting }, { X: raw })).to.deep.equal({ ok: true, config: { X: value } }));
  }

  for (const [what, setting, raw, problem] of BAD) {
    it(`refuses ${what}`, () =>
      expect(readConfig({ X: setting }, { X: raw })).to.deep.equal({ ok: false, problems: [problem] }));
  }

  it("tells every problem at once and shows no secret", () => {
    const read = readConfig(
      { A: port(), B: secretText(), C: databaseUrl() },
      { A: "x", B: "hunter2", C: "hunter2" },
    );
    expect(read.ok ? [] : read.problems).to.have.length(3);
    expect(JSON.stringify(read)).not.to.contain("hunter2");
  });

  it("shows nothing of itself when it is logged", () => {
    const read = readConfig(
      { SECRET: secretText(), KEYS: keyRing() },
      { SECRET: "hunter2-hunter2-hunter2", KEYS: `k1:${KEY}` },
    );
    if (!read.ok) throw new Error("it should be readable");
    expect(JSON.stringify([read, read.config.KEYS])).not.to.match(/hunter2|BwcH/);
    expect(inspect([read, read.config.KEYS])).not.to.match(/hunter2|BwcH|07 07/);
    expect(Object.isFrozen(read.config)).to.equal(true);
  });

  it("gives a key ring its keys by id, the first one active", () => {
    const read = readConfig({ KEYS: keyRing() }, { KEYS: `k2:${OTHER_KEY}, k1:${KEY}` });
    if (!read.ok) throw new Error("it should be readable");
    const ring = read.config.KEYS;
    expect([ring.active.id, ring.ids, ring.byId("k1")?.toString("base64"), ring.byId("k3")]).to.deep.equal([
      "k2",
      ["k2", "k1"],
      KEY,
      undefined,
    ]);
  });

  describe("with values in files", () => {
    let directory = "";
    before(() => {
      directory = mkdtempSync(join(tmpdir(), "flowlix-config-"));
    });
    after(() => rmSync(directory, { recursive: true }));

    it("reads the file before the variable, without its line break", () => {
      const file = join(directory, "secret");
      writeFileSync(file, "from-the-file-0123\n");
      const read = readConfig({ X: secretText() }, { X: "from-the-variable", X_FILE: file });
      expect(read).to.deep.equal({ ok: true, config: { X: "from-the-file-0123" } });
    });

    it("refuses a file that is missing or empty, even where the variable is set", () => {
      writeFileSync(join(directory, "empty"), "");
      expect(readConfig({ X: text() }, { X: "x", X_FILE: join(directory, "missing") })).to.deep.equal({
        ok: false,
        problems: ["X: the file named by X_FILE cannot be read (ENOENT)"],
      });
      expect(readConfig({ X: text() }, { X_FILE: join(directory, "empty") })).to.deep.equal({
        ok: false,
        problems: ["X: the file named by X_FILE is empty"],
      });
    });
  });
});
