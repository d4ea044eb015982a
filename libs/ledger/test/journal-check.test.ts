import { expect } from "chai";
import { journalReads } from "@flowlix/ledger";
import { moveClock } from "@flowlix/testkit";
import { adoptSql } from "../src/adopt.ts";
import { AGAIN_MAX } from "../src/findings.ts";
import { tillJournal } from "./support/till-schema.ts";
import { DAY_MS, MERCHANT, withTill } from "./support/till-under-test.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe("The check of a journal", function () {
  this.timeout(60_000);
  const till = withTill();

  /** What is found some minutes later, when no commit of now can be under way any more. */
  const found = async (laterMs = 20 * MINUTE) => {
    await moveClock(till().database, laterMs);
    await till().fillAll();
    const open = await till().checkAll();
    const { findings } = await till().journal.journalFindings({ limit: 100 });
    expect(findings).to.have.length(open);
    return findings.map(
      ({ finding, subject, kind, difference }) => `${finding} ${subject} ${kind} ${difference}`,
    );
  };

  it("finds nothing where every movement is posted, whatever came after an end", async () => {
    await till().sell({ id: "a" });
    await till().soldBefore({ id: "b", at: (await till().now()) - DAY_MS });
    for (const id of ["c", "d", "e"]) await till().failed({ id });
    const reversed = await till().chargedAfterEnd({ id: "c" });
    await till().anomalies.resolve(reversed, { resolution: "reversed", note: null, actor: "ops" });
    const noted = await till().chargedAfterEnd({ id: "d" });
    await till().anomalies.resolve(noted, { resolution: "noted", note: "by hand", actor: "ops" });
    await till().chargedAfterEnd({ id: "e" });
    expect(await found()).to.deep.equal([]);
  });

  it("finds what was taken back and is not posted, also where nothing else tells of the object", async () => {
    await till().database.sql("update till.journal_progress set fill_finished = true");
    await till().sell({ id: "sold", amount: 70 });
    await till().undone({ id: "sold", amount: 70 });
    expect(await found()).to.deep.equal([]);
    await till().undone({ id: "gone", amount: 5 });
    await till().tamper("delete from till.journal where object_id = 'gone'");
    expect(await found(40 * MINUTE)).to.deep.equal(["missing gone capture_declined -5"]);
  });

  it("finds an object whose movement is not posted, until it is", async () => {
    await till().sell({ id: "a", amount: 70 });
    await till().tamper("delete from till.journal");
    // It is none of the release before: those have been passed.
    await till().database.sql("update till.journal_progress set fill_finished = true");
    expect(await found()).to.deep.equal(["missing a capture -70"]);
    expect(await journalReads(till().pools.background, tillJournal).imbalance()).to.deep.equal([
      { currency: "EUR", minorUnits: 70 },
    ]);
    await till().tamper(
      `insert into till.journal (object_id, kind, debit, credit, merchant_id, livemode, amount, currency)
       select id, 'capture', 'provider', 'merchant', merchant_id, livemode, amount, currency from till.sales`,
    );
    expect(await found()).to.deep.equal([]);
  });

  it("compares every finding again, however many stand", async () => {
    const count = AGAIN_MAX + 1;
    await till().database.sql("update till.journal_progress set fill_finished = true");
    await till().database.sql(
      `insert into till.sales (id, merchant_id, livemode, amount, currency, status, ended_at)
       select lpad(n::text, 6, '0'), $1, false, 70, 'EUR', 'SUCCEEDED', platform.clock() from generate_series(1, $2::integer) as n`,
      [MERCHANT, count],
    );
    await moveClock(till().database, 20 * MINUTE);
    expect(await till().checkAll()).to.equal(count);
    const last = String(count).padStart(6, "0");
    await till().database.sql(
      "update till.journal_findings set found_at = found_at - case when subject = $1 then interval '0' else interval '1 minute' end",
      [last],
    );
    // Only its finding leads to what is not there any more.
    await till().database.sql("delete from till.sales where id = $1", [last]);
    await till().checkAll();
    expect(await till().checkAll()).to.equal(AGAIN_MAX);
  });

  it("leaves a commit ten minutes, as filling does", async () => {
    await till().database.sql("update till.journal_progress set fill_finished = true");
    await till().soldBefore({ id: "a" });
    expect(await found(9 * MINUTE)).to.deep.equal([]);
    expect(await found(11 * MINUTE)).to.deep.equal(["missing a capture -100"]);
  });

  it("finds a Payment's charge that was given back while a request made it the Payment's own", async () => {
    await till().failed({ id: "a" });
    const late = await till().chargedAfterEnd({ id: "a" });
    await till().database.sql("delete from till.sales");
    await till().sell({ id: "a" });
    await till().anomalies.resolve(late, { resolution: "reversed", note: null, actor: "ops" });
    expect(await found()).to.deep.equal(["unfounded a capture 100"]);
  });

  it("finds an entry without an object, or of one that did not end so", async () => {
    await till().sell({ id: "a", amount: 3 });
    await till().sell({ id: "b", amount: 4 });
    await till().sell({ id: "c", amount: 5 });
    await till().database.sql("delete from till.sales where id = 'a'");
    await till().failed({ id: "b" });
    expect(await found()).to.deep.equal(["unfounded a capture 3", "unfounded b capture 4"]);
  });

  it("finds another amount, currency, merchant or mode, and is out by all of it where it is somebody else's", async () => {
    for (const id of ["a", "b", "c", "d", "e"]) await till().sell({ id, amount: 10 });
    await till().tamper("update till.journal set amount = 13 where object_id = 'a'");
    await till().tamper("update till.journal set currency = 'GBP' where object_id = 'b'");
    await till().tamper("update till.journal set merchant_id = 'mer_b' where object_id = 'c'");
    await till().tamper("update till.journal set livemode = true where object_id = 'd'");
    const findings = await found();
    expect(findings.toSorted()).to.deep.equal([
      "differs a capture 3",
      "differs b capture 10",
      "differs c capture 10",
      "differs d capture 10",
    ]);
    const { background } = till().pools;
    expect(await journalReads(background, tillJournal).imbalance()).to.have.deep.members([
      { currency: "EUR", minorUnits: 23 },
      { currency: "GBP", minorUnits: 10 },
    ]);
    expect(await journalReads(background, tillJournal).findings()).to.deep.equal([
      { finding: "missing", open: 0 },
      { finding: "unfounded", open: 0 },
      { finding: "differs", open: 4 },
      { finding: "rolled_up", open: 0 },
    ]);
  });

  it("finds a movement between accounts that are not those of its kind", async () => {
    for (const id of ["a", "b", "c"]) await till().sell({ id, amount: 10 });
    await till().tamper(
      "update till.journal set debit = 'merchant', credit = 'provider' where object_id = 'a'",
    );
    await till().tamper("update till.journal set credit = 'suspense' where object_id = 'b'");
    expect((await found()).toSorted()).to.deep.equal(["differs a capture 10", "differs b capture 10"]);
  });

  it("finds a late charge, or its return, that is not posted", async () => {
    for (const id of ["a", "b"]) await till().failed({ id });
    await till().chargedAfterEnd({ id: "a", amount: 9 });
    const reversed = await till().chargedAfterEnd({ id: "b", amount: 9 });
    await till().anomalies.resolve(reversed, { resolution: "reversed", note: null, actor: "ops" });
    await till().soldBefore({ id: "passed", at: (await till().now()) - HOUR });
    await moveClock(till().database, 20 * MINUTE);
    await till().database.sql("update till.journal_progress set fill_finished = true");
    await till().tamper("delete from till.journal where kind in ('late_charge', 'reversal')");
    await till().tamper(
      `insert into till.journal (object_id, kind, debit, credit, merchant_id, livemode, amount, currency)
       select id, 'capture', 'provider', 'merchant', merchant_id, livemode, amount, currency from till.sales where status = 'SUCCEEDED'`,
    );
    expect((await found(40 * MINUTE)).toSorted()).to.deep.equal([
      "missing a late_charge -9",
      "missing b late_charge -9",
      "missing b reversal -9",
    ]);
  });

  it("takes a charge out of suspense that became its object's own, whether or not it was noted", async () => {
    for (const id of ["a", "b"]) {
      await till().failed({ id });
      await till().chargedAfterEnd({ id });
    }
    // A repeated request makes the object anew and finds the charge.
    for (const id of ["a", "b"]) {
      await till().database.sql("delete from till.sales where id = $1", [id]);
      await till().sell({ id });
    }
    const [open] = await till().database.sql("select id from till.anomalies where object_id = 'b'");
    await till().anomalies.resolve(String(open?.["id"]), {
      resolution: "noted",
      note: "found",
      actor: "ops",
    });
    expect((await till().rows()).filter(({ kind }) => kind === "late_charge_adopted")).to.have.length(1);
    expect(await found()).to.deep.equal([]);
    expect((await till().rows()).filter(({ kind }) => kind === "late_charge_adopted")).to.have.length(2);
  });

  it("finds the object of a late charge by its key", async () => {
    const { ends } = tillJournal.late;
    if (ends === undefined) throw new Error("the till has late charges");
    const { database, pools } = till();
    await database.sql(
      `insert into till.sales (id, merchant_id, livemode, amount, currency, status, ended_at)
       select 'sale ' || n, 'mer_a', false, 1, 'EUR', 'SUCCEEDED', now() from generate_series(1, 5000) as n`,
    );
    await database.sql("analyze till.sales");
    const plan = await pools.dataSource.query(`explain ${adoptSql(tillJournal, ends)}`, [["a", "b"]]);
    expect(JSON.stringify(plan)).to.contain("sales_pkey");
  });

  it("goes through objects and bookings a stretch at a time", async () => {
    for (const id of ["a", "b", "c", "d", "e"]) await till().sell({ id });
    await moveClock(till().database, 20 * MINUTE);
    await till().fillAll();
    const jobs = [];
    for (let job = 0; job < 3; job += 1) jobs.push(await till().journal.checkJournal({ limit: 2 }));
    expect(jobs.map(({ more }) => more)).to.deep.equal([true, true, false]);
  });

  it("finds sums that are not those of their rows, and works them out anew", async () => {
    await till().sell({ id: "a", amount: 30 });
    await till().sell({ id: "b", amount: 12 });
    await moveClock(till().database, HOUR);
    await till().journal.rollUpJournal();
    await till().database.sql("update till.journal_days set amount = 40");
    await moveClock(till().database, 2 * DAY_MS);
    while ((await till().journal.rollUpJournal()).more);
    const [day] = await till().database.sql("select day::text as day from till.journal_days");
    expect(await found(2 * DAY_MS)).to.deep.equal([`rolled_up ${String(day?.["day"])} capture -2`]);
    expect(
      await till().database.sql("select amount::integer as amount from till.journal_days"),
    ).to.deep.equal([{ amount: 42 }]);
    await moveClock(till().database, 3 * DAY_MS + HOUR);
    expect(await till().checkAll(), "it is told for a day").to.equal(0);
  });

  it("counts the rows of a day a part at a time, and keeps no job busy with all of it", async () => {
    const { database, journal, byParts } = till();
    const job = () => byParts.checkJournal({ limit: 1 });
    for (let nth = 0; nth < 7; nth += 1) await till().sell({ id: `sale ${nth}`, amount: 10 });
    await moveClock(database, 2 * DAY_MS);
    await till().fillAll();
    while ((await journal.rollUpJournal()).more);
    await database.sql("update till.journal_days set amount = 69");
    while ((await database.sql("select from till.journal_comparing")).length === 0) await job();
    for (let nth = 1; nth < 6; nth += 1)
      expect(await job(), "a part a job").to.include({ done: 1, more: true, open: 0 });
    expect(
      await database.sql(
        "select amount::integer as amount, movements::integer as movements from till.journal_counted",
      ),
    ).to.deep.equal([{ amount: 60, movements: 6 }]);
    expect(await job()).to.include({ more: true, open: 1 });
    expect(
      await database.sql(
        "select amount::integer as amount, movements::integer as movements from till.journal_days",
      ),
    ).to.deep.equal([{ amount: 70, movements: 7 }]);
  });

  it("keeps what it compared although a day cannot be counted", async () => {
    await till().soldBefore({ id: "a" });
    await till().database.sql("update till.journal_progress set fill_finished = true");
    await moveClock(till().database, 2 * DAY_MS);
    while ((await till().journal.rollUpJournal()).more);
    await till().database.sql("alter table till.journal_days rename to away");
    try {
      expect(
        await till()
          .checkAll()
          .catch(() => "failed"),
      ).to.equal("failed");
    } finally {
      await till().database.sql("alter table till.away rename to journal_days");
    }
    const { findings } = await till().journal.journalFindings({ limit: 100 });
    expect(findings.map(({ finding, subject }) => `${finding} ${subject}`)).to.deep.equal(["missing a"]);
  });

  it("goes through late charges a stretch at a time, and again with every round", async () => {
    await till().database.sql("update till.journal_progress set fill_finished = true");
    for (const id of ["a", "b", "c"]) {
      await till().failed({ id });
      await till().chargedAfterEnd({ id });
    }
    await till().tamper("delete from till.journal where object_id in ('a', 'c')");
    await moveClock(till().database, 20 * MINUTE);
    const round = async () => {
      const jobs = [];
      for (let job = 0; job < 2; job += 1) jobs.push(await till().journal.checkJournal({ limit: 2 }));
      return jobs.map(({ more, open }) => [more, open]);
    };
    expect(await round()).to.deep.equal([
      [true, 1],
      [false, 2],
    ]);
    await till().tamper("delete from till.journal");
    expect(await round()).to.deep.equal([
      [true, 3],
      [false, 3],
    ]);
  });

  it("does not take what is being filled in for missing", async () => {
    const now = await till().now();
    for (const [index, id] of ["a", "b", "c"].entries())
      await till().soldBefore({ id, at: now - DAY_MS + index * MINUTE });
    expect(await till().checkAll()).to.equal(0);
    for (let job = 0; job < 4; job += 1) {
      await till().journal.fillJournal({ limit: 1 });
      expect(await till().checkAll()).to.equal(0);
    }
  });
});
