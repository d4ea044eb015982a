import { connect, sqlState, type DatabaseClient } from "@flowlix/persistence";
import { withDatabase } from "@flowlix/testkit";
import { expect } from "chai";
import { failureOf } from "./support/failure-of.ts";
import { ledgerSchema, vaultSchema } from "./support/ledger-schema.ts";

const INSUFFICIENT_PRIVILEGE = "42501";

const REFUSED = {
  "read another service's table": "select * from vault.secret",
  "write another service's table": "insert into vault.secret (word) values ('x')",
  "create a table in its own schema": "create table ledger.mine (id int)",
  "create a table in the public schema": "create table public.mine (id int)",
  "create a temporary table": "create temporary table mine (id int)",
  "create a schema": "create schema mine",
  "create a role": "create role mine",
  "alter its own table": "alter table ledger.balance add more text",
  "drop its own table": "drop table ledger.balance",
  "truncate its own table": "truncate ledger.balance",
  "create an index": "create index on ledger.balance (amount)",
  "replace the clock":
    "create or replace function platform.clock() returns timestamptz language sql as 'select now()'",
  "rewrite the list of migrations": "delete from ledger.migrations",
  "rewrite what migrations mean for other releases": "delete from ledger.migration_compatibility",
  "change its own audit rows": "update ledger.audit set actor = 'nobody'",
  "delete its own audit rows": "delete from ledger.audit",
  "truncate its own audit rows": "truncate ledger.audit",
  "switch off a trigger": "alter table ledger.audit disable trigger append_only",
  "read the passwords": "select rolpassword from pg_authid",
  "read a file of the server": "select pg_read_file('/etc/passwd')",
};

describe("The role of a service", function () {
  this.timeout(30_000);
  const database = withDatabase([ledgerSchema, vaultSchema]);
  let client: DatabaseClient;

  beforeEach(async () => {
    client = await connect(database().urlOf("ledger"), "test");
  });
  afterEach(() => client.end());

  for (const [act, statement] of Object.entries(REFUSED)) {
    it(`may not ${act}`, async () => {
      expect(sqlState(await failureOf(client.query(statement)))).to.equal(INSUFFICIENT_PRIVILEGE);
    });
  }

  it("reads and writes the tables of its own schema, and reads the clock", async () => {
    await client.query("insert into ledger.balance (id, amount) values ('a', 1)");
    await client.query("update ledger.balance set amount = 2 where id = 'a'");
    expect((await client.query("select amount from ledger.balance")).rows).to.deep.equal([{ amount: 2 }]);
    await client.query("delete from ledger.balance");
    await client.query("insert into ledger.audit (actor, act, subject) values ('ada', 'looked', 'a')");
    expect(
      (await client.query("select platform.clock() - clock_timestamp() < interval '1 second' as close")).rows,
    ).to.deep.equal([{ close: true }]);
  });

  it("may use the tables that a later migration makes", async () => {
    await database().sql("create table ledger.later (id bigint generated always as identity, word text)");
    await client.query("insert into ledger.later (word) values ('x')");
    expect((await client.query("select * from ledger.later")).rows).to.deep.equal([{ id: 1, word: "x" }]);
  });

  it("cannot reach a database that is not its own", async () => {
    const elsewhere = new URL(database().urlOf("ledger"));
    elsewhere.pathname = `/${database().name.replace("test", "template")}`;
    await failureOf(connect(elsewhere.href, "test"));
  });
});
