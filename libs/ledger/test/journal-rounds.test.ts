import { expect } from "chai";
import { moveClock } from "@flowlix/testkit";
import { DAY_MS, MERCHANT, withTill } from "./support/till-under-test.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const ADD = (id: string, amount: number, at: string) =>
  `insert into till.journal (object_id, kind, debit, credit, merchant_id, livemode, amount, currency, at)
   values ('${id}', 'capture', 'provider', 'merchant', '${MERCHANT}', false, ${amount}, 'EUR', ${at})`;

describe("The round of a journal's check through everything", function () {
  this.timeout(60_000);
  const till = withTill();

  const findings = async () =>
    (await till().journal.journalFindings({ limit: 100 })).findings.map(
      ({ finding, subject, difference }) => `${finding} ${subject} ${difference}`,
    );
  const balance = async () => {
    const { totals } = await till().journal.journalTotals({
      merchant_id: MERCHANT,
      livemode: null,
      currency: null,
    });
    return totals.map(({ amount, movements }) => `${amount} of ${movements}`).join();
  };
  const days = async () =>
    (await till().database.sql("select distinct day::text as day from till.journal_days order by 1")).map(
      ({ day }) => String(day),
    );
  /** Everything is summed and was compared for the first time. */
  const settle = async (ms: number) => {
    await moveClock(till().database, ms);
    while ((await till().journal.rollUpJournal()).more);
    return till().checkAll();
  };
  /** Sales of 100 of today, which are compared and whose day is over. */
  async function compared(...ids: readonly string[]) {
    await till().database.sql("update till.journal_progress set fill_finished = true");
    for (const id of ids) await till().sell({ id });
    expect(await settle(2 * DAY_MS)).to.equal(0);
  }
  const restored = (id: string) =>
    till().tamper(
      `insert into till.journal (object_id, kind, debit, credit, merchant_id, livemode, amount, currency, at)
       select id, 'capture', 'provider', 'merchant', merchant_id, livemode, amount, currency, ended_at from till.sales where id = '${id}'`,
    );

  it("finds an entry of what was taken back that is gone, days after everything was compared", async () => {
    await till().database.sql("update till.journal_progress set fill_finished = true");
    await till().undone({ id: "gone", amount: 9 });
    expect(await settle(5 * DAY_MS)).to.equal(0);
    // Nothing but its exception is left of that day.
    await till().tamper("delete from till.journal where object_id = 'gone'");
    await till().database.sql("delete from till.journal_days");
    await till().roundOnce();
    expect(await findings()).to.include("missing gone -9");
  });

  it("finds what was done to rows of today that had been compared", async () => {
    await till().database.sql("update till.journal_progress set fill_finished = true");
    for (const id of ["gone", "changed", "right"]) await till().sell({ id });
    expect(await settle(20 * MINUTE)).to.equal(0);
    await till().tamper("delete from till.journal where object_id = 'gone'");
    await till().tamper("update till.journal set amount = 107 where object_id = 'changed'");
    await till().tamper(ADD("added", 5, "platform.clock() - interval '19 minutes'"));
    await till().roundOnce();
    expect((await findings()).toSorted()).to.deep.equal([
      "differs changed 7",
      "missing gone -100",
      "unfounded added 5",
    ]);
  });

  it("finds what was done to rows, late charges and sums of a day that had been compared, and sums it anew", async () => {
    await till().failed({ id: "late" });
    await till().chargedAfterEnd({ id: "late", amount: 9 });
    await compared("gone", "changed", "right");
    await settle(6 * DAY_MS);
    const [day] = await days();
    await till().tamper("delete from till.journal where object_id in ('gone', 'late')");
    await till().tamper("update till.journal set amount = 107 where object_id = 'changed'");
    await till().database.sql("update till.journal_days set amount = amount + 1000 where kind = 'capture'");
    await till().roundOnce();
    expect((await findings()).toSorted()).to.deep.equal([
      "differs changed 7",
      "missing gone -100",
      "missing late -9",
      `rolled_up ${day} 1093`,
      `rolled_up ${day} 9`,
    ]);
    expect(await balance(), "the sum of the rows").to.equal("207 of 2");
  });

  it("tells of a sum for a day, although another sum of the same day is found wrong meanwhile", async () => {
    await till().sell({ id: "pounds", currency: "GBP" });
    await compared("euros");
    await settle(6 * DAY_MS);
    const [day] = await days();
    for (const [currency, by] of [
      ["GBP", 1000],
      ["EUR", 20],
    ]) {
      await till().database.sql("update till.journal_days set amount = amount + $2 where currency = $1", [
        currency,
        by,
      ]);
      await till().roundOnce();
    }
    expect((await findings()).toSorted()).to.deep.equal([`rolled_up ${day} 1000`, `rolled_up ${day} 20`]);
  });

  it("leaves a balance right that was summed of rows which were wrong, once they are put right", async () => {
    await till().database.sql("update till.journal_progress set fill_finished = true");
    for (const id of ["gone", "changed"]) await till().sell({ id });
    for (let nth = 0; nth < 10; nth += 1) await till().sell({ id: `right ${nth}` });
    await moveClock(till().database, HOUR);
    await till().journal.rollUpJournal();
    await till().tamper("delete from till.journal where object_id = 'gone'");
    await till().tamper("update till.journal set amount = 150 where object_id = 'changed'");
    await till().tamper(ADD("added", 5, "platform.clock() - interval '59 minutes'"));
    await settle(2 * DAY_MS);
    expect(await balance(), "of the rows as they were").to.equal("1155 of 12");
    await restored("gone");
    await till().tamper("update till.journal set amount = 100 where object_id = 'changed'");
    await till().tamper("delete from till.journal where object_id = 'added'");
    // Of the round a job as small as this does a row.
    while ((await till().byParts.checkJournal({ limit: 1 })).more);
    expect(await balance()).to.equal("1200 of 12");
    await settle(4 * DAY_MS);
    expect(await findings()).to.deep.equal([]);
  });

  it("finds rows ahead of the clock, and sums of days to come, with the next job", async () => {
    await compared("a");
    await till().tamper(ADD("tomorrow", 5, "platform.clock() + interval '1 day'"));
    await till().tamper(ADD("never", 6, "'infinity'"));
    await till().database.sql(
      `insert into till.journal_days (merchant_id, livemode, currency, kind, day, amount, movements)
       values ($1, false, 'EUR', 'capture', '2199-01-01', 7, 1)`,
      [MERCHANT],
    );
    await till().journal.checkJournal({});
    expect((await findings()).toSorted()).to.deep.equal([
      "rolled_up 2199-01-01 7",
      "unfounded never 6",
      "unfounded tomorrow 5",
    ]);
    await till().tamper("delete from till.journal where object_id in ('tomorrow', 'never')");
    await till().checkAll();
    expect([await findings(), await balance()]).to.deep.equal([["rolled_up 2199-01-01 7"], "100 of 1"]);
  });

  it("compares a part a job, goes on where it was, and gives way to a day that was asked for", async () => {
    await compared("first", "second", "third", "fourth");
    await till().sell({ id: "later" });
    await settle(4 * DAY_MS);
    await till().roundOnce();
    const [day, asked = ""] = await days();
    const { journal, byParts, database } = till();
    const under = () =>
      database.sql(
        "select pass, day::text as day, until::text as until from till.journal_comparing order by pass",
      );
    const job = async () => (await byParts.checkJournal({ limit: 1 })).more;
    expect(await job(), "it asks for no other job").to.equal(false);
    const [round] = await under();
    expect(round).to.include({ pass: "round", day });
    await till().tamper("update till.journal set amount = 107 where object_id = 'later'");
    await journal.recheckJournal({ actor: "ada", day: asked });
    expect(await job(), "what was asked for is done at once").to.equal(true);
    expect(await findings()).to.include("differs later 7");
    expect(await under(), "the round waits").to.deep.include(round);
    while (await job());
    expect((await findings()).toSorted()).to.deep.equal(["differs later 7", `rolled_up ${asked} -7`]);
    const [on, ...others] = await under();
    expect([on?.["pass"], on?.["day"], others]).to.deep.equal(["round", day, []]);
    expect(Date.parse(String(on?.["until"]))).to.be.at.least(Date.parse(String(round?.["until"])));
    expect(on?.["until"], "it is further than before").not.to.equal(round?.["until"]);
  });

  /** When a round began that has compared the first part of a day. */
  async function begunRound(): Promise<string> {
    const [now] = await till().database.sql("select platform.clock()::text as at");
    await till().byParts.checkJournal({ limit: 1 });
    expect(await till().database.sql("select pass from till.journal_comparing")).to.deep.equal([
      { pass: "round" },
    ]);
    return String(now?.["at"]);
  }
  const SALES = Array.from({ length: 12 }, (_, nth) => `sale ${nth}`);

  it("compares the whole of a day although a later one is filled in again meanwhile", async () => {
    await compared(...SALES);
    await till().roundOnce();
    const [day] = await days();
    await till().tamper("delete from till.journal where object_id = 'sale 11'");
    const since = await begunRound();
    const after = new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
    await till().journal.refillJournal({ actor: "ada", day: after });
    await till().fillAll();
    await till().roundOnce(since);
    expect(await findings()).to.include("missing sale 11 -100");
  });

  it("compares the whole of today although something of it is put right meanwhile", async () => {
    await till().database.sql("update till.journal_progress set fill_finished = true");
    for (const id of SALES) await till().sell({ id });
    expect(await settle(20 * MINUTE)).to.equal(0);
    await till().tamper("update till.journal set amount = 107 where object_id = 'sale 0'");
    await till().roundOnce();
    expect(await findings()).to.deep.equal(["differs sale 0 7"]);
    await till().tamper("delete from till.journal where object_id = 'sale 11'");
    const since = await begunRound();
    await till().tamper("update till.journal set amount = 100 where object_id = 'sale 0'");
    await till().roundOnce(since);
    expect(await findings()).to.deep.equal(["missing sale 11 -100"]);
  });

  it("is done at once where an operator asks for it, who is audited", async () => {
    const { journal, database } = till();
    await compared(...SALES);
    await till().roundOnce();
    await till().tamper("delete from till.journal where object_id = 'sale 11'");
    await journal.recheckJournal({ actor: "ada", day: null });
    const jobs = [];
    do jobs.push(await till().byParts.checkJournal({ limit: 1 }));
    while (jobs.at(-1)?.more);
    expect(jobs.length).to.be.greaterThan(2);
    expect(await findings()).to.include("missing sale 11 -100");
    expect(
      await database.sql("select actor, act, detail from till.audit where act = 'ledger.check'"),
    ).to.deep.include({
      actor: "ada",
      act: "ledger.check",
      detail: { day: "all" },
    });
  });

  it("counts a day from its beginning where something is filled into what was counted", async () => {
    const { database, journal } = till();
    await compared(...SALES);
    await till().roundOnce();
    await till().tamper("update till.journal set amount = 107 where object_id = 'sale 11'");
    const since = await begunRound();
    await till().failed({ id: "late" });
    await till().chargedAfterEnd({ id: "late", amount: 9 });
    await till().tamper("delete from till.journal where object_id = 'late'");
    await database.sql(
      "update till.anomalies set created_at = (select min(ended_at) from till.sales where status = 'SUCCEEDED')",
    );
    await database.sql(
      "update till.journal_progress set fill_finished = false, fill_until = platform.clock()",
    );
    await journal.fillJournal({});
    expect(await database.sql("select pass from till.journal_comparing")).to.deep.equal([]);
    await till().roundOnce(since);
    const [day] = await days();
    expect((await findings()).toSorted()).to.deep.equal(["differs sale 11 7", `rolled_up ${day} -7`]);
  });

  it("is not under way where there is nothing, and is not said to be", async () => {
    expect(await till().journal.checkJournal({})).to.deep.equal({
      done: 0,
      more: false,
      open: 0,
      progress: null,
    });
  });
});
