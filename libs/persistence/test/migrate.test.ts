import {
  checkSchema,
  connect,
  createPools,
  migrate,
  MigrationError,
  roleName,
  roleUrl,
  type MigrateOptions,
  type ServiceMigration,
} from "@flowlix/persistence";
import { expect } from "chai";
import type { MigrationInterface, QueryRunner } from "typeorm";
import { emptyDatabase, type EmptyDatabase } from "./support/empty-database.ts";
import { failureOf } from "./support/failure-of.ts";
import {
  AddNote1700000000002,
  CreateLedger1700000000000,
  ledgerSchema,
  notedLedgerSchema,
} from "./support/ledger-schema.ts";

class Broken1700000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("create table ledger.half_made (id int)");
    await runner.query("select 1 / 0");
  }

  async down(): Promise<void> {}
}

class StartAtZero1700000000001 extends CreateLedger1700000000000 {
  readonly whenNew = "insert into ledger.balance (id, amount) values ('all', 0) on conflict do nothing";
}

class StartNoted1700000000005 implements ServiceMigration {
  readonly whenNew = "update ledger.balance set note = 'from the beginning'";

  async up(): Promise<void> {}
  async down(): Promise<void> {}
}

const password = "p'a\"s\\s w%rd".replace(" ", "");

describe("The migration command", function () {
  this.timeout(30_000);
  let database: EmptyDatabase;
  const optionsOf = (changes: Partial<MigrateOptions> = {}): MigrateOptions => ({
    adminUrl: database.adminUrl,
    rolePrefix: database.rolePrefix,
    passwords: { ledger: password },
    specs: [ledgerSchema],
    ...changes,
  });

  beforeEach(async () => {
    database = await emptyDatabase();
  });
  afterEach(() => database.drop());

  it("makes the schema with its extensions and tables, and changes nothing when repeated", async () => {
    expect(await migrate(optionsOf())).to.deep.equal([
      { service: "ledger", applied: ["CreateLedger1700000000000"] },
    ]);
    expect(await migrate(optionsOf())).to.deep.equal([{ service: "ledger", applied: [] }]);
    const extensions = await database.sql(
      "select extname from pg_extension where extname in ('pg_trgm', 'btree_gin')",
    );
    expect(extensions).to.have.length(2);
  });

  it("applies only what is new", async () => {
    await migrate(optionsOf());
    expect(await migrate(optionsOf({ specs: [notedLedgerSchema] }))).to.deep.equal([
      { service: "ledger", applied: ["AddNote1700000000002"] },
    ]);
  });

  it("has a new schema begin with what its migrations say, after the last of them, and none that had migrations", async () => {
    const begun = { ...ledgerSchema, migrations: [StartAtZero1700000000001] };
    await migrate(optionsOf({ specs: [begun] }));
    expect(await database.sql("select id, amount::int from ledger.balance")).to.deep.equal([
      { id: "all", amount: 0 },
    ]);
    const later = [...begun.migrations, AddNote1700000000002, StartNoted1700000000005];
    await migrate(optionsOf({ specs: [{ ...ledgerSchema, migrations: later }] }));
    expect(await database.sql("select note from ledger.balance")).to.deep.equal([{ note: null }]);
    await database.sql("drop schema ledger cascade");
    await migrate(optionsOf({ specs: [{ ...ledgerSchema, migrations: later }] }));
    expect(await database.sql("select id, note from ledger.balance")).to.deep.equal([
      { id: "all", note: "from the beginning" },
    ]);
  });

  it("does the work once when two runners start together", async () => {
    const runs = await Promise.all([migrate(optionsOf()), migrate(optionsOf())]);
    const applied = runs.flatMap((run) => run.flatMap((one) => one.applied));
    expect(applied).to.deep.equal(["CreateLedger1700000000000"]);
  });

  it("gives up with a clear error when another runner keeps the lock", async () => {
    const other = await connect(database.adminUrl, "test");
    await other.query("select pg_advisory_lock(x'466c6f77'::int, x'6d696772'::int)");
    const error = await failureOf(migrate(optionsOf({ lockWaitMs: 1 })));
    await other.end();
    expect(error).to.be.instanceOf(MigrationError);
    expect(error.message).to.include("another migration is still running");
  });

  it("refuses a database that is newer than the code and says of nobody that runs on it, before it changes anything", async () => {
    await migrate(optionsOf({ specs: [notedLedgerSchema] }));
    const error = await failureOf(migrate(optionsOf({ passwords: { ledger: "changed" } })));
    expect(error).to.be.instanceOf(MigrationError);
    expect(error.message).to.include("newer than this code").and.include("AddNote1700000000002");
    const client = await connect(
      roleUrl(database.adminUrl, roleName(database.rolePrefix, "ledger"), password),
      "test",
    );
    await client.end();
  });

  it("leaves nothing of a migration that fails, and keeps those before it", async () => {
    const specs = [{ ...ledgerSchema, migrations: [CreateLedger1700000000000, Broken1700000000003] }];
    expect((await failureOf(migrate(optionsOf({ specs })))).message).to.include(
      "Broken1700000000003 of ledger failed: division by zero",
    );
    expect(await database.sql("select to_regclass('ledger.half_made') as t")).to.deep.equal([{ t: null }]);
    expect(await database.sql("select name from ledger.migrations")).to.deep.equal([
      { name: "CreateLedger1700000000000" },
    ]);
    expect(await migrate(optionsOf({ specs: [notedLedgerSchema] })), "the lock is free again").to.have.length(
      1,
    );
  });

  it("names the service whose password is missing", async () => {
    const error = await failureOf(migrate(optionsOf({ passwords: {} })));
    expect(error.message).to.include("ledger");
  });

  it("changes a role's password, and never sends it in clear", async () => {
    await migrate(optionsOf({ passwords: { ledger: "first" } }));
    await migrate(optionsOf());
    const role = roleName(database.rolePrefix, "ledger");
    const client = await connect(roleUrl(database.adminUrl, role, password), "test");
    await client.end();
    await failureOf(connect(roleUrl(database.adminUrl, role, "first"), "test"));
    const refused = await failureOf(migrate(optionsOf({ passwords: { ledger: "pässword" } })));
    expect(refused.message).to.include("ASCII").and.not.include("pässword");
  });

  it("is asked for by a service whose database lacks a migration", async () => {
    await migrate(optionsOf());
    const pools = await createPools({ url: database.adminUrl, name: "test", hot: 1, read: 1, background: 1 });
    await checkSchema(pools.read, ledgerSchema);
    const error = await failureOf(checkSchema(pools.read, notedLedgerSchema));
    await pools.close();
    expect(error.message).to.include("AddNote1700000000002");
  });
});

describe("The migration command on a database that was made otherwise", function () {
  this.timeout(30_000);
  const refusalOn = async (madeWith: string) => {
    const database = await emptyDatabase(`${madeWith} template template0`);
    const options = {
      adminUrl: database.adminUrl,
      rolePrefix: database.rolePrefix,
      passwords: { ledger: password },
      specs: [ledgerSchema],
    };
    const error = await failureOf(migrate(options));
    await database.drop();
    expect(error).to.be.instanceOf(MigrationError);
    return error.message;
  };

  it("refuses another encoding by name", async () => {
    const message = await refusalOn("encoding 'SQL_ASCII' locale 'C' locale_provider libc");
    expect(message).to.include("SQL_ASCII");
  });

  it("refuses one that sorts text as a language does: ids would not sort by time", async () => {
    const message = await refusalOn("encoding 'UTF8' locale 'C' locale_provider icu icu_locale 'en'");
    expect(message).to.include("sorts text as a language does");
  });
});
