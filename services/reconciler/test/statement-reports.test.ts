import { createLogger } from "@flowlix/runtime";
import { expect } from "chai";
import { reportStatement, resolveDifference, startStatementRun } from "../src/statement/statement-actions.ts";
import { at, DAY, NEXT, withStatement, type StatementUnderTest } from "./support/statement-under-test.ts";

const NOON = at(DAY, "12:00:00");
const LOST = { kind: "unknown", cause: "lost" } as const;

describe("what operators are told of comparisons", () => {
  const statement = withStatement();
  let under: StatementUnderTest;
  beforeEach(async () => {
    under = await statement.start();
    await under.itIs(at(NEXT, "00:10:00"));
    under.moved({ reference: "pay_1", atMs: NOON });
  });

  async function jobs(): Promise<number> {
    let done = 0;
    for (;;) {
      const job = await under.job();
      done += job.done;
      if (!job.more) return done;
    }
  }
  const report = (day: string | null = null) => reportStatement(under.deps, { day, limit: 10 });
  const refusalOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => (error instanceof Error && "param" in error ? error.param : error),
    );

  it("a day that is none, that no provider knew, or that has not begun is refused by name", async () => {
    for (const day of ["0000-01-01", "0001-01-01", "1969-12-31", "2026-02-30", "2026-03-12", "9999-12-31"]) {
      expect(await refusalOf(startStatementRun(under.deps, { day, actor: "ada" })), day).to.equal("day");
      expect(await refusalOf(report(day)), day).to.equal("day");
    }
    expect(await startStatementRun(under.deps, { day: "1970-01-01", actor: "ada" })).to.include({
      state: "queued",
    });
  });

  it("a day long ago that one of them asks for makes the clock compare none of those since", async () => {
    expect(await under.compare("2020-01-01")).to.include({ state: "done" });
    expect(await jobs()).to.equal(1);
    await under.itIs(at("2026-03-12", "00:10:00"));
    await under.compare("2020-01-02");
    expect(await jobs()).to.equal(1);
    const rows = await statement
      .database()
      .sql("select day::text as day from reconciler.statement_runs where asked_by = 'clock' order by day");
    expect(rows.map(({ day }) => day)).to.deep.equal([DAY, NEXT]);
  });

  it("the last day compared, with the days since that are not, and why", async () => {
    expect((await report()).not_compared, "before the first job").to.deep.equal([{ day: DAY, error: null }]);
    await jobs();
    expect(await report()).to.deep.include({ failed_since: null, not_compared: [] });
    await under.itIs(at("2026-03-13", "00:10:00"));
    under.world.outcome = LOST;
    await refusalOf(under.job());
    const shown = await report();
    expect(shown.run).to.include({ day: DAY, state: "done" });
    expect(shown.not_compared).to.deep.equal([
      { day: NEXT, error: "statement_lost" },
      { day: "2026-03-12", error: null },
    ]);
    expect((await report(DAY)).not_compared, "of a day that was named").to.deep.equal([]);
    under.world.outcome = null;
    await under.itIs(at("2026-03-13", "01:10:00"));
    await jobs();
    expect((await report()).not_compared).to.deep.equal([]);
  });

  it("a newer run of the day that failed, beside the one that was done", async () => {
    await under.compare();
    under.world.outcome = LOST;
    await under.itIs(at(NEXT, "00:20:00"));
    await refusalOf(under.compare());
    expect((await report(DAY)).run).to.include({ state: "done" });
    expect((await report(DAY)).failed_since).to.include({
      state: "failed",
      error: "statement_lost",
      day: DAY,
    });
    under.world.outcome = null;
    await under.itIs(at(NEXT, "00:30:00"));
    await under.compare();
    expect((await report(DAY)).failed_since).to.equal(null);
  });

  it("who resolved a difference, where another wants to", async () => {
    under.states(DAY, { reference: "pay_x", atMs: NOON });
    await under.compare();
    const { id = "" } = (await under.all())[0] ?? {};
    const resolve = (actor: string) =>
      resolveDifference(under.deps, { difference_id: id, actor, note: actor });
    expect((await resolve("ada")).changed).to.equal(true);
    const { changed, difference } = await resolve("bob");
    expect(changed).to.equal(false);
    expect(difference).to.include({ state: "resolved", resolved_by: "ada", note: "ada" });
  });

  it("by the log's error level that something differs, unless an operator has ended all of it", async () => {
    const lines: { level: string; open: number; differing: number }[] = [];
    const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
    Object.assign(under.deps, {
      logger: createLogger({ service: "reconciler", instance: "test", level: "info", destination }),
    });
    under.states(DAY, { reference: "pay_x", atMs: NOON }, { reference: "pay_y", atMs: NOON });
    await under.compare();
    for (const { id } of await under.all()) {
      await resolveDifference(under.deps, { difference_id: id, actor: "ada", note: "known" });
      await under.compare();
    }
    expect(lines.map(({ level, open, differing }) => [level, open, differing])).to.deep.equal([
      ["error", 2, 2],
      ["error", 1, 2],
      ["info", 0, 2],
    ]);
  });
});
