import { createPools, query, type Pools } from "@flowlix/persistence";
import { withDatabase } from "@flowlix/testkit";
import { expect } from "chai";
import { ledgerSchema } from "./support/ledger-schema.ts";

describe("A statement that is prepared while a migration changes what it returns", () => {
  const database = withDatabase([ledgerSchema]);
  let pools: Pools;
  const changes = ["domain", "varchar(20)", "text"];

  before(async () => {
    const url = database().urlOf("ledger");
    pools = await createPools({ url, name: "ledger", hot: 4, read: 1, background: 2 });
    await database().sql(
      "create table ledger.changing (state text); insert into ledger.changing values ('open')",
    );
    await database().sql("grant select on ledger.changing to public; create domain ledger.domain as text");
  });
  after(() => pools.close());

  it("is prepared anew in every session, change after change, and its callers notice nothing", async () => {
    const read = () =>
      query(pools.hot, {
        name: "changing",
        text: "select state, pg_sleep(0.01)::text from ledger.changing",
        values: [],
      });
    const readAtOnce = () => Promise.all(Array.from({ length: 12 }, read));
    await readAtOnce();
    for (const type of changes) {
      await database().sql(
        `alter table ledger.changing alter column state type ${type.replace("domain", "ledger.domain")}`,
      );
      for (const rows of await readAtOnce()) expect(rows).to.deep.equal([{ state: "open", pg_sleep: "" }]);
    }
  });

  it("of the data source fails once at most and is prepared anew", async () => {
    const read = () =>
      pools.dataSource.query("select state from ledger.changing where state <> $1", ["done"]);
    await read();
    await database().sql("alter table ledger.changing alter column state type ledger.domain");
    await read().catch(() => undefined);
    expect(await read()).to.deep.equal([{ state: "open" }]);
  });
});
