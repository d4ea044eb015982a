import { indexConcurrently, migrate, MigrationError, type ServiceSchemaSpec } from "@flowlix/persistence";
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
  const run = (migrations: Migrations) =>
    migrate({
      adminUrl: database.adminUrl,
      rolePrefix: database.rolePrefix,
      passwords: { ledger: "ledger" },
      specs: [{ ...ledgerSchema, migrations }],
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
});
