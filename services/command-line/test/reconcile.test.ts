import type {
  ComparedSource,
  Difference,
  reconcilerContract,
  Result,
  StatementRun,
  TaskStatus,
} from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import { expect } from "chai";
import { recordOf, recordsOf } from "../../api-gateway/test/support/gateway.ts";
import { scriptedReconciler } from "../../api-gateway/test/support/scripted-reconciler.ts";
import { scriptedRefunds } from "../../api-gateway/test/support/scripted-refunds.ts";
import { withTool } from "./support/tool.ts";

const RUN_ID = `run_${"A".repeat(24)}`;
const ACCOUNT = `acq_${"C".repeat(24)}`;
const DIFFERENCE_ID = `dif_${"B".repeat(24)}`;

const run = (changes: Partial<StatementRun> = {}): StatementRun => ({
  id: RUN_ID,
  provider: "sandbox",
  provider_account: null,
  livemode: false,
  day: "2026-03-10",
  state: "done",
  asked_by: "ada",
  complete: true,
  requested_at: 1_773_187_200,
  started_at: 1_773_187_201,
  ended_at: 1_773_187_202,
  error: null,
  statement_lines: 2,
  book_lines: 1,
  matched: 1,
  differing: 1,
  awaiting: 0,
  totals: [
    {
      kind: "charge",
      currency: "EUR",
      statement_lines: 2,
      statement_amount: "1500",
      book_lines: 1,
      book_amount: "1000",
    },
  ],
  ...changes,
});

const difference = (changes: Partial<Difference> = {}): Difference => ({
  id: DIFFERENCE_ID,
  provider: "sandbox",
  provider_account: null,
  livemode: false,
  day: "2026-03-10",
  kind: "charge",
  reference: "pay_x",
  difference: "missing_here",
  state: "open",
  statement_amount: 500,
  statement_currency: "EUR",
  book_amount: null,
  book_currency: null,
  status: null,
  found_at: 1_773_187_202,
  resolved_at: null,
  resolved_by: null,
  note: null,
  ...changes,
});

const source = (changes: Partial<ComparedSource>): ComparedSource => ({
  provider: "acme",
  provider_account: ACCOUNT,
  livemode: true,
  not_compared: null,
  compared_day: null,
  days_missing: 0,
  ...changes,
});

const task: TaskStatus = {
  task: "reconciler.compareStatement",
  every_ms: 2_000,
  running: 1,
  next_at_ms: 1_773_187_202_000,
  last_ok_at_ms: 1_773_187_200_000,
  last_failed_at_ms: null,
  error: null,
  failures: 0,
  done: 7,
  progress: { done: 1_000, total: null },
};

type Reported = Result<typeof reconcilerContract, "reportStatement">;
const WHOLE: Pick<Reported, "failed_since" | "not_compared"> = { failed_since: null, not_compared: [] };

describe("the reconciler on the command line", () => {
  /** What a run is when it is read, one after the other; the last one stays. */
  let states: StatementRun[] = [];
  let found: Difference[] = [];
  let missing: Pick<Reported, "failed_since" | "not_compared"> = WHOLE;
  /** How often a run cannot be read. */
  let away = 0;
  let sources: ComparedSource[] = [];
  const asked: unknown[] = [];
  const tool = withTool({
    refunds: scriptedRefunds({ listJobs: () => Promise.reject(new DomainError("service_unavailable")) }),
    reconciler: scriptedReconciler({
      status: async () => ({ tasks: [task] }),
      listSources: async () => ({ sources }),
      startStatementRun: async (params) => {
        asked.push(params);
        if (params.provider_account === `acq_${"z".repeat(24)}`)
          throw new DomainError("object_not_found", { param: "account" });
        if (params.day === "2999-01-01") throw new DomainError("parameter_invalid", { param: "day" });
        return run({ state: "queued", statement_lines: 0, book_lines: 0, totals: [] });
      },
      readStatementRun: async () => {
        if (away > 0) {
          away -= 1;
          throw new DomainError("service_unavailable");
        }
        const [next = run(), ...later] = states;
        if (later.length > 0) states = later;
        return next;
      },
      reportStatement: async (params) => {
        asked.push(params);
        return { run: run(), differences: found, ...missing };
      },
      listDifferences: async (params) => {
        asked.push(params);
        return { differences: found };
      },
      resolveDifference: async (params) => {
        asked.push(params);
        const ended = { state: "resolved", resolved_at: 1_773_187_300 } as const;
        if (found.length === 0)
          return {
            changed: false,
            difference: difference({ ...ended, resolved_by: "root", note: "before" }),
          };
        return {
          changed: true,
          difference: difference({ ...ended, resolved_by: params.actor, note: params.note }),
        };
      },
    }),
  });
  beforeEach(() => {
    states = [];
    found = [];
    missing = WHOLE;
    away = 0;
    sources = [];
    asked.length = 0;
  });

  const flowlix = (...argv: string[]) => tool.run("reconcile", ...argv);

  it("refuses what is no day, and a day that has not begun, by name", async () => {
    const none = ["2026-02-30", "2026-13-01", "0000-01-01", "0001-01-01", "1969-12-31"];
    for (const command of ["run", "report"])
      for (const date of none) {
        const { exitCode, stderr } = await flowlix(command, "--date", date);
        expect([exitCode, stderr.startsWith("flowlix: --date must be a day ")], date).to.deep.equal([
          2,
          true,
        ]);
      }
    const { stderr: words } = await flowlix("run", "--date", "2026-02-30");
    expect(words).to.equal("flowlix: --date must be a day of the calendar: there is no 2026-02-30");
    const { exitCode, stderr } = await flowlix("run", "--date", "2999-01-01");
    expect([exitCode, stderr]).to.deep.equal([2, "flowlix: --date must be a day that has begun"]);
    expect((await flowlix("report", "--date", "never")).exitCode).to.equal(2);
  });

  it("waits for a run, tells how far it is, and says by its exit code that both sides agree", async () => {
    states = [run({ state: "running", statement_lines: 1_000, book_lines: 0 }), run({ differing: 0 })];
    const { exitCode, stdout, stderr } = await flowlix("run", "--date", "2026-03-10");
    expect([exitCode, stderr]).to.deep.equal([0, ""]);
    expect(tool.reported).to.deep.equal([
      "2026-03-10 queued: 0 lines of the statement, 0 of our books",
      "2026-03-10 running: 1000 lines of the statement, 0 of our books",
    ]);
    expect(stdout)
      .to.match(/matched +1/)
      .and.match(/charge +EUR +2 +1500 +1 +1000/);
  });

  it("says that they differ, with every difference, and on a terminal nothing else with --json", async () => {
    found = [difference(), difference({ state: "resolved", note: "booked" })];
    const { exitCode, stdout } = await flowlix("run", "--json");
    expect(exitCode).to.equal(6);
    expect(tool.reported).to.deep.equal([]);
    const document = recordOf(JSON.parse(stdout));
    expect(recordOf(document["run"])).to.include({ id: RUN_ID, mode: "sandbox" });
    expect(recordsOf(document["differences"]).map(({ state }) => state)).to.deep.equal(["open", "resolved"]);
    expect((await flowlix("report")).exitCode).to.equal(6);
    found = [difference({ state: "awaiting" })];
    expect((await flowlix("report")).exitCode).to.equal(0);
  });

  it("refuses an option that is given twice, since one would be passed over", async () => {
    const { exitCode, stderr } = await flowlix("run", "--date", "today", "--date", "yesterday");
    expect([exitCode, stderr, asked]).to.deep.equal([2, "flowlix: --date is given twice", []]);
    expect((await flowlix("list", "--all", "--all")).exitCode, "a switch says the same twice").to.equal(0);
  });

  it("goes on waiting while nobody answers for a moment", async () => {
    away = 2;
    states = [run({ differing: 0 })];
    const { exitCode, stderr } = await flowlix("run", "--date", "2026-03-10");
    expect([exitCode, stderr, away]).to.deep.equal([0, "", 0]);
  });

  it("reports which days are not compared, and a newer run that failed, with an exit code of its own", async () => {
    missing = {
      failed_since: run({ state: "failed", error: "statement_garbled" }),
      not_compared: [
        { day: "2026-03-11", error: "statement_lost" },
        { day: "2026-03-12", error: null },
      ],
    };
    const { exitCode, stdout, stderr } = await flowlix("report");
    expect(exitCode).to.equal(5);
    expect(stdout).to.match(/matched +1/);
    expect(stderr.split("\n")).to.deep.equal([
      "flowlix: missing: the comparison of 2026-03-11: statement_lost",
      "flowlix: missing: the comparison of 2026-03-12: not done yet",
      "flowlix: missing: a newer comparison of 2026-03-10: statement_garbled",
    ]);
    const document = recordOf(JSON.parse((await flowlix("report", "--json")).stdout));
    expect(document["not_compared"]).to.deep.equal(missing.not_compared);
    expect(recordOf(document["failed_since"])).to.include({ error: "statement_garbled", mode: "sandbox" });
  });

  it("says why nothing was compared", async () => {
    states = [run({ state: "failed", error: "statement_lost" })];
    const { exitCode, stderr } = await flowlix("run");
    expect([exitCode, stderr]).to.deep.equal([1, "flowlix: nothing was compared: statement_lost"]);
  });

  it("only asks with --no-wait", async () => {
    const { exitCode, stdout } = await flowlix("run", "--no-wait", "--json");
    expect([exitCode, recordOf(recordOf(JSON.parse(stdout))["run"])["state"]]).to.deep.equal([0, "queued"]);
  });

  it("lists differences, those that were resolved only when asked", async () => {
    found = [difference()];
    const { exitCode, stdout } = await flowlix("list");
    expect(exitCode).to.equal(0);
    expect(stdout).to.contain(DIFFERENCE_ID).and.to.contain("missing_here");
    await flowlix("list", "--all", "--limit", "5");
    expect(asked).to.deep.equal([
      { all: false, limit: 100 },
      { all: true, limit: 5 },
    ]);
  });

  it("resolves a difference with a note and in the name of who does", async () => {
    found = [difference()];
    const { exitCode, stdout } = await flowlix(
      "resolve",
      DIFFERENCE_ID,
      "--note",
      "paid by hand",
      "--actor",
      "ada",
    );
    expect(exitCode).to.equal(0);
    expect(asked).to.deep.equal([{ difference_id: DIFFERENCE_ID, actor: "ada", note: "paid by hand" }]);
    expect(stdout).to.match(/resolved by +ada/);
    expect((await flowlix("resolve", DIFFERENCE_ID)).exitCode, "without a note").to.equal(2);
    expect((await flowlix("resolve", "pay_1", "--note", "x")).exitCode, "not a difference").to.equal(2);
    found = [];
    const again = await flowlix("resolve", DIFFERENCE_ID, "--note", "x");
    expect([again.exitCode, again.stderr]).to.deep.equal([
      4,
      "flowlix: it is resolved already, by root at 2026-03-11T00:01:40Z",
    ]);
  });

  it("compares and reports an account's statement where one is named, and refuses what is no account", async () => {
    states = [run({ differing: 0, provider: "acme", provider_account: ACCOUNT })];
    expect((await flowlix("run", "--date", "2026-03-10", "--account", ACCOUNT)).exitCode).to.equal(0);
    await flowlix("report", "--account", ACCOUNT);
    expect(asked.map((params) => recordOf(params)["provider_account"])).to.deep.equal([
      ACCOUNT,
      ACCOUNT,
      ACCOUNT,
    ]);
    expect((await flowlix("report", "--account", "acq_1")).exitCode).to.equal(2);
    const { exitCode, stderr } = await flowlix("run", "--account", `acq_${"z".repeat(24)}`);
    expect([exitCode, stderr]).to.deep.equal([
      2,
      "flowlix: --account must be one that is in use and whose statements can be read",
    ]);
  });

  it("says whose statements are not compared, and why", async () => {
    sources = [
      source({ provider: "sandbox", provider_account: null, compared_day: "2026-03-10" }),
      source({ not_compared: "no_statement_settings" }),
      source({ provider_account: `acq_${"D".repeat(24)}`, not_compared: "disabled" }),
    ];
    const { exitCode, stdout, stderr } = await flowlix("status");
    expect(exitCode).to.equal(5);
    expect(stderr.split("\n")).to.include(
      `flowlix: missing: statements of acme ${ACCOUNT}: not compared, no_statement_settings`,
    );
    expect(stderr).not.to.contain("disabled");
    expect(stdout)
      .to.match(/sandbox .*2026-03-10/)
      .and.to.match(/acme .*disabled/);
  });

  it("shows what services repeat and how far it has come, and names who does not answer", async () => {
    const { exitCode, stdout, stderr } = await flowlix("status");
    expect(exitCode).to.equal(5);
    expect(stderr).to.equal("flowlix: missing: the tasks of refunds: refunds does not answer");
    expect(stdout).to.match(/reconciler\.compareStatement .*2026-03-11T00:00:00\.000Z .*1000$/m);
  });
});
