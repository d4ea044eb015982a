import { expect } from "chai";
import {
  at,
  BEFORE,
  DAY,
  newWorld,
  NEXT,
  withStatement,
  type StatementUnderTest,
} from "./support/statement-under-test.ts";

const NOON = at(DAY, "12:00:00");
const OVER = at(NEXT, "00:10:00");

describe("the comparison of the provider's statement with our books", () => {
  const statement = withStatement();
  let under: StatementUnderTest;
  beforeEach(async () => {
    under = await statement.start(newWorld(), 3);
    await under.itIs(OVER);
    for (const kind of ["charge", "reversal", "refund", "payout"] as const)
      for (let one = 0; one < 5; one += 1)
        under.moved({ kind, reference: `${kind}_${one}`, amount: 1_000 + one, atMs: NOON + one });
  });

  it("finds nothing where both sides agree, and says how much that was", async () => {
    const run = await under.compare();
    expect(run).to.include({
      state: "done",
      complete: true,
      asked_by: "operator",
      error: null,
      statement_lines: 20,
      book_lines: 20,
      matched: 20,
      differing: 0,
      awaiting: 0,
    });
    expect(run.totals).to.deep.include({
      kind: "refund",
      currency: "EUR",
      statement_lines: 5,
      statement_amount: "5010",
      book_lines: 5,
      book_amount: "5010",
    });
    expect(await under.all()).to.deep.equal([]);
  });

  it("leaves no line behind", async () => {
    await under.compare();
    const [row] = await statement
      .database()
      .sql(
        "select (select count(*) from reconciler.statement_lines) + (select count(*) from reconciler.book_lines) as lines",
      );
    expect(Number(row?.["lines"])).to.equal(0);
  });

  it("finds what the provider states and nobody here knows: missing_here", async () => {
    under.states(DAY, { reference: "pay_x", amount: 77, atMs: NOON });
    expect(await under.compare()).to.include({ matched: 20, differing: 1 });
    const [found, ...more] = await under.all();
    expect(more).to.deep.equal([]);
    expect(found).to.include({
      day: DAY,
      kind: "charge",
      reference: "pay_x",
      difference: "missing_here",
      state: "open",
      statement_amount: 77,
      statement_currency: "EUR",
      book_amount: null,
      book_currency: null,
      status: null,
    });
  });

  it("finds what we posted and the provider does not state: missing_there", async () => {
    under.posted({ kind: "payout", reference: "po_x", amount: 5, atMs: NOON });
    expect(await under.compare()).to.include({ matched: 20, differing: 1 });
    const [found] = await under.all();
    expect(found).to.include({
      difference: "missing_there",
      kind: "payout",
      state: "open",
      statement_amount: null,
      book_amount: 5,
      book_currency: "EUR",
    });
  });

  it("finds another amount and another currency, both where both differ", async () => {
    under.states(
      DAY,
      { reference: "pay_a", amount: 10, atMs: NOON },
      { reference: "pay_b", currency: "GBP", atMs: NOON },
      { reference: "pay_c", amount: 10, currency: "GBP", atMs: NOON },
    );
    under.posted({ reference: "pay_a", amount: 11, atMs: NOON });
    under.posted({ reference: "pay_b", atMs: NOON }, { reference: "pay_c", amount: 11, atMs: NOON });
    expect(await under.compare()).to.include({ matched: 20, differing: 3 });
    expect(await under.standing()).to.deep.equal([
      "amount charge pay_a open",
      "amount charge pay_c open",
      "currency charge pay_b open",
      "currency charge pay_c open",
    ]);
  });

  it("finds what ended otherwise here: status", async () => {
    under.states(DAY, { reference: "pay_x", atMs: NOON });
    under.world.objects.set("pay_x", { status: "FAILED", ended: true, amount: 1_000, currency: "EUR" });
    await under.compare();
    expect((await under.all())[0]).to.include({ difference: "status", state: "open", status: "FAILED" });
  });

  it("finds a line that the statement has twice: duplicate_there", async () => {
    under.states(DAY, { reference: "charge_0", amount: 1_000, atMs: NOON });
    expect(await under.compare()).to.include({ statement_lines: 21, matched: 19, differing: 1 });
    expect(await under.standing()).to.deep.equal(["duplicate_there charge charge_0 open"]);
  });

  it("does not take one kind of line for another of the same reference", async () => {
    under.states(DAY, { kind: "reversal", reference: "charge_0", amount: 1_000, atMs: NOON });
    under.world.objects.set("charge_0", { status: "SUCCEEDED", ended: true });
    await under.compare();
    expect(await under.standing()).to.deep.equal(["status reversal charge_0 open"]);
  });

  it("awaits the end of what is still open here, for a day, and resolves it by itself when it comes", async () => {
    under.states(DAY, { reference: "pay_late", atMs: at(DAY, "23:00:00") });
    under.world.objects.set("pay_late", { status: "PROCESSING", ended: false });
    expect(await under.compare()).to.include({ differing: 0, awaiting: 1 });
    expect(await under.standing()).to.deep.equal(["status charge pay_late awaiting"]);

    await under.itIs(at("2026-03-12", "00:10:00"));
    await under.compare(NEXT);
    expect(await under.standing()).to.deep.equal(["status charge pay_late open"]);

    under.posted({ reference: "pay_late", atMs: at("2026-03-12", "03:00:00") });
    await under.itIs(at("2026-03-13", "00:10:00"));
    // The books of the 12th have what the statement of the 10th had.
    expect(await under.compare("2026-03-12")).to.include({
      matched: 1,
      differing: 0,
      awaiting: 0,
      book_lines: 1,
    });
    const [resolved] = await under.all();
    expect(resolved).to.include({
      state: "resolved",
      resolved_by: "reconciler",
      note: "booked here on 2026-03-12",
    });
    // And so they have when it is compared again, on either day.
    expect(await under.compare("2026-03-12")).to.include({ differing: 0 });
    expect(await under.compare(DAY)).to.include({ differing: 0, awaiting: 0 });
  });

  it("finds the same when it is repeated, and changes nothing", async () => {
    under.states(DAY, { reference: "pay_x", atMs: NOON });
    under.posted({ reference: "pay_y", atMs: NOON });
    await under.compare();
    const first = await under.all();
    await under.compare();
    expect(await under.all()).to.deep.equal(first);
  });

  it("resolves by itself what is gone when the day is compared again", async () => {
    under.states(DAY, { reference: "pay_x", atMs: NOON });
    await under.compare();
    under.posted({ reference: "pay_x", atMs: NOON });
    expect(await under.compare()).to.include({ differing: 0, matched: 21 });
    expect((await under.all())[0]).to.include({ state: "resolved", resolved_by: "reconciler" });
  });

  it("lets an operator's word stand on the facts he knew, and opens it again on others", async () => {
    under.posted({ reference: "pay_y", amount: 5, atMs: NOON });
    await under.compare();
    const [found] = await under.all();
    const id = found?.id ?? "";
    const resolved = await under.deps.differences.resolve(id, { actor: "ada", note: "paid by hand" });
    expect(resolved).to.include({ state: "resolved", resolved_by: "ada", note: "paid by hand" });
    expect(await under.deps.differences.resolve(id, { actor: "bob", note: "me too" })).to.equal(null);
    const audit = await statement
      .database()
      .sql("select actor, act, subject, detail from reconciler.audit where subject = $1", [id]);
    expect(audit).to.have.length(1);
    expect(audit[0]).to.deep.include({ actor: "ada", act: "difference.resolved" });

    await under.compare();
    expect(await under.standing()).to.deep.equal([]);
    under.world.books.splice(-1, 1);
    under.posted({ reference: "pay_y", amount: 6, atMs: NOON });
    await under.compare();
    expect(await under.standing()).to.deep.equal(["missing_there charge pay_y open"]);
  });

  it("compares a day that is not over as far as the provider may have entered it", async () => {
    await under.itIs(at(NEXT, "10:00:00"));
    under.states(NEXT, { reference: "pay_open", atMs: at(NEXT, "09:59:58") });
    under.world.objects.set("pay_open", { status: "PROCESSING", ended: false });
    under.posted({ reference: "pay_young", atMs: at(NEXT, "09:59:00") });
    under.posted({ reference: "pay_old", atMs: at(NEXT, "09:50:00") });
    under.moved({ reference: "pay_fine", atMs: at(NEXT, "09:00:00") });
    const run = await under.compare(NEXT);
    expect(run).to.include({ state: "done", complete: false, matched: 1, awaiting: 2, differing: 1 });
    expect(await under.standing()).to.deep.equal(["missing_there charge pay_old open"]);
  });

  it("compares more lines than fit a page, each once", async () => {
    for (let one = 0; one < 6_000; one += 1) under.moved({ reference: `many_${one}`, atMs: NOON + one });
    under.states(DAY, { reference: "many_x", atMs: NOON });
    under.posted({ reference: "zmany_y", atMs: NOON });
    const wide = await statement.start(under.world);
    expect(await wide.compare()).to.include({ matched: 6_020, differing: 2 });
  });

  it("asks no owner of another mode, and reads nothing but the day where nothing is missing", async () => {
    await under.compare();
    expect(under.world.reads).to.deep.equal([DAY]);
    under.posted({ reference: "pay_y", atMs: NOON });
    await under.compare();
    expect(under.world.reads).to.deep.equal([DAY, DAY, BEFORE]);
  });
});
