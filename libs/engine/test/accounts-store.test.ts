import {
  accountsTableSql,
  createAccountRegistry,
  createAccountsStore,
  dropAccountsTableSql,
} from "@flowlix/engine";
import { createPools, type Pools, type ServiceSchemaSpec } from "@flowlix/persistence";
import { withDatabase } from "@flowlix/testkit";
import { expect } from "chai";
import type { MigrationInterface, QueryRunner } from "typeorm";
import { accountOf } from "./support/account.ts";

class CreateKeeper1700000000000 implements MigrationInterface {
  name = "CreateKeeper1700000000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(accountsTableSql("keeper"));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropAccountsTableSql("keeper"));
  }
}

const SCHEMA: ServiceSchemaSpec = {
  service: "keeper",
  schema: "keeper",
  migrations: [CreateKeeper1700000000000],
  entities: [],
};

const idOf = (place: number) => `acq_${String(place).padStart(24, "0")}`;

describe("A service's copy of acquirer accounts", () => {
  const database = withDatabase([SCHEMA]);
  let pools: Pools;
  before(async () => {
    pools = await createPools({
      url: database().urlOf("keeper"),
      name: "keeper",
      hot: 1,
      read: 1,
      background: 2,
    });
  });
  after(() => pools.close());
  beforeEach(() => database().sql("truncate keeper.acquirer_accounts"));
  const store = () => createAccountsStore(pools.background, "keeper");

  it("answers the last change that it has, and 0 where it has none", async () => {
    expect(await store().keep([])).to.equal(0);
    expect(await store().keep([accountOf({ change: 3 }), accountOf({ id: idOf(2), change: 5 })])).to.equal(5);
    expect(await store().keep([])).to.equal(5);
  });

  it("keeps the later copy whatever the order in which two come", async () => {
    await store().keep([accountOf({ label: "later", change: 9 })]);
    expect(await store().keep([accountOf({ label: "earlier", change: 4 })])).to.equal(9);
    const [kept] = await store().after(0, 10);
    expect(kept?.label).to.equal("later");
  });

  it("is read from a change on, oldest change first and bounded", async () => {
    await store().keep([1, 2, 3].map((place) => accountOf({ id: idOf(place), change: 10 - place })));
    const changes = async (after: number, limit: number) =>
      (await store().after(after, limit)).map(({ change }) => change);
    expect(await changes(0, 2)).to.deep.equal([7, 8]);
    expect(await changes(8, 2)).to.deep.equal([9]);
  });

  it("is known to a process that did not take the message after its next read, changes told", async () => {
    const changed: string[] = [];
    const registry = createAccountRegistry(store(), ({ label }) => changed.push(label));
    await registry.read();
    expect(registry.byId(idOf(1))).to.equal(undefined);
    const merchant = accountOf().merchant_id;
    await store().keep([accountOf({ id: idOf(2), change: 1 }), accountOf({ id: idOf(1), change: 2 })]);
    await registry.read();
    expect(registry.of(merchant, true).map(({ id }) => id)).to.deep.equal([idOf(1), idOf(2)]);
    expect(registry.of(merchant, false)).to.deep.equal([]);
    await store().keep([
      accountOf({ id: idOf(1), label: "renamed", status: "disabled", version: 2, change: 3 }),
    ]);
    await registry.read();
    expect(registry.byId(idOf(1))?.status).to.equal("disabled");
    expect(registry.of(merchant, true)).to.have.lengthOf(2);
    expect(changed).to.deep.equal(["renamed"]);
  });
});
