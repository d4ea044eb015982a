import { expect } from "chai";
import {
  at,
  BEFORE,
  DAY,
  NEXT,
  withStatement,
  type StatementUnderTest,
} from "./support/statement-under-test.ts";

const AFTER = "2026-03-12";
const over = (day: string) => at(day, "00:10:00");

describe("at the edge of a day the comparison", () => {
  const statement = withStatement();
  let under: StatementUnderTest;
  beforeEach(async () => {
    under = await statement.start();
    await under.itIs(over(NEXT));
  });

  const agrees = async (day: string) => {
    expect(await under.compare(day)).to.include({ differing: 0, awaiting: 0 });
    expect(await under.standing()).to.deep.equal([]);
  };

  it("takes for one what was executed before midnight and posted after it, on both days and again", async () => {
    under.states(DAY, { reference: "pay_1", atMs: at(DAY, "23:59:59") });
    under.posted({ reference: "pay_1", atMs: at(NEXT, "00:00:04") });
    await agrees(DAY);
    await under.itIs(over(AFTER));
    for (const day of [NEXT, DAY, NEXT]) await agrees(day);
  });

  it("reads no books of the day that has begun, while the one before may still be entered", async () => {
    await under.itIs(at(NEXT, "00:01:00"));
    under.moved({ reference: "pay_1", atMs: at(DAY, "12:00:00") });
    under.posted({ reference: "pay_2", atMs: at(DAY, "23:59:30") });
    under.posted({ reference: "pay_3", atMs: at(NEXT, "00:00:30") });
    const run = await under.compare(DAY);
    expect(run).to.include({ complete: false, book_lines: 2, matched: 1, awaiting: 1, differing: 0 });
    expect(await under.all()).to.deep.equal([]);
  });

  it("does so when the first day was never compared: then its statement is read as well", async () => {
    under.states(BEFORE, { reference: "pay_1", atMs: at(BEFORE, "23:59:59") });
    under.posted({ reference: "pay_1", atMs: at(DAY, "00:00:04") });
    await agrees(DAY);
    expect(under.world.reads).to.deep.equal([DAY, BEFORE]);
  });

  it("awaits the next statement for what was posted in a day's last moments", async () => {
    under.posted({ reference: "pay_1", atMs: at(DAY, "23:59:30") });
    expect(await under.compare(DAY)).to.include({ differing: 0, awaiting: 1 });
    expect(await under.standing()).to.deep.equal(["missing_there charge pay_1 awaiting"]);
    under.states(NEXT, { reference: "pay_1", atMs: at(NEXT, "00:00:01") });
    await under.itIs(over(AFTER));
    await agrees(NEXT);
    expect((await under.all())[0]).to.include({ state: "resolved", note: `in the statement of ${NEXT}` });
    for (const day of [DAY, NEXT]) await agrees(day);
  });

  it("opens it when the next statement lacks it too, whichever day is compared again", async () => {
    under.posted({ reference: "pay_1", atMs: at(DAY, "23:59:30") });
    await under.compare(DAY);
    await under.itIs(over(AFTER));
    await under.compare(NEXT);
    expect(await under.standing()).to.deep.equal(["missing_there charge pay_1 open"]);
    await under.compare(DAY);
    expect(await under.standing()).to.deep.equal(["missing_there charge pay_1 open"]);
  });

  it("goes on awaiting it while the next statement was not read yet, whichever later one was", async () => {
    under.posted({ reference: "pay_1", atMs: at(DAY, "23:59:30") });
    await under.compare(DAY);
    await under.itIs(over("2026-03-13"));
    await under.compare(AFTER);
    expect(await under.standing()).to.deep.equal(["missing_there charge pay_1 awaiting"]);
    await under.compare(NEXT);
    expect(await under.standing()).to.deep.equal(["missing_there charge pay_1 open"]);
  });

  it("opens it when the next statement will not be asked for any more", async () => {
    under.posted({ reference: "pay_1", atMs: at(DAY, "23:59:30") });
    await under.compare(DAY);
    await under.itIs(over("2026-04-12"));
    await under.compare("2026-04-10");
    expect(await under.standing()).to.deep.equal(["missing_there charge pay_1 awaiting"]);
    await under.compare("2026-04-11");
    expect(await under.standing()).to.deep.equal(["missing_there charge pay_1 open"]);
  });

  it("still knows after months on which day what was stated, as long as a day's runs are kept", async () => {
    under.states(DAY, { reference: "pay_1", atMs: at(DAY, "23:59:59") });
    under.posted({ reference: "pay_1", atMs: at(NEXT, "00:00:04") });
    await agrees(DAY);
    await under.itIs(at("2026-06-01", "12:00:00"));
    await agrees(AFTER);
    await agrees(NEXT);
  });

  it("resolves what was missing by itself when the provider states it a day late", async () => {
    under.posted({ reference: "pay_1", atMs: at(DAY, "12:00:00") });
    await under.compare(DAY);
    expect(await under.standing()).to.deep.equal(["missing_there charge pay_1 open"]);
    under.states(NEXT, { reference: "pay_1", atMs: at(DAY, "12:00:00") });
    await under.itIs(over(AFTER));
    await agrees(NEXT);
    await agrees(DAY);
  });

  it("finds a line that two days' statements have, as one of them is compared again too", async () => {
    under.moved({ reference: "pay_1", atMs: at(DAY, "12:00:00") });
    await agrees(DAY);
    under.states(NEXT, { reference: "pay_1", atMs: at(DAY, "12:00:00") });
    await under.itIs(over(AFTER));
    expect(await under.compare(NEXT)).to.include({ differing: 1 });
    expect(await under.standing()).to.deep.equal(["duplicate_there charge pay_1 open"]);
    await under.compare(NEXT);
    expect(await under.standing()).to.deep.equal(["duplicate_there charge pay_1 open"]);
  });

  it("finds a line that is stated before midnight and again after it, where it was posted", async () => {
    under.states(DAY, { reference: "pay_1", atMs: at(DAY, "23:59:59") });
    under.states(NEXT, { reference: "pay_1", atMs: at(DAY, "23:59:59") });
    under.posted({ reference: "pay_1", atMs: at(NEXT, "00:00:04") });
    await agrees(DAY);
    await under.itIs(over(AFTER));
    expect(await under.compare(NEXT)).to.include({ differing: 1, matched: 0 });
    expect(await under.standing()).to.deep.equal(["duplicate_there charge pay_1 open"]);
  });

  it("believes a statement that was put right: the line is on the one day now and no more on the other", async () => {
    under.posted({ reference: "pay_1", atMs: at(DAY, "12:00:00") });
    await under.compare(DAY);
    under.states(NEXT, { reference: "pay_1", atMs: at(DAY, "12:00:00") });
    await under.itIs(over(AFTER));
    await agrees(NEXT);
    under.world.statements.set(NEXT, []);
    under.states(DAY, { reference: "pay_1", atMs: at(DAY, "12:00:00") });
    await agrees(NEXT);
    await agrees(DAY);
  });

  it("takes a line that moved back for one again, in any order of the days' comparisons", async () => {
    for (const order of [
      [DAY, NEXT],
      [NEXT, DAY],
    ]) {
      under.posted({ reference: "pay_1", atMs: at(DAY, "12:00:00") });
      await under.itIs(over(NEXT));
      await under.compare(DAY);
      under.states(NEXT, { reference: "pay_1", atMs: at(DAY, "12:00:00") });
      await under.itIs(over(AFTER));
      await agrees(NEXT);
      under.world.statements.set(NEXT, []);
      under.states(DAY, { reference: "pay_1", atMs: at(DAY, "12:00:00") });
      for (const day of order) await under.compare(day);
      expect(await under.standing(), order.join()).to.deep.equal([]);
      for (const day of order) await agrees(day);
      under.world.statements.clear();
      under.world.books.length = 0;
      await statement.forget();
    }
  });

  it("takes a line of two statements for one again that the first, where it was posted, has no more", async () => {
    under.moved({ reference: "pay_1", atMs: at(DAY, "12:00:00") });
    await agrees(DAY);
    under.states(NEXT, { reference: "pay_1", atMs: at(DAY, "12:00:00") });
    await under.itIs(over(AFTER));
    await under.compare(NEXT);
    expect(await under.standing()).to.deep.equal(["duplicate_there charge pay_1 open"]);
    under.world.statements.set(DAY, []);
    await agrees(DAY);
    for (const day of [NEXT, DAY]) await agrees(day);
  });

  it("goes on finding a line that one statement has twice, with any change of another's", async () => {
    under.posted({ reference: "pay_1", atMs: at(DAY, "12:00:00") });
    const moved = { reference: "pay_1", atMs: at(DAY, "12:00:00") };
    under.states(NEXT, moved);
    await under.itIs(over(AFTER));
    await under.compare(NEXT);
    under.states(DAY, moved, moved);
    await under.compare(DAY);
    under.world.statements.set(NEXT, []);
    await under.compare(NEXT);
    expect(await under.standing()).to.deep.equal(["duplicate_there charge pay_1 open"]);
  });

  it("finds another amount there too", async () => {
    under.states(DAY, { reference: "pay_1", amount: 999, atMs: at(DAY, "23:59:59") });
    under.posted({ reference: "pay_1", atMs: at(NEXT, "00:00:04") });
    await under.compare(DAY);
    expect(await under.standing()).to.deep.equal(["amount charge pay_1 open"]);
    await under.itIs(over(AFTER));
    for (const day of [NEXT, DAY, NEXT]) await under.compare(day);
    expect(await under.standing()).to.deep.equal(["amount charge pay_1 open"]);
  });
});
