import { createJournal } from "@flowlix/ledger";
import { createPools, type Pools } from "@flowlix/persistence";
import { withDatabase } from "@flowlix/testkit";
import { expect } from "chai";
import { createCallbacksStore } from "../../libs/engine/src/callbacks/callbacks-store.ts";
import { sweepCallbacks } from "../../libs/engine/src/callbacks/sweep-callbacks.ts";
import { createCallsStore } from "../../libs/engine/src/calls/calls-store.ts";
import { createEvidenceStore } from "../../libs/engine/src/evidence/evidence-store.ts";
import { createExceptionsStore } from "../../libs/engine/src/exceptions/exceptions-store.ts";
import { createDueStore } from "../../libs/engine/src/status-sync/due-store.ts";
import { readOpenObjects } from "../../libs/engine/src/status-sync/open-objects.ts";
import { tableOf } from "../../libs/engine/src/owner/owner-name.ts";
import { paymentsOwner } from "../../services/payments/src/owner.ts";
import { payoutsOwner } from "../../services/payouts/src/owner.ts";
import { refundsOwner } from "../../services/refunds/src/owner.ts";

/** Tables of which nothing is asked but all they have, which is little. */
const SHORT = ["journal_progress", "journal_findings"];
const ACCOUNT = { provider: "checkout", provider_account: "acct_1" };
const CALLBACK = {
  callback_id: "cb_1",
  object_id: "pay_1",
  reference: "pay_1",
  claimed_state: "succeeded",
  at: 1,
};

for (const { name, schema, journal } of [paymentsOwner, refundsOwner, payoutsOwner])
  describe(`what ${name} does by itself`, () => {
    const database = withDatabase([schema]);
    let pools: Pools;
    before(async () => {
      pools = await createPools({
        url: database().urlOf(name),
        name: "test",
        hot: 1,
        read: 1,
        // One connection prepares every statement.
        background: 1,
      });
    });
    after(() => pools?.close());

    it("goes through no table from end to end, however many rows there are", async () => {
      const { background, dataSource } = pools;
      const callbacks = createCallbacksStore(background, {
        schema: name,
        objects: name,
        undone: journal.undone,
      });
      const evidence = createEvidenceStore(background, name);
      const exceptions = createExceptionsStore({
        schema: name,
        journal,
        background,
        dataSource,
        newId: () => "ano_1",
        onRecorded: () => undefined,
      });
      await callbacks.accept({ ...CALLBACK, provider: "sandbox" });
      await evidence.accept(ACCOUNT, [{ ...CALLBACK, evidence: null }]);
      await evidence.read(ACCOUNT, "pay_1");
      await sweepCallbacks({ callbacks, evidence, exceptions, syncSoon: () => undefined });
      await exceptions.list(true, 10);
      await exceptions.countOpen();
      await createCallsStore(background, name).deleteOld();
      const due = createDueStore(background, { owner: name, alias: "o", columns: "o.id" });
      await due.claimDue({ prompt: 1, hung: 1, crowded: [], crowdedHung: [] });
      await readOpenObjects(background, tableOf(name));
      const books = createJournal({ service: name, tables: journal, background, dataSource });
      await books.fillJournal({});
      await books.rollUpJournal();
      await books.checkJournal({});

      // Sequential scans are off in these pools, so that one in a plan says that there is no index.
      const { rows: prepared } = await background.query<{ statement: string }>(
        "select statement from pg_prepared_statements where not from_sql",
      );
      expect(prepared.length).to.be.greaterThan(10);
      const through: string[] = [];
      for (const { statement } of prepared) {
        const { rows } = await background.query<{ "QUERY PLAN": string }>(
          `explain (generic_plan) ${statement}`,
        );
        for (const row of rows) {
          const table = /Seq Scan on (\w+)/.exec(row["QUERY PLAN"])?.[1];
          if (table !== undefined && !SHORT.includes(table)) through.push(`${table}: ${statement}`);
        }
      }
      expect(through).to.deep.equal([]);
    });
  });
