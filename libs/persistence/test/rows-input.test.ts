import { createPools, query, rowsInput, rowsStatement, type Pools } from "@flowlix/persistence";
import { withDatabase } from "@flowlix/testkit";
import { expect } from "chai";
import { ledgerSchema } from "./support/ledger-schema.ts";

const TOKEN = "0b6b7f6e-1f1f-4c4c-8a8a-0b6b7f6e0000";
const TEXT = `"quoted", back\\slash, %, Łódź 漢字 😀`;
const EVENT = '{"b":1, "a":"\\"x\\""}';
const HASH = Buffer.from([0, 255, 92]);

describe("A set of rows as a parameter", () => {
  const database = withDatabase([ledgerSchema]);
  let pools: Pools;

  before(async () => {
    const url = database().urlOf("ledger");
    pools = await createPools({ url, name: "ledger", hot: 1, read: 1, background: 1 });
  });
  after(() => pools.close());

  it("is read with the type of each column, with the rows' ordinals, and null where nothing was given", async () => {
    const input = rowsInput([
      ["id", "text"],
      ["amount", "bigint"],
      ["small", "smallint"],
      ["live", "boolean"],
      ["token", "uuid"],
      ["hash", "bytea"],
      ["document", "jsonb"],
      ["event", "json"],
    ]);
    const rows = await query(pools.hot, {
      name: "rows",
      text: `select id, amount, small, live, token, hash, document, event::text as event, ord
               from ${input.sql} order by ord`,
      values: input.values([
        [TEXT, Number.MAX_SAFE_INTEGER, -7, true, TOKEN, HASH, '{"a":[1,null]}', EVENT],
        ["", null, undefined, false, null, null, null, null],
      ]),
    });
    const given = { amount: Number.MAX_SAFE_INTEGER, small: -7, live: true, token: TOKEN, hash: HASH };
    const none = { amount: null, small: null, token: null, hash: null, document: null, event: null };
    expect(rows).to.deep.equal([
      { ...given, id: TEXT, document: { a: [1, null] }, event: EVENT, ord: 1 },
      { ...none, id: "", live: false, ord: 2 },
    ]);
  });

  it("is read as it was given where its texts hold what separates rows and values", async () => {
    const input = rowsInput([
      ["id", "text"],
      ["name", "text"],
    ]);
    const rows = [
      ["\u001e", "a\u001fb"],
      [null, "\u001d"],
      ["\ue000 \ue001", ""],
      ["", null],
    ];
    const text = `select id, name from ${input.sql} order by ord`;
    const read = await query(pools.hot, { name: "marks", text, values: input.values(rows) });
    expect(read).to.deep.equal(rows.map(([id, name]) => ({ id, name })));
  });

  it("of one column is read with its empty texts", async () => {
    const input = rowsInput([["id", "text"]]);
    const text = `select id, ord from ${input.sql} order by ord`;
    const read = await query(pools.hot, { name: "empty", text, values: input.values([[""], [null], ["a"]]) });
    expect(read).to.deep.equal([
      { id: "", ord: 1 },
      { id: null, ord: 2 },
      { id: "a", ord: 3 },
    ]);
  });

  it("may be empty", async () => {
    const input = rowsInput([["id", "text"]]);
    const text = `select id from ${input.sql}`;
    expect(await query(pools.hot, { name: "none", text, values: input.values([]) })).to.deep.equal([]);
  });

  it("of a statement, one row alone or among others, is read the same", async () => {
    const statement = rowsStatement({
      name: "either",
      columns: [
        ["id", "text"],
        ["amount", "bigint"],
        ["small", "smallint"],
        ["live", "boolean"],
        ["token", "uuid"],
        ["hash", "bytea"],
        ["document", "jsonb"],
        ["event", "json"],
      ],
      text: (input) =>
        `select id, amount, small, live, token, hash, document, event::text as event, ord from ${input} order by ord`,
    });
    const full = [TEXT, Number.MAX_SAFE_INTEGER, -7, true, TOKEN, HASH, '{"a":[1,null]}', EVENT];
    for (const row of [full, ["", null, undefined, false, null, null, null, null], ["", 0]]) {
      const alone = statement.of([row]);
      const amongOthers = statement.of([row, full]);
      expect(alone.name).not.to.equal(amongOthers.name);
      const [first] = await query(pools.hot, amongOthers);
      expect(await query(pools.hot, alone)).to.deep.equal([first]);
    }
    expect(await query(pools.hot, statement.of([]))).to.deep.equal([]);
  });
});
