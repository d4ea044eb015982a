import { gate as newGate } from "@flowlix/testkit";
import { expect } from "chai";
import { FROM_THE_FIRST } from "../src/statement/staging-store.ts";
import {
  at,
  BEFORE,
  lineOf,
  DAY,
  line,
  NEXT,
  SOURCE,
  withStatement,
  type Movement,
  type StatementUnderTest,
} from "./support/statement-under-test.ts";

const NOON = at(DAY, "12:00:00");
const AFTER = "2026-03-12";

describe("a comparison is kept", () => {
  const statement = withStatement();
  let under: StatementUnderTest;
  beforeEach(async () => {
    under = await statement.start();
    await under.itIs(at(NEXT, "00:10:00"));
  });

  const sql = (text: string) => statement.database().sql(text);
  const many = (count: number, atMs: number): Movement[] =>
    Array.from({ length: count }, (_, nth) => ({ reference: `pay_${String(nth).padStart(6, "0")}`, atMs }));
  /** Does something the first time that the owner of charges is asked to explain lines. */
  const onceAsked = (act: () => Promise<unknown>) => {
    const { payments } = under.deps.owners;
    const explain = payments.explainLines;
    let asked = false;
    Object.assign(payments, {
      explainLines: async (...args: Parameters<typeof explain>) => {
        if (!asked) {
          asked = true;
          await act();
        }
        return explain(...args);
      },
    });
  };
  /** A day with differences of every side, which stand. */
  const withStanding = async (): Promise<readonly string[]> => {
    under.moved({ reference: "pay_1", atMs: NOON });
    under.posted({ reference: "pay_a", atMs: NOON }, { reference: "pay_b", atMs: NOON });
    under.states(DAY, { reference: "pay_stray", atMs: NOON });
    await under.compare(DAY);
    const standing = await under.standing();
    expect(standing).to.have.length(3);
    return standing;
  };

  describe("only with every line that it compared", () => {
    it("and so of the process that took it last, though another day was asked for meanwhile", async () => {
      const standing = await withStanding();
      await sql(`insert into reconciler.statement_runs (id, provider, livemode, day, asked_by)
                 values ('run_clock', 'fake', false, '${DAY}', 'clock')`);
      onceAsked(() => under.compare(NEXT));
      await under.job();
      expect(await under.standing()).to.deep.equal(standing);
      expect(await under.deps.runs.find("run_clock")).to.include({ state: "done", differing: 3 });
    });

    it("whenever the server lost them", async () => {
      const standing = await withStanding();
      onceAsked(() => sql("truncate reconciler.statement_lines, reconciler.book_lines"));
      const failed = await under.compare(DAY).catch((error: unknown) => error);
      expect(failed).to.be.instanceOf(Error);
      const [run] = await sql("select error from reconciler.statement_runs where state = 'failed'");
      expect(run).to.deep.equal({ error: "lines_were_lost" });
      expect(await under.standing()).to.deep.equal(standing);
    });

    it("and nobody removes those of a run under way, until it is taken again", async () => {
      const { runs, staging } = under.deps;
      await runs.ask({ ...SOURCE, day: DAY, actor: "ada" });
      const take = async () => {
        const run = await runs.take(SOURCE);
        if (run === null) throw new Error("there is no run");
        return run;
      };
      const linesThere = async () =>
        (await sql("select (select count(*) from reconciler.statement_lines)::int as lines"))[0]?.["lines"];
      const first = await take();
      await staging.addStatement(first, [line({ reference: "pay_1", atMs: NOON })], 0);
      await staging.clear();
      expect(await linesThere()).to.equal(1);
      await take();
      await staging.clear();
      expect(await linesThere()).to.equal(0);
    });
  });

  describe("whole or not at all", () => {
    const edge: Movement = { reference: "pay_e", atMs: at(NEXT, "00:00:04") };
    const stated: Movement = { ...edge, atMs: at(DAY, "23:59:59") };

    it("what a run that failed found to be gone is still known of the day", async () => {
      under.posted(edge);
      under.states(DAY, stated);
      await under.compare(DAY);
      under.world.statements.set(DAY, []);
      under.states(DAY, { reference: "pay_stray", atMs: NOON });
      onceAsked(() => Promise.reject(new Error("away")));
      expect(await under.compare(DAY).catch((error: unknown) => error)).to.be.instanceOf(Error);
      await under.itIs(at(AFTER, "00:10:00"));
      expect(await under.compare(NEXT)).to.include({ matched: 1, differing: 0 });
    });

    it("what a run found that another took over is known of no day", async () => {
      under.posted(edge);
      under.states(DAY, stated);
      const gate = newGate();
      onceAsked(() => gate.pass());
      const slow = under.job();
      await gate.reached;
      // The provider puts its statements right meanwhile.
      under.world.statements.set(DAY, []);
      under.states(NEXT, edge);
      expect(await under.job()).to.include({ done: 1 });
      gate.open();
      expect(await slow).to.include({ done: 0 });
      await under.itIs(at(AFTER, "00:10:00"));
      expect(await under.compare(NEXT)).to.include({ matched: 1, differing: 0 });
    });
  });

  describe("whatever the statement has wrong", () => {
    it("a line that is twice in it and once in another day's is one duplicate", async () => {
      const posted: Movement = { reference: "pay_1", atMs: at(DAY, "23:59:58") };
      under.posted(posted);
      under.states(NEXT, { ...posted, atMs: at(NEXT, "00:00:01") });
      under.states(DAY, posted, posted);
      await under.itIs(at(AFTER, "00:10:00"));
      await under.compare(NEXT);
      expect(await under.compare(DAY)).to.include({ state: "done", differing: 1 });
      expect(await under.standing()).to.deep.equal(["duplicate_there charge pay_1 open"]);
      expect(under.compared.at(-1)?.found).to.have.length(1);
    });

    it("a line of two days that was posted otherwise is kept once for what is wrong with both", async () => {
      under.states(DAY, { reference: "pay_1", atMs: at(DAY, "23:59:58") });
      under.world.objects.set("pay_1", { status: "PROCESSING", ended: false });
      await under.compare(DAY);
      expect(await under.standing()).to.deep.equal(["status charge pay_1 awaiting"]);
      under.posted({ reference: "pay_1", amount: 7, atMs: at(NEXT, "00:00:04") });
      under.states(NEXT, { reference: "pay_1", atMs: at(NEXT, "00:00:04") });
      await under.itIs(at(AFTER, "00:10:00"));
      expect(await under.compare(NEXT)).to.include({ state: "done" });
      expect(await under.standing()).to.deep.equal([
        "amount charge pay_1 open",
        "duplicate_there charge pay_1 open",
      ]);
    });
  });

  describe("however much does not agree", () => {
    it("differences are kept before what is awaited, and nothing is gone that was only not kept", async () => {
      under.posted({ kind: "refund", reference: "rf_1", atMs: NOON });
      await under.compare(DAY);
      const standing = ["missing_there refund rf_1 open"];
      expect(await under.standing()).to.deep.equal(standing);
      Object.assign(under.deps, { keptMax: 100 });
      const late = many(150, at(DAY, "23:59:30"));
      under.posted(...late);
      await under.itIs(at(NEXT, "00:20:00"));
      expect(await under.compare(DAY)).to.include({ differing: 1, awaiting: 150 });
      const open = () => sql("select reference from reconciler.differences where state = 'open'");
      expect(await open()).to.deep.equal([{ reference: "rf_1" }]);

      under.states(NEXT, ...late);
      await under.itIs(at(AFTER, "00:10:00"));
      expect(await under.compare(NEXT)).to.include({ matched: 150, differing: 0 });
      expect(await open()).to.deep.equal([{ reference: "rf_1" }]);
    });

    it("a line is counted once, also where only others are kept, and another day states it too", async () => {
      Object.assign(under.deps, { keptMax: 1 });
      const lines = many(3, NOON);
      under.posted(...lines);
      under.states(DAY, ...lines.map((one) => ({ ...one, amount: 7 })));
      await sql(`insert into reconciler.edge_lines (provider, livemode, kind, reference, stated_day, booked_day)
                 select 'fake', false, 'charge', 'pay_' || lpad(n::text, 6, '0'), '${BEFORE}', '${DAY}'
                   from generate_series(0, 2) as n`);
      expect(await under.compare(DAY)).to.include({ matched: 0, differing: 3 });
    });

    it("a line that two days state is found, be they more than a page", async () => {
      const lines = many(5_001, NOON);
      under.posted(...lines);
      under.states(DAY, ...lines);
      await sql(`insert into reconciler.edge_lines (provider, livemode, kind, reference, stated_day, booked_day)
                 select 'fake', false, 'charge', 'pay_' || lpad(n::text, 6, '0'), '${BEFORE}', '${DAY}'
                   from generate_series(0, 5000) as n`);
      expect(await under.compare(DAY)).to.include({ matched: 0, differing: 5_001 });
    });
  });

  it("of a day as large as may be: our books are gone through a page at a time, however few are missing", async () => {
    const { runs, staging } = under.deps;
    await runs.ask({ ...SOURCE, day: DAY, actor: "ada" });
    const run = await runs.take(SOURCE);
    if (run === null) throw new Error("there is no run");
    const lines = many(6_000, NOON);
    await staging.addStatement(run, lines.map(line), 0);
    await staging.addEntries(run, [...lines, { reference: "pay_x", atMs: NOON }].map(lineOf));
    const first = await staging.lonely(run, FROM_THE_FIRST);
    expect(first).to.deep.equal({ lines: [], next: { kind: "charge", reference: "pay_004999" } });
    const { lines: found, next } = await staging.lonely(run, first.next ?? FROM_THE_FIRST);
    expect(found.map(({ reference }) => reference)).to.deep.equal(["pay_x"]);
    expect(next).to.equal(null);
  });
});
