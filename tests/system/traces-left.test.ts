import { deflateRawSync } from "node:zlib";
import { packText } from "@flowlix/persistence";
import { withDatabase } from "@flowlix/testkit";
import { expect } from "chai";
import { SERVICES } from "../../services/standalone/src/services.ts";
import { findings, tables } from "./e2e/support/traces-left.ts";

const SECRET = "4929471830265842";
const TEXT = JSON.stringify({ id: "pay_1", card: { number: SECRET }, status: "SUCCEEDED" });

/** As each owner packs what it keeps, JSON and what is none. */
const PLANTED: readonly (readonly [schema: string, column: string, packed: Buffer])[] = [
  ["idempotency", "response_packed", packText(TEXT)],
  ["idempotency", "response_packed", packText(`${TEXT}\n`)],
  ["notifier", "packed", packText(TEXT)],
  ["gateway", "earlier", deflateRawSync(TEXT)],
  ["gateway", "bytes", Buffer.from(TEXT)],
];

describe("Who looks for secrets in every table", function () {
  this.timeout(60_000);
  const database = withDatabase(SERVICES.map(({ schema }) => schema));
  const sql = (text: string, values?: readonly unknown[]) => database().sql(text, values);
  const all = () => tables({ sql });

  for (const [schema, column, bytes] of PLANTED)
    it(`finds one in ${schema}'s ${column}, ${bytes.includes(SECRET) ? "in the clear" : "packed"}`, async () => {
      expect(findings(await all(), { planted: SECRET })).to.deep.equal([]);
      await sql(`create table ${schema}.planted (${column} bytea)`);
      try {
        await sql(`insert into ${schema}.planted values ($1)`, [bytes]);
        expect(findings(await all(), { planted: SECRET })).to.have.lengthOf(1);
      } finally {
        await sql(`drop table ${schema}.planted`);
      }
    });

  it("knows how the bytes of every column are read, and refuses one that it does not", async () => {
    await sql("create table payments.planted (lately_packed bytea)");
    try {
      const refused = await all().then(String, String);
      expect(refused).to.include("payments.lately_packed of payments.planted");
    } finally {
      await sql("drop table payments.planted");
    }
    expect((await all()).map(({ name }) => name)).to.include("table notifier.events");
  });
});
