import { checkSchema, connect, migrate, MigrationError, type ServiceSchemaSpec } from "@flowlix/persistence";
import { expect } from "chai";
import { PLATFORM_VERSION } from "@flowlix/contracts";
import { comesBefore } from "../src/compatibility.ts";
import { emptyDatabase, type EmptyDatabase } from "./support/empty-database.ts";
import { failureOf } from "./support/failure-of.ts";
import { ledgerSchema, nextLedgerSchema } from "./support/ledger-schema.ts";

const PASSWORD = "word";

describe("A database that a later release has migrated", function () {
  this.timeout(30_000);
  let database: EmptyDatabase;

  beforeEach(async () => {
    database = await emptyDatabase();
  });
  afterEach(() => database.drop());

  const run = (spec: ServiceSchemaSpec, onNewer?: (line: string) => void) =>
    migrate({
      adminUrl: database.adminUrl,
      rolePrefix: database.rolePrefix,
      passwords: { ledger: PASSWORD },
      specs: [spec],
      ...(onNewer === undefined ? {} : { onNewer }),
    });
  /** The boot check of a service of this release, as the owner reads. */
  const boot = async (): Promise<void> => {
    const client = await connect(database.adminUrl, "test");
    try {
      await checkSchema(client, ledgerSchema);
    } finally {
      await client.end();
    }
  };

  it("serves this release after an expand, which changes nothing and says so", async () => {
    await run(nextLedgerSchema("expand"));
    const lines: string[] = [];
    expect(await run(ledgerSchema, (line) => void lines.push(line))).to.deep.equal([
      { service: "ledger", applied: [] },
    ]);
    expect(lines).to.deep.equal(["the database is newer than this code: ledger has AddNext9700000000000"]);
    await boot();
  });

  it("serves this release after a contract that this release is new enough for", async () => {
    await run(nextLedgerSchema("contract 1.0.0"));
    await run(ledgerSchema);
    await boot();
  });

  it("is refused after a contract, with the release that it needs", async () => {
    await run(nextLedgerSchema("contract 90.1.0"));
    const line = `the database is newer than this code: ledger has AddNext9700000000000; this is release ${PLATFORM_VERSION}: run 90.1.0 or a later one`;
    for (const refused of [() => run(ledgerSchema), boot]) {
      const error = await failureOf(refused());
      expect(error).to.be.instanceOf(MigrationError);
      expect(error.message).to.equal(line);
    }
  });

  it("is refused where nothing says what a migration means", async () => {
    await run(nextLedgerSchema(undefined));
    for (const refused of [() => run(ledgerSchema), boot])
      expect((await failureOf(refused())).message).to.equal(
        "the database is newer than this code: ledger has AddNext9700000000000; run the release that made it so",
      );
  });

  it("is refused where a declaration is in words of a later release", async () => {
    await run(nextLedgerSchema("expand"));
    await database.sql("update ledger.migration_compatibility set compatibility = 'expand but for lists'");
    expect((await failureOf(boot())).message).to.include("run the release that made it so");
  });

  it("has every declaration before a migration runs, so that an interrupted run leaves none undeclared", async () => {
    const broken = nextLedgerSchema("contract 90.1.0", "select 1 / 0");
    await failureOf(run(broken));
    expect(
      await database.sql("select name, compatibility from ledger.migration_compatibility"),
    ).to.deep.equal([{ name: "AddNext9700000000000", compatibility: "contract 90.1.0" }]);
    // It did not run, and asks nothing of anybody.
    await boot();
  });

  it("is refused where it lacks a migration of this release as well", async () => {
    await run(nextLedgerSchema("expand"));
    await database.sql("delete from ledger.migrations where name = 'CreateLedger1700000000000'");
    expect((await failureOf(run(ledgerSchema))).message).to.include(
      "ledger lacks CreateLedger1700000000000: run a release that has both",
    );
  });
});

describe("Which release comes first", () => {
  it("is told by three numbers, and a release in the making comes before it is made", () => {
    const inOrder = [
      "0.9.9",
      "1.0.0",
      "1.1.0-dev",
      "1.1.0",
      "1.1.1-dev",
      "1.1.1",
      "1.2.0",
      "1.10.0",
      "2.0.0",
    ];
    for (const [index, one] of inOrder.entries())
      for (const [place, other] of inOrder.entries())
        expect(comesBefore(one, other), `${one} before ${other}`).to.equal(index < place);
  });
});
