import { checkByConstraintsSql, checkByDomainsSql, type CheckedColumn } from "@flowlix/persistence";
import { withDatabase } from "@flowlix/testkit";
import { expect } from "chai";
import { ledgerSchema } from "./support/ledger-schema.ts";

const COLUMNS: readonly CheckedColumn[] = [
  { column: "state", base: "text", check: "value in ('open', 'done')", replaces: "checked_state_check" },
  { column: "taken", base: "bigint", check: "value >= 0" },
];

describe("Columns checked by domains", () => {
  const database = withDatabase([ledgerSchema]);
  const refused = async (values: string) =>
    database()
      .sql(`insert into ledger.checked values ${values}`)
      .then(
        () => null,
        (error: { code?: string }) => error.code,
      );
  const file = async () => (await database().sql("select pg_relation_filenode('ledger.checked') as file"))[0];

  it("refuse what the constraints of the table refused, and rewrite no row; and the other way round", async () => {
    await database().sql(`
      create table ledger.checked (state text not null default 'open' check (state in ('open', 'done')), taken bigint)`);
    await database().sql(`insert into ledger.checked values ('done', 1), (default, null)`);
    const before = await file();

    await database().sql(checkByDomainsSql("ledger.checked", COLUMNS));
    expect(await file()).to.deep.equal(before);
    expect(await refused("('other', 1)")).to.equal("23514");
    expect(await refused("('open', -1)")).to.equal("23514");
    expect(await refused("(null, 1)")).to.equal("23502");
    expect(await refused("(default, null), ('done', 0)")).to.equal(null);
    const left =
      "select count(*)::int as n from pg_constraint where conrelid = 'ledger.checked'::regclass and contype = 'c'";
    expect(await database().sql(left)).to.deep.equal([{ n: 0 }]);

    await database().sql(checkByConstraintsSql("ledger.checked", COLUMNS));
    expect(await refused("('other', 1)")).to.equal("23514");
    expect(await refused("('open', -1)")).to.equal(null);
    expect(await database().sql(left)).to.deep.equal([{ n: 1 }]);
  });
});
