import { expect } from "chai";
import { moveClock } from "@flowlix/testkit";
import { DAY_MS, MERCHANT, withTill } from "./support/till-under-test.ts";

const MINUTE = 60_000;

describe("What ended before there was a journal", () => {
  const till = withTill();

  it("is posted at the time of its end, a stretch at a time, and once", async () => {
    const now = await till().now();
    for (const [index, id] of ["a", "b", "c"].entries())
      await till().soldBefore({ id, at: now - 3 * DAY_MS + index });
    expect(await till().journal.fillJournal({ limit: 2 })).to.include({
      done: 2,
      more: true,
      finished: false,
    });
    expect(await till().journal.fillJournal({ limit: 2 })).to.deep.include({
      done: 1,
      more: false,
      progress: { done: 3, total: 3 },
    });
    expect(await till().journal.fillJournal({ limit: 2 })).to.include({ done: 0, more: false });
    const rows = await till().database.sql(
      "select j.object_id, j.at = s.ended_at as at_its_end, j.kind from till.journal as j join till.sales as s on s.id = j.object_id order by 1",
    );
    expect(rows).to.deep.equal(
      ["a", "b", "c"].map((object_id) => ({ object_id, at_its_end: true, kind: "capture" })),
    );
  });

  it("is not spoken of where there was nothing, and no longer once all of it is posted", async () => {
    const shown = async () => (await till().journal.fillJournal({})).progress;
    await till().soldBefore({ id: "a", at: (await till().now()) - DAY_MS });
    expect(await shown()).to.deep.equal({ done: 1, total: 1 });
    await moveClock(till().database, 11 * MINUTE);
    expect(await shown(), "a process of the release before may still end something").to.equal(null);
    await till().database.sql(
      "update till.journal_progress set filled_until = '-infinity', filled_at = '-infinity', fill_needed = '-infinity'",
    );
    expect(await shown(), "as the migration of an empty database begins").to.equal(null);
  });

  it("is posted where several objects ended in the same second", async () => {
    const at = Math.floor((await till().now()) / 1000) * 1000 - DAY_MS;
    for (const id of ["e", "d", "c", "b", "a"]) await till().soldBefore({ id, at });
    await till().soldBefore({ id: "0", at: at + 1_000 });
    for (let job = 0; job < 4; job += 1) await till().journal.fillJournal({ limit: 2 });
    expect((await till().rows()).map(({ object_id }) => object_id)).to.deep.equal([
      "a",
      "b",
      "c",
      "d",
      "e",
      "0",
    ]);
  });

  it("leaves alone what was posted with its end, and what did not succeed", async () => {
    await till().sell({ id: "a", amount: 700 });
    await till().failed({ id: "b" });
    await moveClock(till().database, 20 * MINUTE);
    await till().fillAll();
    expect((await till().rows()).map(({ object_id, amount }) => [object_id, amount])).to.deep.equal([
      ["a", 700],
    ]);
  });

  it("counts in the sums, although they have passed its time", async () => {
    const now = await till().now();
    await till().soldBefore({ id: "a", amount: 40, at: now - 3 * DAY_MS });
    await till().soldBefore({ id: "b", amount: 2, at: now - 3 * DAY_MS });
    await till().fillAll();
    const { totals } = await till().journal.journalTotals({
      merchant_id: MERCHANT,
      livemode: null,
      currency: null,
    });
    expect(totals).to.deep.equal([
      { livemode: false, currency: "EUR", kind: "capture", amount: "42", movements: 2 },
    ]);
  });

  it("includes charges that were found after an end, and those that were given back", async () => {
    await till().database.sql(
      `insert into till.anomalies (id, kind, object_id, merchant_id, livemode, amount, currency, detail, created_at, resolution, resolved_at)
       values ('1', 'charged_after_end', 'a', 'mer_a', false, 5, 'EUR', '', now() - interval '5 days', 'noted', now() - interval '5 days'),
              ('2', 'charged_after_end', 'b', 'mer_a', false, 7, 'EUR', '', now() - interval '4 days', 'reversed', now() - interval '3 days'),
              ('3', 'charged_after_end', 'b', 'mer_a', false, 7, 'EUR', '', now() - interval '2 days', null, null),
              ('4', 'outcome_mismatch', 'c', 'mer_a', false, 9, 'EUR', '', now() - interval '2 days', null, null)`,
    );
    await till().fillAll();
    await till().fillAll();
    expect(
      (await till().rows()).map(({ object_id, kind, amount }) => [object_id, kind, amount]),
    ).to.deep.equal([
      ["a", "late_charge", 5],
      ["b", "late_charge", 7],
      ["b", "reversal", 7],
    ]);
  });

  it("is looked for until no process of the release before can be left, and then never again by itself", async () => {
    await till().soldBefore({ id: "a", at: (await till().now()) - MINUTE });
    expect((await till().journal.fillJournal({})).finished, "ten minutes are left to a commit").to.equal(
      false,
    );
    expect(await till().rows()).to.deep.equal([]);
    await moveClock(till().database, 23 * 60 * MINUTE);
    await till().soldBefore({ id: "b" });
    await moveClock(till().database, 25 * 60 * MINUTE);
    expect(await till().journal.fillJournal({})).to.include({
      done: 2,
      more: false,
      finished: true,
      progress: null,
    });
    await till().soldBefore({ id: "c", at: (await till().now()) - 30 * 60 * MINUTE });
    expect(await till().journal.fillJournal({})).to.include({ done: 0, more: false, finished: true });
    expect((await till().rows()).map(({ object_id }) => object_id)).to.deep.equal(["a", "b"]);
  });

  it("is looked for again from a day on when an operator asks for it, who is audited", async () => {
    const { database, journal } = till();
    const [today] = await database.sql("select (platform.clock() at time zone 'UTC')::date::text as day");
    await till().sell({ id: "a", amount: 30 });
    // A process of the release before went on for too long.
    await till().soldBefore({ id: "b", amount: 12 });
    await database.sql(
      "update till.journal_progress set fill_finished = true, fill_until = platform.clock()",
    );
    await moveClock(database, 26 * 60 * MINUTE);
    await till().fillAll();
    while ((await journal.rollUpJournal()).more);
    expect(await till().checkAll(), "it is missing").to.equal(1);
    expect(await journal.refillJournal({ actor: "ada", day: String(today?.["day"]) })).to.deep.equal({
      to_fill: 2,
    });
    await till().fillAll();
    expect(await till().checkAll()).to.equal(0);
    const { totals } = await journal.journalTotals({ merchant_id: MERCHANT, livemode: null, currency: null });
    expect(totals.map(({ amount, movements }) => [amount, movements])).to.deep.equal([["42", 2]]);
    expect(await database.sql("select actor, act, detail from till.audit")).to.deep.equal([
      { actor: "ada", act: "ledger.fill", detail: { from: today?.["day"] } },
    ]);
  });

  it("is still said to be missing when filling is asked for from a later day while it goes on", async () => {
    const { database, journal } = till();
    const now = await till().now();
    for (const id of ["a", "b"]) await till().soldBefore({ id, at: now - 3 * DAY_MS });
    await journal.fillJournal({ limit: 1 });
    const [later] = await database.sql(
      "select ((platform.clock() at time zone 'UTC')::date - 1)::text as day",
    );
    expect(await journal.refillJournal({ actor: "ada", day: String(later?.["day"]) })).to.deep.equal({
      to_fill: 2,
    });
    expect((await journal.fillJournal({ limit: 1 })).progress).to.deep.equal({ done: 1, total: 2 });
    expect((await journal.fillJournal({ limit: 1 })).progress).to.deep.equal({ done: 2, total: 2 });
    expect((await till().rows()).map(({ object_id }) => object_id)).to.deep.equal(["a", "b"]);
  });

  it("is in no sum twice where it was summed, and its row is gone", async () => {
    const { database, journal } = till();
    await till().sell({ id: "a", amount: 30 });
    await moveClock(database, 49 * 60 * MINUTE);
    await till().fillAll();
    while ((await journal.rollUpJournal()).more);
    await till().checkAll();
    await till().tamper("delete from till.journal");
    await journal.refillJournal({ actor: "ada", day: "2020-01-01" });
    await moveClock(database, 50 * 60 * MINUTE);
    await till().fillAll();
    await till().checkAll();
    const { totals } = await journal.journalTotals({ merchant_id: MERCHANT, livemode: null, currency: null });
    expect(totals.map(({ amount, movements }) => [amount, movements])).to.deep.equal([["30", 1]]);
  });
});
