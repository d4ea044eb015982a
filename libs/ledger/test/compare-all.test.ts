import { expect } from "chai";
import { connect } from "@flowlix/persistence";
import { moveClock } from "@flowlix/testkit";
import { compareAll, type ComparedWhole } from "../src/compare-all.ts";
import { tillJournal } from "./support/till-schema.ts";
import { DAY_MS, MERCHANT, withTill } from "./support/till-under-test.ts";

const HOUR = 3_600_000;

describe("The comparison of a whole journal", function () {
  this.timeout(60_000);
  const till = withTill();

  /** By a connection that may write nothing. */
  const compared = async (): Promise<ComparedWhole> => {
    const db = await connect(till().database.adminUrl, "test");
    try {
      await db.query("begin isolation level repeatable read read only");
      return await compareAll(db, tillJournal);
    } finally {
      await db.end();
    }
  };
  const finished = () => till().database.sql("update till.journal_progress set fill_finished = true");
  const summed = async () => {
    await moveClock(till().database, HOUR);
    while ((await till().journal.rollUpJournal()).more);
  };

  it("finds nothing where entries, objects and sums agree, and says how new the newest is", async () => {
    const since = (await till().now()) / 1000;
    await till().sell({ id: "a", amount: 40 });
    await till().sell({ id: "b", amount: 2 });
    await till().failed({ id: "c" });
    await till().chargedAfterEnd({ id: "c" });
    await finished();
    await summed();
    const { newestEntryAt, ...rest } = await compared();
    expect(rest).to.deep.equal({
      schema: "till",
      objects: 3,
      entries: 3,
      filling: false,
      disagreements: 0,
      wrongSums: 0,
    });
    expect(newestEntryAt).to.be.at.least(Math.floor(since));
  });

  it("finds what is missing, what is unfounded and what differs", async () => {
    for (const id of ["a", "b", "c"]) await till().sell({ id });
    await finished();
    await till().tamper("delete from till.journal where object_id = 'a'");
    await till().tamper("update till.journal set amount = 7 where object_id = 'b'");
    await till().database.sql("delete from till.sales where id = 'c'");
    expect(await compared()).to.include({ disagreements: 3 });
  });

  it("finds what was taken back and has no entry, and an entry of what was not", async () => {
    for (const id of ["a", "b", "c"]) await till().sell({ id });
    for (const id of ["a", "b"]) await till().undone({ id });
    await finished();
    expect(await compared()).to.include({ disagreements: 0, entries: 5 });
    await till().tamper("delete from till.journal where object_id = 'a' and kind = 'capture_declined'");
    await till().database.sql("delete from till.anomalies where object_id = 'b'");
    await till().undone({ id: "gone" });
    await till().tamper("delete from till.journal where object_id = 'gone'");
    expect(await compared()).to.include({ disagreements: 3 });
  });

  it("finds a sum of a day that is not that of its entries", async () => {
    await till().sell({ id: "a", amount: 40 });
    await finished();
    await summed();
    await till().database.sql("update till.journal_days set amount = 41");
    expect(await compared()).to.include({ disagreements: 0, wrongSums: 1 });
  });

  it("calls nothing missing while the past is still being posted", async () => {
    await till().soldBefore({ id: "a", at: (await till().now()) - DAY_MS });
    expect(await compared()).to.include({ filling: true, disagreements: 0, wrongSums: 0 });
  });

  it("finds what is wrong beyond the first stretch of ids", async () => {
    await finished();
    await till().database.sql(
      `insert into till.sales (id, merchant_id, livemode, amount, currency, status, ended_at)
       select lpad(n::text, 6, '0'), $1, false, 70, 'EUR', 'SUCCEEDED', platform.clock() from generate_series(1, 5001) as n`,
      [MERCHANT],
    );
    expect(await compared()).to.include({ objects: 5_001, disagreements: 5_001 });
  });
});
