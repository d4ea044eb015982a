import {
  indexConcurrently,
  migrate,
  MigrationError,
  type SchemaHistory,
  type ServiceSchemaSpec,
} from "@flowlix/persistence";
import { makeHistory, testPostgresUrl } from "@flowlix/testkit";
import { expect } from "chai";
import type { MigrationInterface, QueryRunner } from "typeorm";
import { emptyDatabase, type EmptyDatabase } from "./support/empty-database.ts";
import { failureOf } from "./support/failure-of.ts";
import { indexedLedgerSchema, ledgerSchema, notedLedgerSchema } from "./support/ledger-schema.ts";

type Migrations = ServiceSchemaSpec["migrations"];

/** A migration of a name that ran before, with other statements. */
function named(name: string, up: (runner: QueryRunner) => Promise<unknown>): Migrations[number] {
  return class implements MigrationInterface {
    name = name;

    async up(runner: QueryRunner): Promise<void> {
      await up(runner);
    }

    async down(): Promise<void> {}
  };
}

const [CreateLedger, AddNote] = notedLedgerSchema.migrations;
if (CreateLedger === undefined || AddNote === undefined) throw new Error("the ledger has two migrations");

const withNote = (text: string): Migrations => [
  CreateLedger,
  named("AddNote1700000000002", (runner) => runner.query(text)),
];

describe("A migration that was edited after it ran", function () {
  this.timeout(30_000);
  let database: EmptyDatabase;
  let history: SchemaHistory;
  const run = (migrations: Migrations) =>
    migrate({
      adminUrl: database.adminUrl,
      rolePrefix: database.rolePrefix,
      passwords: { ledger: "ledger" },
      specs: [{ ...ledgerSchema, migrations, history: () => history }],
    });

  before(async () => {
    const serverUrl = await testPostgresUrl();
    history = {
      ...(await makeHistory(serverUrl, notedLedgerSchema)),
      ...(await makeHistory(serverUrl, indexedLedgerSchema)),
    };
  });

  beforeEach(async () => {
    database = await emptyDatabase();
  });
  afterEach(() => database.drop());

  it("is refused by its name, before a later one runs", async () => {
    await run(notedLedgerSchema.migrations);
    const later = named("AddSecond1700000000009", (runner) => runner.query("create table ledger.second ()"));
    const edited = withNote("alter table ledger.balance add note varchar");
    const error = await failureOf(run([...edited, later]));
    expect(error).to.be.instanceOf(MigrationError);
    expect(error.message).to.include("ledger").and.include("AddNote1700000000002").and.include("changed");
    expect(error.message).not.to.include("CreateLedger");
    expect(await database.sql("select to_regclass('ledger.second') as t")).to.deep.equal([{ t: null }]);
  });

  it("is no edit where its statements only stand on the page otherwise", async () => {
    await run(notedLedgerSchema.migrations);
    const moved = withNote("\n      alter table ledger.balance\n        add note text\n");
    expect(await run(moved)).to.deep.equal([{ service: "ledger", applied: [] }]);
  });

  it("is found in what it is made of, and by its values", async () => {
    const insert = (amount: number) =>
      named("AddRow1700000000004", (runner) =>
        runner.query("insert into ledger.balance (id, amount) values ('one', $1)", [amount]),
      );
    await run([CreateLedger, insert(1)]);
    expect(await run([CreateLedger, insert(1)])).to.have.length(1);
    expect((await failureOf(run([CreateLedger, insert(2)]))).message).to.include("AddRow1700000000004");
  });

  it("is told from one that finds its index made, which does nothing a second time", async () => {
    await run(indexedLedgerSchema.migrations);
    expect(await run(indexedLedgerSchema.migrations)).to.deep.equal([{ service: "ledger", applied: [] }]);
    const other = named("IndexWriters1700000000003", (runner) =>
      indexConcurrently(runner, {
        schema: "ledger",
        table: "balance",
        name: "balance_written_by",
        on: "(id)",
      }),
    );
    expect((await failureOf(run([CreateLedger, other]))).message).to.include("IndexWriters1700000000003");
  });

  it("is refused from the first run on in a database of a release that recorded nothing", async () => {
    await run(notedLedgerSchema.migrations);
    await database.sql("alter table ledger.migrations drop column checksum");
    expect(await run(notedLedgerSchema.migrations)).to.deep.equal([{ service: "ledger", applied: [] }]);
    const error = await failureOf(run(withNote("alter table ledger.balance add note varchar")));
    expect(error.message).to.include("AddNote1700000000002");
  });

  const changed: readonly [what: string, statement: string, says: string][] = [
    [
      "a column of another type",
      "alter table ledger.balance alter note type varchar",
      "ledger: table balance column note is character varying, expected: text",
    ],
    [
      "a column that is missing",
      "alter table ledger.balance drop note",
      "ledger: table balance column note is missing, expected: text",
    ],
    [
      "a constraint that is missing",
      "alter table ledger.balance drop constraint balance_amount_check",
      "ledger: table balance constraint balance_amount_check is missing, expected: CHECK ((amount >= 0))",
    ],
    [
      "an index that nobody made",
      "create index by_note on ledger.balance (note)",
      "ledger: index by_note is made by no migration: CREATE INDEX by_note ON ledger.balance USING btree (note)",
    ],
    [
      "a trigger that is off",
      "alter table ledger.audit disable trigger user",
      "ledger: table audit trigger ",
    ],
  ];
  for (const [what, statement, says] of changed) {
    it(`is not taken for what ran where the schema has ${what}, and nothing is changed`, async () => {
      await run(notedLedgerSchema.migrations);
      await database.sql(statement);
      expect(await run(notedLedgerSchema.migrations), "its checksums are known").to.have.length(1);
      await database.sql("update ledger.migrations set checksum = null where name like 'AddNote%'");
      const later = named("AddSecond1700000000009", (runner) =>
        runner.query("create table ledger.second ()"),
      );
      const error = await failureOf(run([...notedLedgerSchema.migrations, later]));
      expect(error).to.be.instanceOf(MigrationError);
      expect(error.message).to.include("nothing was changed: ").and.include(says);
      expect(await database.sql("select to_regclass('ledger.second') as t")).to.deep.equal([{ t: null }]);
      expect(await database.sql("select name from ledger.migrations where checksum is null")).to.deep.equal([
        { name: "AddNote1700000000002" },
      ]);
    });
  }

  it("is refused where it ran before one that failed", async () => {
    const fails = named("Fails1700000000009", (runner) => runner.query("select 1 / 0"));
    await failureOf(run([...notedLedgerSchema.migrations, fails]));
    const error = await failureOf(run(withNote("alter table ledger.balance add note varchar")));
    expect(error.message).to.include("AddNote1700000000002 of ledger changed after having run here");
  });

  it("is compared with what ran alone: what is still to run is not missing, nor is a part of it in the way", async () => {
    await run([CreateLedger]);
    await database.sql("update ledger.migrations set checksum = null");
    await database.sql("create index balance_written_by on ledger.balance (amount)");
    await database.sql(
      "update pg_index set indisvalid = false where indexrelid = 'ledger.balance_written_by'::regclass",
    );
    expect(await run(indexedLedgerSchema.migrations)).to.deep.equal([
      { service: "ledger", applied: ["IndexWriters1700000000003"] },
    ]);
  });
});
