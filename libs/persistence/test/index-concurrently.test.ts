import { migrate } from "@flowlix/persistence";
import { expect } from "chai";
import { emptyDatabase, type EmptyDatabase } from "./support/empty-database.ts";
import { indexedLedgerSchema, ledgerSchema } from "./support/ledger-schema.ts";

describe("A migration that indexes while others write", function () {
  this.timeout(30_000);
  let database: EmptyDatabase;
  const migrateTo = (spec: typeof ledgerSchema) =>
    migrate({
      adminUrl: database.adminUrl,
      rolePrefix: database.rolePrefix,
      passwords: { ledger: "ledger" },
      specs: [spec],
    });
  const indexNow = async () => {
    const [row] = await database.sql(
      "select indexrelid::int as id, indisvalid as valid from pg_index where indexrelid = to_regclass('ledger.balance_written_by')",
    );
    return row;
  };

  beforeEach(async () => {
    database = await emptyDatabase();
    await migrateTo(ledgerSchema);
    // As an earlier try leaves it that ended before it was recorded.
    await database.sql("create index balance_written_by on ledger.balance (written_by)");
  });
  afterEach(() => database.drop());

  it("keeps what an earlier try has finished, however long that took", async () => {
    const before = await indexNow();
    await migrateTo(indexedLedgerSchema);
    expect(await indexNow()).to.deep.equal(before);
    expect(await database.sql("select name from ledger.migrations order by id desc limit 1")).to.deep.equal([
      { name: "IndexWriters1700000000003" },
    ]);
  });

  it("makes anew what an earlier try has left half-made", async () => {
    await database.sql(
      "update pg_index set indisvalid = false where indexrelid = 'ledger.balance_written_by'::regclass",
    );
    const before = await indexNow();
    await migrateTo(indexedLedgerSchema);
    const after = await indexNow();
    expect(after?.["valid"]).to.equal(true);
    expect(after?.["id"]).not.to.equal(before?.["id"]);
  });
});
