import { randomBytes } from "node:crypto";
import { connect, createExporterRole, roleUrl, sqlState, type DatabaseClient } from "@flowlix/persistence";
import { withDatabase } from "@flowlix/testkit";
import { expect } from "chai";
import { failureOf } from "./support/failure-of.ts";
import { ledgerSchema } from "./support/ledger-schema.ts";

const INSUFFICIENT_PRIVILEGE = "42501";

describe("The role of an exporter of metrics", function () {
  this.timeout(30_000);
  const role = `x${randomBytes(6).toString("hex")}_exporter`;
  // Before the database goes.
  after("drop the role", () => database().sql(`drop owned by ${role}; drop role ${role}`));
  const database = withDatabase([ledgerSchema]);
  let client: DatabaseClient;

  before(async () => {
    const { adminUrl } = database();
    for (const password of ["first", "second"]) await createExporterRole({ adminUrl, role, password });
    client = await connect(roleUrl(adminUrl, role, "second"), "test");
  });
  after(() => client?.end());

  it("reads the server's statistics, of other roles' sessions too", async () => {
    const { rows } = await client.query(
      `select pg_database_size(current_database()) > 0 as size,
              exists (select from pg_stat_activity where usename <> current_user and query <> '<insufficient privilege>') as others`,
    );
    expect(rows).to.deep.equal([{ size: true, others: true }]);
  });

  for (const [act, statement] of Object.entries({
    "read a table": "select * from ledger.balance",
    "read a schema's own clock": "select platform.clock()",
    "create a table": "create table public.mine (id int)",
    "read the passwords": "select rolpassword from pg_authid",
    "end another's session":
      "select pg_terminate_backend(pid) from pg_stat_activity where usename <> current_user",
    "hand its rights on": "grant pg_monitor to pg_signal_backend",
  }))
    it(`may not ${act}`, async () => {
      expect(sqlState(await failureOf(client.query(statement)))).to.equal(INSUFFICIENT_PRIVILEGE);
    });
});
