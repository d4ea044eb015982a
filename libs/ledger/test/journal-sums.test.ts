import { expect } from "chai";
import { moveClock } from "@flowlix/testkit";
import * as fc from "fast-check";
import { rollUp } from "../src/roll-up.ts";
import { MERCHANT, sellOn, withTill } from "./support/till-under-test.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SEED = Number(process.env["PROPERTY_SEED"] ?? 20_261_122);

describe("The sums of a journal", function () {
  this.timeout(60_000);
  const till = withTill();

  const total = async () => {
    const { totals } = await till().journal.journalTotals({
      merchant_id: MERCHANT,
      livemode: null,
      currency: null,
    });
    return totals.map(({ kind, amount, movements }) => `${kind} ${amount} of ${movements}`);
  };
  const summed = async () => {
    const [row] = await till().database.sql(
      "select coalesce(sum(movements), 0)::integer as movements from till.journal_days",
    );
    return row?.["movements"];
  };

  /** How long it is to the end of the day. */
  const toMidnight = async () => {
    const [now] = await till().database.sql(
      "select extract(epoch from date_trunc('day', now(), 'UTC') + interval '1 day' - now()) * 1000 as ms",
    );
    return Math.floor(Number(now?.["ms"]));
  };

  it("count a movement from the moment at which it is posted, summed or not", async () => {
    await till().sell({ id: "a", amount: 30 });
    expect(await till().journal.rollUpJournal()).to.include({ done: 0, more: false });
    expect([await total(), await summed()]).to.deep.equal([["capture 30 of 1"], 0]);
    await moveClock(till().database, 2 * 60_000);
    expect(await till().journal.rollUpJournal()).to.include({ done: 1, more: false });
    expect([await total(), await summed()]).to.deep.equal([["capture 30 of 1"], 1]);
    await till().sell({ id: "b", amount: 12 });
    expect(await total()).to.deep.equal(["capture 42 of 2"]);
  });

  it("are of one merchant, and apart by mode, currency and kind", async () => {
    await till().sell({ id: "a", amount: 1 });
    await till().sell({ id: "b", amount: 2, livemode: true });
    await till().sell({ id: "c", amount: 4, currency: "GBP" });
    await till().sell({ id: "d", amount: 8, merchant: `mer_${"B".repeat(24)}` });
    await till().failed({ id: "e" });
    await till().chargedAfterEnd({ id: "e", amount: 16 });
    const asked = { merchant_id: MERCHANT, livemode: null, currency: null };
    const shown = async (narrowed: { livemode?: boolean; currency?: string } = {}) =>
      (await till().journal.journalTotals({ ...asked, ...narrowed })).totals.map(
        ({ livemode, currency, kind, amount }) => [livemode, currency, kind, amount],
      );
    const all = [
      [true, "EUR", "capture", "2"],
      [false, "EUR", "capture", "1"],
      [false, "EUR", "late_charge", "16"],
      [false, "GBP", "capture", "4"],
    ];
    expect(await shown()).to.deep.equal(all);
    await moveClock(till().database, HOUR);
    while ((await till().journal.rollUpJournal()).more);
    expect(await summed()).to.equal(5);
    expect(await shown()).to.deep.equal(all);
    expect(await shown({ livemode: true })).to.deep.equal(all.slice(0, 1));
    expect(await shown({ currency: "GBP" })).to.deep.equal(all.slice(3));
  });

  it("are exact beyond what a number of JSON can tell", async () => {
    for (const id of ["a", "b", "c"]) await till().sell({ id, amount: Number.MAX_SAFE_INTEGER });
    expect(await total()).to.deep.equal(["capture 27021597764222973 of 3"]);
    await moveClock(till().database, HOUR);
    await till().journal.rollUpJournal();
    expect(await total()).to.deep.equal(["capture 27021597764222973 of 3"]);
  });

  it("are of the day of the entry, in UTC", async () => {
    const midnight = await toMidnight();
    await moveClock(till().database, midnight - 3_000);
    await till().sell({ id: "a" });
    await moveClock(till().database, midnight + 3_000);
    await till().sell({ id: "b" });
    await moveClock(till().database, midnight + HOUR);
    await till().journal.rollUpJournal();
    const days = await till().database.sql(
      `select d.day = (j.at at time zone 'UTC')::date as own, count(*)::integer as days
         from till.journal_days as d join till.journal as j on (j.at at time zone 'UTC')::date = d.day group by 1`,
    );
    expect(days).to.deep.equal([{ own: true, days: 2 }]);
  });

  it("begin a day anew where the clock was set back into it, although it was compared", async () => {
    await till().database.sql("update till.journal_progress set fill_finished = true");
    const midnight = await toMidnight();
    const goOn = async (ms: number) => {
      await moveClock(till().database, midnight + ms);
      while ((await till().journal.rollUpJournal()).more);
      return till().checkAll();
    };
    await moveClock(till().database, midnight - 5 * MINUTE);
    await till().sell({ id: "a", amount: 10 });
    expect(await goOn(2 * HOUR)).to.equal(0);
    await till().sell({ id: "later", amount: 100 });
    await moveClock(till().database, midnight - MINUTE);
    await till().sell({ id: "b", amount: 5 });
    await till().soldBefore({ id: "unbooked", amount: 7 });
    await till().journal.rollUpJournal();
    expect(await total(), "before its day is over").to.deep.equal(["capture 115 of 3"]);
    expect(await goOn(HOUR), "its day is compared with its objects").to.equal(1);
    expect(await goOn(3 * HOUR), "and once more, with its sums").to.equal(1);
    expect(await goOn(27 * HOUR)).to.equal(1);
    expect([await total(), await summed()]).to.deep.equal([["capture 115 of 3"], 3]);
  });

  it("go on from where they stopped, ten minutes of bookings at a time", async () => {
    for (const [index, id] of ["a", "b", "c"].entries()) {
      await moveClock(till().database, index * HOUR);
      await till().sell({ id });
    }
    await moveClock(till().database, 5 * HOUR);
    const jobs = [];
    for (let job = 0; job < 4; job += 1) jobs.push(await till().journal.rollUpJournal());
    expect(jobs.map(({ done, more }) => [done, more])).to.deep.equal([
      [1, true],
      [1, true],
      [1, true],
      [0, false],
    ]);
    expect(await total()).to.deep.equal(["capture 300 of 3"]);
  });

  it("wait for an entry whose transaction still runs", async () => {
    const client = await till().pools.hot.connect();
    try {
      await client.query("begin");
      await sellOn(client, { id: "slow", amount: 5 });
      await till().sell({ id: "fast", amount: 1 });
      await rollUp(till().pools.dataSource, "till", 0);
      expect(await summed()).to.equal(0);
      await client.query("commit");
    } finally {
      client.release();
    }
    await rollUp(till().pools.dataSource, "till", 0);
    expect([await total(), await summed()]).to.deep.equal([["capture 6 of 2"], 2]);
  });

  it("wait for another job, of summing, filling or checking, and keep no connection meanwhile", async () => {
    await till().sell({ id: "a" });
    await moveClock(till().database, HOUR);
    const { journal, pools } = till();
    const client = await pools.hot.connect();
    const jobs: Promise<unknown>[] = [];
    try {
      await client.query("begin");
      await client.query("select 1 from till.journal_progress for update");
      jobs.push(journal.rollUpJournal(), journal.fillJournal({}), journal.checkJournal({}));
      // Acts of operators have connections, although more jobs wait than there are.
      for (let act = 0; act < 6; act += 1) await pools.dataSource.query("select 1");
      expect(await summed()).to.equal(0);
      await client.query("commit");
    } finally {
      client.release();
    }
    await Promise.all(jobs);
    expect(await summed()).to.equal(1);
  });

  it("lose and repeat nothing while several sum and book at once", async () => {
    const step = fc.constantFrom("sell", "sell", "sell", "slow", "sum", "sum", "fill");
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { maxLength: 8 }),
        async (moments) => {
          let sold = 0;
          const [tag] = await till().database.sql("select gen_random_uuid()::text as id");
          const slow = async (id: string) => {
            const client = await till().pools.hot.connect();
            try {
              await client.query("begin");
              await sellOn(client, { id });
              // Whatever else is done meanwhile comes in between.
              await till().pools.read.query("select 1");
              await client.query("commit");
            } finally {
              client.release();
            }
          };
          const before = await total();
          const counted = (text: string[]) => Number(/of ([0-9]+)/.exec(text[0] ?? "of 0")?.[1]);
          for (const moment of moments)
            await Promise.all(
              moment.map((act) => {
                if (act === "sum") return rollUp(till().pools.dataSource, "till", 0);
                if (act === "fill") return till().journal.fillJournal({});
                sold += 1;
                const id = `${String(tag?.["id"])}.${sold}`;
                return act === "sell" ? till().sell({ id }) : slow(id);
              }),
            );
          expect(counted(await total()), "all of them, each once").to.equal(counted(before) + sold);
          await rollUp(till().pools.dataSource, "till", 0);
          expect(counted(await total()), "summed").to.equal(counted(before) + sold);
        },
      ),
      { seed: SEED, numRuns: 40 },
    );
  });
});
