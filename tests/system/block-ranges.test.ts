import { withDatabase } from "@flowlix/testkit";
import { expect } from "chai";
import { SERVICES } from "../../services/standalone/src/services.ts";

describe("indexes by ranges of pages", () => {
  const database = withDatabase(SERVICES.map(({ schema }) => schema));

  it("summarise what comes by themselves, so that a sweep does not read all since the last vacuum", async () => {
    const rows = await database().sql(
      `select c.oid::regclass::text as index, coalesce('autosummarize=on' = any (c.reloptions), false) as summarises
         from pg_class as c join pg_am as a on a.oid = c.relam where a.amname = 'brin' order by 1`,
    );
    expect(rows).to.deep.equal([
      { index: "idempotency.records_created_at", summarises: true },
      { index: "payments.callbacks_received", summarises: true },
      { index: "payouts.callbacks_received", summarises: true },
      { index: "refunds.callbacks_received", summarises: true },
      { index: "sandbox_acquirer.book_at", summarises: true },
    ]);
  });
});
