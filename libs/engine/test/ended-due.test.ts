import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { Pool } from "pg";
import { createCallbacksStore } from "../src/callbacks/callbacks-store.ts";
import { connect } from "@flowlix/persistence";
import { withTill } from "../../ledger/test/support/till-under-test.ts";

const WAITING =
  "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

describe("ended objects that a statement contradicts", () => {
  const till = withTill();

  it("are locked in one order, in any order of their names and of the table", async () => {
    const { database } = till();
    await till().tamper(`
      alter table till.sales add column if not exists next_look_at timestamptz, add column if not exists look_count integer,
        add column if not exists look_hung boolean;
      insert into till.sales (id, merchant_id, livemode, amount, currency, status)
      values ('sale 2', 'mer_1', false, 100, 'EUR', 'FAILED'), ('sale 1', 'mer_1', false, 100, 'EUR', 'FAILED')`);
    const other = await connect(database.adminUrl, "test");
    // As the planner reads a table: not by the index of its ids.
    const background = new Pool({
      connectionString: database.urlOf("till"),
      options: "-c enable_indexscan=off -c enable_bitmapscan=off",
    });
    try {
      await other.query("begin");
      await other.query("select from till.sales where id = 'sale 1' for update");
      const callbacks = createCallbacksStore(background, {
        schema: "till",
        objects: "sales",
        undone: "capture_declined",
      });
      const due = callbacks.makeEndedDue({ livemode: false, ids: ["sale 2", "sale 1"] });
      await waitFor("a lock to be waited for", async () => (await database.sql(WAITING)).length > 0);
      const free = await other.query("select from till.sales where id = 'sale 2' for update skip locked");
      await other.query("commit");
      expect([free.rowCount, await due]).to.deep.equal([1, 2]);
    } finally {
      await Promise.all([other.end(), background.end()]);
    }
  });
});
