import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Difference, ExceptionRecord, StatementRun } from "@flowlix/contracts";
import { expect } from "chai";
import { recordOf } from "../../api-gateway/test/support/gateway.ts";
import { scriptedPayments } from "../../api-gateway/test/support/scripted-payments.ts";
import { scriptedReconciler } from "../../api-gateway/test/support/scripted-reconciler.ts";
import { withTool } from "./support/tool.ts";

const TODAY = "2026-03-12";

function runOf(day: string, awaiting = 0): StatementRun {
  return {
    id: `run_${day.replaceAll("-", "").padEnd(24, "0")}`,
    provider: "sandbox",
    provider_account: null,
    livemode: false,
    day,
    state: "done",
    asked_by: "ada",
    complete: day !== TODAY,
    requested_at: 1_773_187_200,
    started_at: 1_773_187_201,
    ended_at: 1_773_187_202,
    error: null,
    statement_lines: 1,
    book_lines: 1,
    matched: 2,
    differing: 0,
    awaiting,
    totals: [],
  };
}

const missing = (changes: Partial<Difference>): Difference => ({
  id: `dif_${"B".repeat(24)}`,
  provider: "sandbox",
  provider_account: null,
  livemode: false,
  day: "2026-03-11",
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

const anomaly: ExceptionRecord = {
  id: `ano_${"A".repeat(24)}`,
  kind: "charged_after_end",
  object_id: "pay_y",
  merchant_id: null,
  livemode: false,
  note: null,
  amount: 500,
  currency: "EUR",
  detail: "charged",
  resolution: null,
  resolved_at: null,
  created_at: 1_773_187_202,
};

describe("what is left to do after a restore, on the command line", () => {
  let days: string[] = [];
  let awaiting = 0;
  let differences: Difference[] = [];
  let anomalies: ExceptionRecord[] = [];
  const tool = withTool({
    payments: scriptedPayments({ listAnomalies: async () => ({ anomalies }) }),
    reconciler: scriptedReconciler({
      startStatementRun: async ({ day }) => {
        const named = day === "today" ? TODAY : day;
        days.push(named);
        return runOf(named, awaiting);
      },
      reportStatement: async () => ({ run: null, differences: [], failed_since: null, not_compared: [] }),
      listDifferences: async () => ({ differences }),
    }),
  });
  const file = () => join(tool.folder, "restored.json");
  const restored = (restoredAt: string) =>
    writeFileSync(
      file(),
      JSON.stringify({
        backup_begun_at: "2026-03-10T12:00:00.000Z",
        restored_at: restoredAt,
        continued_at: null,
      }),
    );
  const note = () => recordOf(JSON.parse(readFileSync(file(), "utf8")));
  const flowlix = (...argv: string[]) => tool.run("restore", ...argv);
  beforeEach(() => {
    days = [];
    awaiting = 0;
    differences = [];
    anomalies = [];
    mkdirSync(tool.folder, { recursive: true });
    restored("2026-03-11T09:00:00.000Z");
  });

  it("compares every day since the backup was begun, and ends when nothing is open", async () => {
    expect((await flowlix("status")).exitCode).to.equal(6);
    const { exitCode, stdout, stderr } = await flowlix("continue");
    expect([exitCode, stderr]).to.deep.equal([0, ""]);
    expect(days).to.deep.equal([TODAY, "2026-03-10", "2026-03-11"]);
    expect(stdout).to.contain("Nothing is open: the restore is over.");
    expect(note()["continued_at"]).to.be.a("string");
    expect((await flowlix("status")).exitCode).to.equal(0);
  });

  it("says for each kind of difference what to do, and goes on until each is resolved", async () => {
    differences = [
      missing({}),
      missing({ id: `dif_${"C".repeat(24)}`, reference: "ref_x", kind: "refund" }),
      missing({ id: `dif_${"D".repeat(24)}`, reference: "po_x", kind: "payout" }),
      missing({ id: `dif_${"E".repeat(24)}`, reference: "pay_z", difference: "amount" }),
      missing({ id: `dif_${"F".repeat(24)}`, reference: "pay_w", state: "awaiting" }),
      missing({ id: `dif_${"G".repeat(24)}`, reference: "pay_old", day: "2026-03-09" }),
    ];
    const { exitCode, stdout } = await flowlix("continue");
    expect(exitCode).to.equal(6);
    for (const words of [
      /missing_here, charge\n.*charged a payer for a Payment that was made after the backup/,
      /missing_here, refund\n.*for a Refund that was made after the backup/,
      /missing_here, payout\n.*for a Payout that was made after the backup/,
      /amount, charge\nThat is not of the restore/,
      /reconcile resolve ID --note TEXT/,
      /Open: 4\./,
    ])
      expect(stdout).to.match(words);
    expect(stdout, "it may end by itself").not.to.contain("pay_w");
    expect(stdout, "it is older than the backup").not.to.contain("pay_old");
    expect(note()["continued_at"]).to.equal(null);
  });

  it("is not over while an exception is open", async () => {
    anomalies = [anomaly];
    const { exitCode, stdout } = await flowlix("continue");
    expect([exitCode, stdout.includes(anomaly.id)]).to.deep.equal([6, true]);
    expect(stdout).to.contain("Exceptions, see docs/operators.md:");
  });

  it("is not over while lines may still end by themselves, or before the day of the restore is over", async () => {
    awaiting = 2;
    const { exitCode, stderr } = await flowlix("continue");
    expect(exitCode).to.equal(5);
    expect(stderr).to.contain(`${TODAY}: 2 lines may still end by themselves`);
    awaiting = 0;
    restored(`${TODAY}T09:00:00.000Z`);
    const today = await flowlix("continue");
    expect(today.exitCode).to.equal(5);
    expect(today.stderr).to.contain(
      `the statement of ${TODAY}, the day of the restore: it is not complete yet`,
    );
    expect(note()["continued_at"]).to.equal(null);
  });

  it("is told the time of the backup where nothing is noted, as in containers", async () => {
    writeFileSync(file(), "{}");
    const none = await flowlix("continue");
    expect([none.exitCode, none.stderr]).to.deep.equal([
      2,
      "flowlix: --since is required: no restore is noted in $DATA_DIR",
    ]);
    const { exitCode } = await flowlix("continue", "--since", "2026-03-11T23:59:59Z");
    expect([exitCode, days]).to.deep.equal([0, [TODAY, "2026-03-11"]]);
    expect((await flowlix("continue", "--since", "2025-03-11")).exitCode, "too long ago").to.equal(2);
  });
});
