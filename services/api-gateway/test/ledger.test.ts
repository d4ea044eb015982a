import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JournalFinding, JournalTotal } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import { expect } from "chai";
import { runCli } from "../src/cli/run-cli.ts";
import { balancesOf } from "../src/control/balances.ts";
import { CONTROL_TOKEN, recordOf, recordsOf, startGateway, type TestGateway } from "./support/gateway.ts";
import { scriptedPayments } from "./support/scripted-payments.ts";
import { scriptedPayouts } from "./support/scripted-payouts.ts";
import { scriptedRefunds } from "./support/scripted-refunds.ts";

const total = (
  kind: JournalTotal["kind"],
  amount: string,
  changes: Partial<JournalTotal> = {},
): JournalTotal => ({
  livemode: false,
  currency: "EUR",
  kind,
  amount,
  movements: 1,
  ...changes,
});

const finding = (service: string, found_at: number): JournalFinding => ({
  service,
  finding: "missing",
  subject: `object of ${service}`,
  kind: "capture",
  merchant_id: `mer_${"A".repeat(24)}`,
  livemode: false,
  currency: "EUR",
  difference: "-5",
  found_at,
});

describe("a merchant's balance", () => {
  it("is what the provider holds: what is owed, and what is in suspense", () => {
    const [balance] = balancesOf([
      total("capture", "1000"),
      total("refund", "300"),
      total("payout", "200"),
      total("late_charge", "70"),
      total("late_charge_adopted", "20"),
      total("reversal", "40"),
      total("late_refund", "3"),
      total("late_payout", "2"),
    ]);
    expect(balance).to.deep.equal({
      mode: "sandbox",
      currency: "EUR",
      captured: "1000",
      refunded: "300",
      paid_out: "200",
      late_charges: "50",
      reversed: "40",
      late_refunds: "3",
      late_payouts: "2",
      provider: "505",
      merchant: "500",
      suspense: "5",
    });
  });

  it("stands for itself in each mode and currency, the live ones first", () => {
    const balances = balancesOf([
      total("capture", "1", { currency: "GBP" }),
      total("capture", "2"),
      total("payout", "3"),
      total("capture", "4", { livemode: true, currency: "USD" }),
    ]);
    expect(balances.map(({ mode, currency, merchant }) => [mode, currency, merchant])).to.deep.equal([
      ["live", "USD", "4"],
      ["sandbox", "EUR", "-1"],
      ["sandbox", "GBP", "1"],
    ]);
  });

  it("is exact beyond what a number can tell", () => {
    const [balance] = balancesOf([total("capture", "90071992547409930"), total("refund", "1")]);
    expect(balance?.merchant).to.equal("90071992547409929");
  });
});

describe("the ledger over the control API", () => {
  let gateway: TestGateway;
  let dataDir: string;
  let away: string | null = null;
  let findings: JournalFinding[] = [];
  const asked: unknown[] = [];
  const owner = (name: string, kind: JournalTotal["kind"], amount: string) => ({
    journalTotals: async (params: object) => {
      if (away === name) throw new DomainError("service_unavailable");
      asked.push(params);
      return { totals: [total(kind, amount)] };
    },
    journalFindings: async () => {
      if (away === name) throw new DomainError("service_unavailable");
      return { findings: findings.filter(({ service }) => service === name) };
    },
    refillJournal: async (params: object) => {
      if (away === name) throw new DomainError("service_unavailable");
      asked.push(params);
      return { to_fill: 3 };
    },
  });
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway({
      payments: scriptedPayments(owner("payments", "capture", "100")),
      refunds: scriptedRefunds(owner("refunds", "refund", "30")),
      payouts: scriptedPayouts(owner("payouts", "payout", "20")),
    });
    dataDir = mkdtempSync(join(tmpdir(), "flowlix-ledger-"));
    writeFileSync(join(dataDir, "runtime.json"), JSON.stringify({ control_url: gateway.controlUrl }));
    writeFileSync(join(dataDir, "control-token"), `${CONTROL_TOKEN}\n`);
  });
  afterEach(() => {
    away = null;
    findings = [];
    asked.length = 0;
  });
  after(async () => {
    rmSync(dataDir, { recursive: true });
    await gateway.stop();
  });

  const flowlix = (...argv: string[]) => runCli(["ledger", ...argv], { DATA_DIR: dataDir });
  const merchant = async () => (await gateway.merchant()).merchantId;

  it("adds up the journals of payments, refunds and payouts", async () => {
    const id = await merchant();
    const { status, body } = await gateway.control(
      "GET",
      `/ledger/balance?merchant=${id}&mode=live&currency=eur`,
    );
    expect(status).to.equal(200);
    expect(
      recordsOf(body["balances"]).map(({ captured, refunded, paid_out, merchant: owed }) => [
        captured,
        refunded,
        paid_out,
        owed,
      ]),
    ).to.deep.equal([["100", "30", "20", "50"]]);
    expect(asked).to.deep.equal(
      Array.from({ length: 3 }, () => ({ merchant_id: id, livemode: true, currency: "EUR" })),
    );
  });

  it("shows no balance while a journal is away, and says which", async () => {
    const id = await merchant();
    away = "refunds";
    const { status, body } = await gateway.control("GET", `/ledger/balance?merchant=${id}`);
    expect(status).to.equal(503);
    expect(recordOf(body["error"])["message"]).to.match(/refunds$/);
  });

  it("refuses what is no merchant, mode or currency by name, and knows no balance of nobody", async () => {
    const id = await merchant();
    const refused = async (query: string) => {
      const { status, body } = await gateway.control("GET", `/ledger/balance?${query}`);
      return [status, recordOf(body["error"])["argument"]];
    };
    expect(await refused("merchant=me")).to.deep.equal([400, "merchant"]);
    expect(await refused(`merchant=${id}&mode=both`)).to.deep.equal([400, "mode"]);
    expect(await refused(`merchant=${id}&currency=euro`)).to.deep.equal([400, "currency"]);
    expect((await gateway.control("GET", `/ledger/balance?merchant=mer_${"9".repeat(24)}`)).status).to.equal(
      404,
    );
  });

  it("lists what every owner found, the oldest first, and names an owner that is away", async () => {
    findings = [finding("payments", 200), finding("refunds", 100)];
    const list = async () => {
      const { body } = await gateway.control("GET", "/ledger/findings");
      return [recordsOf(body["findings"]).map(({ service, mode }) => [service, mode]), body["missing"]];
    };
    expect(await list()).to.deep.equal([
      [
        ["refunds", "sandbox"],
        ["payments", "sandbox"],
      ],
      [],
    ]);
    away = "payments";
    expect(await list()).to.deep.equal([[["refunds", "sandbox"]], ["payments"]]);
  });

  it("is filled in again from a day on by an operator, and an owner that is away is named", async () => {
    away = "refunds";
    const { exitCode, stdout } = await flowlix("fill", "--from", "2026-11-20", "--json");
    expect(recordOf(JSON.parse(stdout))).to.deep.equal({
      from: "2026-11-20",
      owners: [
        { service: "payments", to_fill: 3 },
        { service: "payouts", to_fill: 3 },
      ],
      missing: ["refunds"],
    });
    expect(exitCode, "not all of them").not.to.equal(0);
    expect(asked.map((params) => recordOf(params)["day"])).to.deep.equal(["2026-11-20", "2026-11-20"]);
    expect(recordOf(asked[0])["actor"]).to.be.a("string");
    for (const from of ["2026-11-31", "today", "20261120"]) {
      const { status, body } = await gateway.control("POST", "/ledger/fill", { from });
      expect([status, recordOf(body["error"])["argument"]], from).to.deep.equal([400, "from"]);
    }
    expect((await flowlix("fill")).exitCode, "the day must be said").to.equal(2);
  });

  it("is shown on the command line: balances as a table and as a document", async () => {
    const id = await merchant();
    const { exitCode, stdout } = await flowlix("balance", "--merchant", id, "--mode", "sandbox");
    expect([exitCode, stdout.split("\n").map((line) => line.split(/ {2,}/).slice(0, 5))]).to.deep.equal([
      0,
      [
        ["mode", "currency", "captured", "refunded", "paid out"],
        ["sandbox", "EUR", "100", "30", "20"],
      ],
    ]);
    const document = await flowlix("balance", "--merchant", id, "--json");
    expect(recordOf(JSON.parse(document.stdout))["merchant_id"]).to.equal(id);
    expect((await flowlix("balance")).exitCode, "whose it is must be said").to.equal(2);
  });

  it("ends a check with a code of its own where something is found, and with another where not all can be read", async () => {
    const agrees = await flowlix("check");
    expect([agrees.exitCode, agrees.stdout]).to.deep.equal([0, "none"]);
    findings = [finding("payouts", 1_700_000_000)];
    const differs = await flowlix("check");
    expect(differs.exitCode).to.equal(6);
    expect(differs.stdout).to.contain("object of payouts").and.to.contain("2023-11-14T22:13:20Z");
    expect((await flowlix("check", "--json")).exitCode).to.equal(6);
    away = "payments";
    const incomplete = await flowlix("check");
    expect([incomplete.exitCode, incomplete.stderr]).to.deep.equal([
      5,
      "flowlix: missing: the findings of payments: it does not answer",
    ]);
  });
});
