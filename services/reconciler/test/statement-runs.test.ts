import { expect } from "chai";
import { gate as newGate } from "@flowlix/testkit";
import {
  at,
  BEFORE,
  DAY,
  NEXT,
  SOURCE,
  withStatement,
  type StatementUnderTest,
} from "./support/statement-under-test.ts";

const NOON = at(DAY, "12:00:00");
const GARBLED = { kind: "unknown", cause: "garbled" } as const;
const LOST = { kind: "unknown", cause: "lost" } as const;

describe("runs of the comparison", () => {
  const statement = withStatement();
  let under: StatementUnderTest;
  beforeEach(async () => {
    under = await statement.start();
    await under.itIs(at(NEXT, "00:10:00"));
    under.moved({ reference: "pay_1", atMs: NOON });
  });

  const runs = () =>
    statement
      .database()
      .sql(
        "select day::text as day, state, asked_by, attempt, error from reconciler.statement_runs order by requested_at, day",
      );
  const days = async (state = "done") =>
    (await runs()).filter((run) => run["state"] === state).map(({ day }) => day);
  const failureOf = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    );
  async function jobs(): Promise<number> {
    let done = 0;
    for (;;) {
      const job = await under.job();
      done += job.done;
      if (!job.more) return done;
    }
  }

  it("are the clock's once a day, when the day is over and its statement complete", async () => {
    await under.itIs(at(NEXT, "00:01:59"));
    await jobs();
    expect(await days()).to.deep.equal([BEFORE]);
    await under.itIs(at(NEXT, "00:02:01"));
    expect(await jobs()).to.equal(1);
    expect(await jobs()).to.equal(0);
    expect(await days()).to.deep.equal([BEFORE, DAY]);
    expect((await runs()).map((run) => run["asked_by"])).to.deep.equal(["clock", "clock"]);
  });

  it("make up for days that were missed, the oldest first, 31 at most", async () => {
    await jobs();
    await under.itIs(at("2026-03-14", "12:00:00"));
    expect(await jobs()).to.equal(3);
    expect(await days()).to.deep.equal([DAY, NEXT, "2026-03-12", "2026-03-13"]);
    await under.itIs(at("2026-06-01", "12:00:00"));
    expect(await jobs()).to.equal(31);
    expect((await days()).slice(4, 6)).to.deep.equal(["2026-05-01", "2026-05-02"]);
  });

  it("of an operator come first, and of a day that was not over count for none", async () => {
    await under.itIs(at("2026-03-12", "12:00:00"));
    await under.job();
    await under.deps.runs.ask({ ...SOURCE, day: "2026-03-12", actor: "ada" });
    await under.job();
    expect((await runs()).find(({ state, asked_by }) => state === "done" && asked_by === "ada")).to.include({
      day: "2026-03-12",
    });
    await under.itIs(at("2026-03-13", "12:00:00"));
    await jobs();
    expect((await days()).filter((day) => day === "2026-03-12")).to.have.length(2);
  });

  it("of a day are one while it is under way, and every request for it is audited", async () => {
    const [one, other] = await Promise.all(
      ["ada", "bob"].map((actor) => under.deps.runs.ask({ ...SOURCE, day: DAY, actor })),
    );
    expect(one?.id).to.equal(other?.id);
    const audit = await statement
      .database()
      .sql("select actor from reconciler.audit where subject = $1 order by actor", [one?.id]);
    expect(audit.map(({ actor }) => actor)).to.deep.equal(["ada", "bob"]);
  });

  for (const [what, outcome, code] of [
    ["ends half-way", LOST, "statement_lost"],
    ["cannot be read", GARBLED, "statement_garbled"],
  ] as const) {
    it(`believe nothing of a statement that ${what}, and are repeated later`, async () => {
      under.world.statements.set(DAY, []);
      under.states(DAY, { reference: "pay_x", atMs: NOON });
      under.world.outcome = outcome;
      expect(await failureOf(under.job())).to.be.instanceOf(Error);
      expect((await runs())[0]).to.include({ state: "failed", error: code });
      expect(await under.all()).to.deep.equal([]);
      // Not at once.
      under.world.outcome = null;
      expect(await under.job()).to.include({ done: 0 });
      await under.itIs(at(NEXT, "00:10:31"));
      expect(await under.job()).to.include({ done: 1 });
      expect(await under.standing()).to.deep.equal([
        "missing_here charge pay_x open",
        "missing_there charge pay_1 open",
      ]);
    });
  }

  it("that fail are repeated later and later, and hold up no operator's", async () => {
    under.world.outcome = LOST;
    const triedAt: number[] = [];
    for (let minute = 0; minute < 60; minute += 1) {
      await under.itIs(at(NEXT, "01:00:00") + minute * 60_000);
      const before = under.world.reads.length;
      await failureOf(under.job());
      if (under.world.reads.length > before) triedAt.push(minute);
    }
    const pauses = triedAt.slice(1).map((minute, index) => minute - (triedAt[index] ?? 0));
    expect(pauses).to.deep.equal([...pauses].sort((a, b) => a - b));
    expect(triedAt).to.have.length.within(6, 8);
    under.world.outcome = null;
    expect(await under.compare(DAY)).to.include({ state: "done" });
  });

  it("that two processes have at once are kept once, by the one that took it last", async () => {
    const gate = newGate();
    const other = await statement.start();
    other.world.statements.set(DAY, under.world.statements.get(DAY) ?? []);
    other.posted({ reference: "pay_1", atMs: NOON }, { reference: "pay_2", atMs: NOON });
    under.world.onLines = () => gate.pass();
    const slow = under.job();
    await gate.reached;
    expect(await other.job()).to.include({ done: 1 });
    gate.open();
    expect(await slow).to.include({ done: 0 });
    expect(under.compared).to.deep.equal([]);
    expect(other.compared).to.have.length(1);
    expect(await under.standing()).to.deep.equal(["missing_there charge pay_2 open"]);
    expect(await runs()).to.have.length(1);
  });

  it("that break off, or whose process dies, are taken up again from the start", async () => {
    const ending = new AbortController();
    under.world.onLines = async () => ending.abort();
    under.states(
      DAY,
      ...Array.from({ length: 1_500 }, (_, one) => ({ reference: `pay_x${one}`, atMs: NOON })),
    );
    expect(await under.job(ending.signal)).to.deep.include({ done: 0, more: true });
    expect((await runs())[0]).to.include({ state: "running", attempt: 1 });
    under.world.onLines = async () => undefined;
    expect(await under.job()).to.include({ done: 1 });
    expect((await runs())[0]).to.include({ state: "done", attempt: 2 });
    expect(under.compared[0]).to.include({ statementLines: 1_501, differing: 1_500, matched: 1 });
  });

  it("that end their process again and again are given up", async () => {
    await under.deps.runs.ask({ ...SOURCE, day: DAY, actor: "ada" });
    for (let time = 0; time < 5; time += 1) await under.deps.runs.take(SOURCE);
    expect(await failureOf(under.job())).to.be.instanceOf(Error);
    expect((await runs()).find(({ asked_by }) => asked_by === "ada")).to.include({
      state: "failed",
      error: "given_up",
    });
  });

  it("that were broken off are never given up, however often processes are restarted", async () => {
    await under.deps.runs.ask({ ...SOURCE, day: DAY, actor: "ada" });
    const ended = new AbortController();
    ended.abort();
    for (let time = 0; time < 7; time += 1)
      expect(await under.job(ended.signal)).to.deep.equal({ done: 0, more: true });
    expect(await under.job()).to.include({ done: 1 });
    expect((await runs())[0]).to.include({ asked_by: "ada", state: "done", attempt: 8 });
  });

  it("make up for the first day too, though its statement could not be had on the day", async () => {
    under.world.outcome = LOST;
    await failureOf(under.job());
    under.world.outcome = null;
    await under.itIs(at("2026-03-12", "00:10:00"));
    expect(await jobs()).to.equal(2);
    expect(await days()).to.deep.equal([DAY, NEXT]);
  });

  it("are made of the last day too, though an operator compared only one that is not over", async () => {
    await under.compare(NEXT);
    expect(await jobs()).to.equal(1);
    expect(await days()).to.have.members([NEXT, DAY]);
  });

  it("notice when the server lost lines on the way", async () => {
    under.world.onLines = async () => {
      await statement.database().sql("truncate reconciler.statement_lines");
    };
    expect(await failureOf(under.job())).to.be.instanceOf(Error);
    expect((await runs())[0]).to.include({ state: "failed", error: "lines_were_lost" });
  });

  it("count what stands, for the alert", async () => {
    under.states(DAY, { reference: "pay_x", atMs: NOON }, { reference: "pay_open", atMs: NOON });
    under.world.objects.set("pay_open", { status: "PENDING", ended: false });
    await under.compare();
    expect([...(await under.deps.differences.countStanding())].sort((a, b) => a.open - b.open)).to.deep.equal(
      [
        { difference: "status", awaiting: 1, open: 0 },
        { difference: "missing_here", awaiting: 0, open: 1 },
      ],
    );
    expect(await under.deps.runs.comparedUntil(SOURCE)).to.equal(at(DAY, "00:00:00") / 1_000);
  });

  it("that never come off are behind since the first day that was to be compared, for the alert", async () => {
    expect(await under.deps.runs.comparedUntil(SOURCE)).to.equal(null);
    under.world.onLines = () => Promise.reject(new Error("no statement"));
    await failureOf(under.job());
    expect((await runs())[0]).to.include({ state: "failed" });
    expect(await under.deps.runs.comparedUntil(SOURCE)).to.equal(at(DAY, "00:00:00") / 1_000);
  });
});
