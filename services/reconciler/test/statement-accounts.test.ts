import { newId } from "@flowlix/runtime";
import { gate as newGate, refusal } from "@flowlix/testkit";
import { expect } from "chai";
import {
  listDifferences,
  listSources,
  reportStatement,
  startStatementRun,
} from "../src/statement/statement-actions.ts";
import { compareNext } from "../src/statement/statement-task.ts";
import { traceStatement } from "../src/statement/trace-statement.ts";
import {
  at,
  BEFORE,
  DAY,
  line,
  lineOf,
  NEXT,
  withStatement,
  type StatementUnderTest,
} from "./support/statement-under-test.ts";

const NOON = at(DAY, "12:00:00");
const MINE = `acq_${"m".repeat(24)}`;
const ANOTHER = `acq_${"n".repeat(24)}`;

describe("statements of merchants' accounts", () => {
  const statement = withStatement();
  let under: StatementUnderTest;
  beforeEach(async () => {
    under = await statement.start();
    for (const account of [MINE, ANOTHER]) under.world.accounts.set(account, new Map());
    await under.itIs(at(DAY, "00:10:00"));
    // The first day of each: from then on every day is due.
    await jobs();
    await under.itIs(at(NEXT, "00:10:00"));
  });

  const states = (account: string, ...references: string[]) =>
    void under.world.accounts.get(account)?.set(
      DAY,
      references.map((reference) => line({ reference, atMs: NOON })),
    );
  const books = (account: string | null, ...references: string[]) => {
    for (const reference of references) {
      under.world.books.push(lineOf({ reference, atMs: NOON + 300 }));
      if (account !== null) under.world.accountOf.set(reference, account);
    }
  };
  async function jobs(): Promise<void> {
    while ((await under.job()).more);
  }
  const found = async () =>
    (await listDifferences(under.deps, { all: false, limit: 100 })).differences
      .map(({ provider, provider_account, difference, reference }) => [
        provider,
        provider_account,
        difference,
        reference,
      ])
      .toSorted((one, other) => (String(one) < String(other) ? -1 : 1));
  const runs = () =>
    statement
      .database()
      .sql(
        "select provider, day::text as day, state, statement_lines, book_lines, matched from reconciler.statement_runs where day = $1 order by provider",
        [DAY],
      );

  it("are each compared with the books of objects that went to that account, every day", async () => {
    books(null, "pay_own");
    under.states(DAY, { reference: "pay_own", atMs: NOON });
    books(MINE, "pay_mine");
    states(MINE, "pay_mine");
    books(ANOTHER, "pay_another");
    states(ANOTHER, "pay_another");
    await jobs();
    const one = { day: DAY, state: "done", statement_lines: 1, book_lines: 1, matched: 1 };
    expect(await runs()).to.deep.equal([
      { ...one, provider: `acme ${MINE}` },
      { ...one, provider: `acme ${ANOTHER}` },
      { ...one, provider: "fake" },
    ]);
    expect(await found()).to.deep.equal([]);
  });

  it("that name another account's object do not match it: nobody of this account moved that", async () => {
    books(MINE, "pay_1");
    states(ANOTHER, "pay_1");
    await jobs();
    expect(await found()).to.deep.equal([
      ["acme", MINE, "missing_there", "pay_1"],
      ["acme", ANOTHER, "missing_here", "pay_1"],
    ]);
  });

  it("that name an object of the installation's own acquirer do not match it", async () => {
    books(null, "pay_1");
    states(MINE, "pay_1");
    await jobs();
    expect(await found()).to.deep.equal([
      ["acme", MINE, "missing_here", "pay_1"],
      ["fake", null, "missing_there", "pay_1"],
    ]);
  });

  it("carry their differences on, each for itself, until their own owner has posted it", async () => {
    states(MINE, "pay_1");
    states(ANOTHER, "pay_1");
    await jobs();
    expect(await found()).to.have.length(2);
    books(MINE, "pay_1");
    await under.itIs(at("2026-03-12", "00:10:00"));
    await jobs();
    expect(await found()).to.deep.equal([["acme", ANOTHER, "missing_here", "pay_1"]]);
  });

  it("are read for each account by itself: one that cannot be had holds back no other", async () => {
    books(ANOTHER, "pay_another");
    states(ANOTHER, "pay_another");
    under.world.outcome = { kind: "unknown", cause: "lost" };
    const failed = await under.job().catch((error: unknown) => error);
    expect(failed).to.be.an("error");
    under.world.outcome = null;
    for (;;) {
      const job = await under.job().catch(() => ({ more: true }));
      if (!job.more) break;
    }
    const ofDay = (await runs()).map(({ state }) => state);
    expect(ofDay.filter((state) => state === "failed")).to.have.length(1);
    expect(ofDay.filter((state) => state === "done")).to.have.length(2);
  });

  it("are compared beside one that never ends: it holds up no other account, and is not begun twice by a job", async () => {
    books(null, "pay_own");
    under.states(DAY, { reference: "pay_own", atMs: NOON });
    for (const account of [MINE, ANOTHER]) {
      books(account, `pay_of_${account}`);
      states(account, `pay_of_${account}`);
    }
    const [gate, others] = [newGate(), Promise.withResolvers<void>()];
    let begun = 0;
    under.world.onLines = async (account) => {
      if (account !== MINE) return;
      begun += 1;
      await gate.pass();
    };
    let ended = 0;
    const deps = {
      ...under.deps,
      patienceMs: 0,
      onCompared: () => void ((ended += 1) === 2 && others.resolve()),
    };
    const job = { signal: new AbortController().signal, progress: () => undefined };
    const whole = (async () => {
      while ((await compareNext(deps, job)).more);
    })();
    await others.promise;
    const ofDay = (await runs()).map(({ provider, state }) => [provider, state]);
    expect(ofDay).to.deep.equal([
      [`acme ${MINE}`, "running"],
      [`acme ${ANOTHER}`, "done"],
      ["fake", "done"],
    ]);
    expect(begun).to.equal(1);
    gate.open();
    await whole;
    expect((await runs()).map(({ state }) => state)).to.deep.equal(["done", "done", "done"]);
    expect(begun).to.equal(1);
    expect(await found()).to.deep.equal([]);
  });

  it("take turns: a source with many days waits for no other's and holds up none", async () => {
    await under.itIs(at("2026-03-16", "00:10:00"));
    const reads = under.world.reads;
    reads.length = 0;
    await jobs();
    const whose = reads.map((read) => read.split(" ")[1] ?? "own");
    expect(new Set(whose.slice(0, 3))).to.deep.equal(new Set(["own", MINE, ANOTHER]));
    expect(new Set(whose.slice(3, 6))).to.deep.equal(new Set(["own", MINE, ANOTHER]));
  });

  it("can be asked for by an operator, and are told by account", async () => {
    books(MINE, "pay_1");
    const asked = await startStatementRun(under.deps, { day: BEFORE, actor: "ada", provider_account: MINE });
    expect(asked).to.include({ provider: "acme", provider_account: MINE, day: BEFORE });
    await jobs();
    const report = await reportStatement(under.deps, { day: DAY, limit: 10, provider_account: MINE });
    expect(report.run).to.include({ provider: "acme", provider_account: MINE, day: DAY, state: "done" });
    expect(report.differences.map(({ provider_account }) => provider_account)).to.deep.equal([MINE]);
    const own = await reportStatement(under.deps, { day: DAY, limit: 10 });
    expect(own.run).to.include({ provider: "fake", provider_account: null });
    expect(own.differences).to.deep.equal([]);
  });

  it("are told as not compared where they cannot be read, and never left out", async () => {
    const unread = `acq_${"u".repeat(24)}`;
    under.world.unread.push({
      provider: "acme",
      account: unread,
      livemode: true,
      why: "no_statement_settings",
    });
    await jobs();
    const { sources } = await listSources(under.deps);
    const compared = { livemode: false, not_compared: null, compared_day: DAY, days_missing: 0 };
    expect(sources).to.deep.equal([
      { ...compared, provider: "fake", provider_account: null },
      { ...compared, provider: "acme", provider_account: MINE },
      { ...compared, provider: "acme", provider_account: ANOTHER },
      {
        provider: "acme",
        provider_account: unread,
        livemode: true,
        not_compared: "no_statement_settings",
        compared_day: null,
        days_missing: 0,
      },
    ]);
    const asked = (account: string) =>
      refusal(startStatementRun(under.deps, { day: DAY, actor: "ada", provider_account: account }));
    expect(await asked(unread)).to.include({ type: "object_state_conflict" });
    expect(await asked(newId("request").replace("req_", "acq_"))).to.include({ type: "object_not_found" });
  });

  it("have a story each: what another account's statement says of a reference is not told of this one's", async () => {
    const reference = newId("payment");
    states(ANOTHER, reference);
    await jobs();
    const reported = (provider_account: string) =>
      traceStatement(under.read, under.deps.sources, [
        { reference, provider: "acme", provider_account, livemode: false, booked_at_ms: null },
      ]);
    expect(await reported(MINE)).to.deep.equal([]);
    expect((await reported(ANOTHER)).map(({ what }) => what)).to.deep.equal(["missing_here"]);
  });

  it("have what went back asked of the object's own owner, with whose account it was", async () => {
    const ids = [newId("payment"), newId("refund"), newId("payout")];
    for (const reference of ids) {
      under.world.objects.set(reference, { status: "SUCCEEDED", ended: true });
      under.world.accountOf.set(reference, MINE);
    }
    under.world.accounts.get(MINE)?.set(
      DAY,
      ids.map((reference) => line({ kind: "reversal", reference, atMs: NOON })),
    );
    await jobs();
    expect(under.world.verified.toSorted()).to.deep.equal(
      [
        `payments ${ids[0]} taken back of ${MINE}`,
        `payouts ${ids[2]} taken back of ${MINE}`,
        `refunds ${ids[1]} taken back of ${MINE}`,
      ].toSorted(),
    );
  });
});
