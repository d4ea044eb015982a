import { expect } from "chai";
import { compareObjects } from "../src/compare-objects.ts";
import { withProgress } from "../src/progress.ts";
import { tillJournal } from "./support/till-schema.ts";
import { MERCHANT, withTill } from "./support/till-under-test.ts";

/** More than a session plans for the values at hand before it keeps one plan for all. */
const PLANNED = 8;

describe("The check of a journal in a new installation", function () {
  this.timeout(60_000);
  const till = withTill();

  /** Sales with their entries, numbered on from `first`. */
  const sold = async (first: number, count: number): Promise<string[]> => {
    const rows = await till().database.sql(
      `with moved as (
         insert into till.sales (id, merchant_id, livemode, amount, currency, status, ended_at)
         select 'sale_' || lpad(n::text, 6, '0'), $1, false, 70, 'EUR', 'SUCCEEDED', platform.clock()
           from generate_series($2::integer, $3::integer) as n
         returning *
       ), posted as (
         insert into till.journal (object_id, kind, debit, credit, merchant_id, livemode, amount, currency)
         select id, 'capture', 'provider', 'merchant', merchant_id, livemode, amount, currency from moved
       )
       select id from moved`,
      [MERCHANT, first, first + count - 1],
    );
    return rows.map(({ id }) => String(id));
  };

  /** Rows of each table that comparing these objects reads. */
  const readFor = (ids: readonly string[]) =>
    withProgress(till().pools.dataSource, "till", async (manager) => {
      const read = async () => {
        const rows: { relname: string; read: string }[] = await manager.query(
          `select relname, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::text as read
             from pg_stat_xact_user_tables where schemaname = 'till'`,
        );
        return new Map(rows.map((row) => [row.relname, Number(row.read)]));
      };
      const before = await read();
      await compareObjects(manager, tillJournal, ids);
      const after = await read();
      const rowsOf = (table: string) => (after.get(table) ?? 0) - (before.get(table) ?? 0);
      return { sales: rowsOf("sales"), journal: rowsOf("journal") };
    });

  const readsWhatItCompares = async (analyse: boolean) => {
    for (const table of ["sales", "journal", "anomalies"])
      await till().database.sql(`alter table till.${table} set (autovacuum_enabled = false)`);
    const first = await sold(0, 20);
    if (analyse) await till().database.sql("vacuum analyze till.sales, till.journal");
    for (let turn = 0; turn < PLANNED; turn += 1) await readFor(first);
    await sold(20, 4_000);
    const compared = first.slice(0, 5);
    const read = await readFor(compared);
    // Its own row and its own entry, each looked up by two statements at most; with a recheck of a page's row.
    expect(read.sales, "sales").to.be.within(compared.length, 4 * compared.length);
    expect(read.journal, "entries").to.be.within(compared.length, 4 * compared.length);
  };

  it("reads the rows of what it compares, although nothing is known of its tables", () =>
    readsWhatItCompares(false));

  it("reads the rows of what it compares, although its tables were a page long when its statements were planned", () =>
    readsWhatItCompares(true));
});
