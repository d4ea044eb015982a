import { expect } from "chai";
import { journalReads } from "@flowlix/ledger";
import { moveClock, stopClock } from "@flowlix/testkit";
import { tillJournal } from "./support/till-schema.ts";
import { DAY_MS, MERCHANT, withTill } from "./support/till-under-test.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe("What is said of the work on a journal", function () {
  this.timeout(60_000);
  const till = withTill();
  beforeEach(() => stopClock(till().database));
  const state = async () => (await till().journal.journalFindings({ limit: 1 })).state;
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

  it("tells how far filling and checking have come", async () => {
    const now = Math.floor((await till().now()) / 1000);
    for (const id of ["a", "b", "c"]) await till().soldBefore({ id, at: (now - 3 * 86_400) * 1000 });
    await till().database.sql("update till.journal_progress set to_fill = 3");
    expect(await state()).to.deep.equal({
      filling: { done: 0, total: 3 },
      checked_at: null,
      compared_until: null,
      is_current: false,
      checked_day: new Date((now - 86_400) * 1000).toISOString().slice(0, 10),
      days_current: true,
      rounded_since: null,
      asked: { days: 0, round: null },
    });
    const { progress } = await till().journal.fillJournal({ limit: 2 });
    expect(progress).to.deep.equal({ done: 2, total: 3 });
    await till().journal.checkJournal({});
    const half = await state();
    expect(half).to.deep.include({ filling: progress, is_current: true, rounded_since: null });
    const { filling } = await till().journal.journalTotals({
      merchant_id: MERCHANT,
      livemode: null,
      currency: null,
    });
    expect(filling, "balances lack as much").to.deep.equal(progress);
    await moveClock(till().database, 11 * MINUTE);
    await till().fillAll();
    await till().roundOnce();
    const whole = await state();
    expect(whole).to.deep.include({ filling: null, is_current: true });
    expect((whole.checked_at ?? 0) - (whole.compared_until ?? 0), "the time that a commit is left").to.equal(
      600,
    );
    expect(whole.rounded_since).to.be.at.least(now + 660);
    await moveClock(till().database, 27 * MINUTE);
    expect((await state()).is_current, "nothing was compared for 16 minutes").to.equal(false);
  });

  it("tells what is left of what was asked for, until it is compared", async () => {
    const { journal, byParts, database } = till();
    await database.sql("update till.journal_progress set fill_finished = true");
    for (const id of ["a", "b", "c"]) await till().sell({ id });
    // Shortly before midnight the moved clock shows the next day. That day has nothing to compare.
    const day = dayOf(await till().now());
    await moveClock(database, 20 * MINUTE);
    await till().roundOnce();
    const asked = async () => (await state()).asked;
    expect(await asked()).to.deep.equal({ days: 0, round: null });
    await journal.recheckJournal({ actor: "ada", day });
    await byParts.checkJournal({ limit: 1 });
    expect(await asked(), "a part of the day is compared").to.deep.equal({ days: 1, round: null });
    await till().checkAll();
    expect(await asked()).to.deep.equal({ days: 0, round: null });
    await journal.recheckJournal({ actor: "ada", day: null });
    expect(await asked(), "it has not begun").to.deep.equal({ days: 0, round: { done: 0, total: 0 } });
    await byParts.checkJournal({ limit: 1 });
    expect((await asked()).round, "nor is it over with any day").to.include({ done: 0 });
    await till().checkAll();
    expect(await asked()).to.deep.equal({ days: 0, round: null });
  });

  it("is that days are behind where nothing is summed, although what is new is compared", async () => {
    const { database, journal, pools } = till();
    await database.sql("update till.journal_progress set fill_finished = true");
    await till().sell({ id: "a" });
    const first = await till().now();
    const ages = async () =>
      Object.fromEntries(
        (await journalReads(pools.background, tillJournal).ages()).map(({ of, seconds }) => [of, seconds]),
      );
    expect(Object.keys(await ages()), "nothing else was ever compared").to.deep.equal(["days"]);
    await moveClock(database, 3 * DAY_MS);
    await till().checkAll();
    expect(await state()).to.include({
      checked_day: dayOf(first - DAY_MS),
      days_current: false,
      is_current: true,
    });
    const behind = await ages();
    expect(behind["days"]).to.be.above((3 * DAY_MS) / 1000);
    expect(behind["new"]).to.equal(600);
    while ((await journal.rollUpJournal()).more);
    await till().checkAll();
    const { checked_day, days_current } = await state();
    expect(days_current).to.equal(true);
    const now = await till().now();
    // The day before is over for an hour, or not yet.
    expect(checked_day).to.be.oneOf([dayOf(now - DAY_MS - 2 * HOUR), dayOf(now - DAY_MS)]);
    await till().roundOnce();
    expect(Object.keys(await ages()).toSorted()).to.deep.equal(["days", "new", "round"]);
  });
});
