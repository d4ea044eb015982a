import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JournalFilling, JournalFinding, JournalState, JournalTotal } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import { expect } from "chai";
import { runCli } from "../src/cli/run-cli.ts";
import { CONTROL_TOKEN, recordOf, recordsOf, startGateway, type TestGateway } from "./support/gateway.ts";
import { CHECKED, total } from "./support/scripted-journal.ts";
import { scriptedPayments } from "./support/scripted-payments.ts";
import { scriptedPayouts } from "./support/scripted-payouts.ts";
import { scriptedRefunds } from "./support/scripted-refunds.ts";

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

describe("the ledger over the control API", () => {
  let gateway: TestGateway;
  let dataDir: string;
  let away: string | null = null;
  let findings: JournalFinding[] = [];
  let filling: { service: string; of: JournalFilling } | null = null;
  let state: Partial<JournalState> = {};
  let unaskable: string | null = null;
  /** Days that an owner has still to compare, one less with each time that it is asked how far it is. */
  let left = 0;
  const asked: unknown[] = [];
  const owner = (name: string, kind: JournalTotal["kind"], amount: string) => ({
    journalTotals: async (params: object) => {
      if (away === name) throw new DomainError("service_unavailable");
      asked.push(params);
      return { totals: [total(kind, amount)], filling: name === filling?.service ? filling.of : null };
    },
    journalFindings: async () => {
      if (away === name) throw new DomainError("service_unavailable");
      return {
        findings: findings.filter(({ service }) => service === name),
        state: {
          ...CHECKED,
          asked: { days: name === "refunds" && left > 0 ? left-- : 0, round: null },
          ...state,
        },
      };
    },
    recheckJournal: async (params: object) => {
      if (away === name || unaskable === name) throw new DomainError("service_unavailable");
      asked.push(params);
      return {};
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
    filling = null;
    state = {};
    unaskable = null;
    left = 0;
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

  it("says that a balance is incomplete while something of before its journal is still to be booked", async () => {
    const id = await merchant();
    filling = { service: "refunds", of: { done: 14, total: 29 } };
    const shown = await flowlix("balance", "--merchant", id);
    expect([shown.exitCode, shown.stderr]).to.deep.equal([
      5,
      "flowlix: missing: what refunds had before its journal: incomplete, 14 of 29 booked",
    ]);
    expect(shown.stdout, "what is booked is shown").to.contain("captured");
    const document = await flowlix("balance", "--merchant", id, "--json");
    expect([document.exitCode, recordOf(JSON.parse(document.stdout))["incomplete"]]).to.deep.equal([
      5,
      [{ service: "refunds", done: 14, total: 29 }],
    ]);
  });

  for (const [what, changes, why] of [
    ["nothing was compared yet", { checked_at: null }, "the check of payments: nothing was compared yet"],
    [
      "nothing was compared for long",
      { is_current: false },
      "the check of payments: nothing was compared since 2023-11-14T22:23:20Z",
    ],
    [
      "something is still to be booked",
      { filling: { done: 14, total: 29 } },
      "what payments had before its journal: incomplete, 14 of 29 booked",
    ],
    [
      "days that are over are not compared",
      { checked_day: "2023-11-10", days_current: false },
      "the check of payments: no day after 2023-11-10 was compared",
    ],
  ] as const)
    it(`ends a check as incomplete where ${what}, although nothing is found`, async () => {
      state = changes;
      const { exitCode, stderr } = await flowlix("check");
      expect([exitCode, stderr.split("\n")[0]]).to.deep.equal([5, `flowlix: missing: ${why}`]);
      const document = await flowlix("check", "--json");
      expect(document.exitCode).to.equal(5);
      expect(recordsOf(recordOf(JSON.parse(document.stdout))["checks"])[0]).to.deep.equal({
        service: "payments",
        ...CHECKED,
        ...changes,
      });
    });

  it("tells with a check until when everything new was compared, and since when everything", async () => {
    const { stdout } = await flowlix("check");
    expect(stdout.split("\n").map((line) => line.split(/ {2,}/))).to.deep.include.members([
      ["service", "checked at", "compared until", "checked day", "rounded since"],
      ["refunds", "2023-11-14T22:23:20Z", "2023-11-14T22:13:20Z", "2023-11-13", "2023-11-14T22:13:20Z"],
    ]);
  });

  it("compares a day or everything at once where an operator asks for it", async () => {
    left = 2;
    expect((await flowlix("check", "--date", "2026-11-20")).exitCode).to.equal(0);
    expect(left, "until no owner has any left").to.equal(0);
    expect(asked.map((params) => recordOf(params)["day"])).to.deep.equal(
      Array.from({ length: 3 }, () => "2026-11-20"),
    );
    asked.length = 0;
    expect((await flowlix("check", "--all")).exitCode).to.equal(0);
    expect(asked.map((params) => recordOf(params)["day"])).to.deep.equal([null, null, null]);
    expect(recordOf(asked[0])["actor"]).to.be.a("string");
    for (const wrong of [
      ["--date", "2026-02-30"],
      ["--date", "0000-01-01"],
      ["--date", "2999-01-01"],
      ["--date", "today", "--json"],
      ["--all", "--date", "2026-11-20"],
    ])
      expect((await flowlix("check", ...wrong)).exitCode, wrong.join(" ")).to.equal(2);
    const { status } = await gateway.control("POST", "/ledger/check", {});
    expect(status, "one of the two must be said").to.equal(400);
  });

  it("is not compared, and says so, where an owner could not be asked", async () => {
    unaskable = "payments";
    for (const what of [["--all"], ["--date", "2026-11-20"]]) {
      const { exitCode, stderr } = await flowlix("check", ...what);
      expect([exitCode, stderr], what.join(" ")).to.deep.equal([
        5,
        "flowlix: missing: what was to be compared by payments: it is not, or nobody knows",
      ]);
      const document = await flowlix("check", ...what, "--json");
      expect([document.exitCode, recordOf(JSON.parse(document.stdout))["not_compared"]]).to.deep.equal([
        5,
        ["payments"],
      ]);
    }
  });

  it("ends a check with a code of its own where something is found, and with another where not all can be read", async () => {
    const agrees = await flowlix("check");
    expect([agrees.exitCode, agrees.stdout.split("\n")[0]]).to.deep.equal([0, "none"]);
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
