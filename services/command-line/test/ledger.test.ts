import { expect } from "chai";
import { recordOf, recordsOf } from "../../api-gateway/test/support/gateway.ts";
import { CHECKED } from "../../api-gateway/test/support/scripted-journal.ts";
import { finding, scriptedLedger } from "../../api-gateway/test/support/scripted-ledger.ts";
import { withTool } from "./support/tool.ts";

describe("the ledger on the command line", () => {
  const ledger = scriptedLedger();
  const tool = withTool(ledger.owners);
  afterEach(() => ledger.reset());

  const flowlix = (...argv: string[]) => tool.run("ledger", ...argv);
  const merchant = async () => (await tool.gateway.merchant()).merchantId;

  it("is filled in again from a day on by an operator, and an owner that is away is named", async () => {
    ledger.script.away = "refunds";
    const { exitCode, stdout } = await flowlix("fill", "--from", "2026-11-20", "--json");
    expect(recordOf(JSON.parse(stdout))).to.deep.equal({
      from: "2026-11-20",
      owners: [
        { service: "payments", to_fill: 3 },
        { service: "payouts", to_fill: 3 },
      ],
      missing: ["refunds"],
      failed: [],
    });
    expect(exitCode, "not all of them").not.to.equal(0);
    expect(ledger.asked.map((params) => recordOf(params)["day"])).to.deep.equal(["2026-11-20", "2026-11-20"]);
    expect(recordOf(ledger.asked[0])["actor"]).to.be.a("string");
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

  it("says that a balance is incomplete while something of before its journal is still to be posted", async () => {
    const id = await merchant();
    ledger.script.filling = { service: "refunds", of: { done: 14, total: 29 } };
    const shown = await flowlix("balance", "--merchant", id);
    expect([shown.exitCode, shown.stderr]).to.deep.equal([
      5,
      "flowlix: missing: what refunds had before its journal: incomplete, 14 of 29 posted",
    ]);
    expect(shown.stdout, "what is posted is shown").to.contain("captured");
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
      "something is still to be posted",
      { filling: { done: 14, total: 29 } },
      "what payments had before its journal: incomplete, 14 of 29 posted",
    ],
    [
      "days that are over are not compared",
      { checked_day: "2023-11-10", days_current: false },
      "the check of payments: no day after 2023-11-10 was compared",
    ],
  ] as const)
    it(`ends a check as incomplete where ${what}, although nothing is found`, async () => {
      ledger.script.state = changes;
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
    ledger.script.left = 2;
    expect((await flowlix("check", "--date", "2026-11-20")).exitCode).to.equal(0);
    expect(ledger.script.left, "until no owner has any left").to.equal(0);
    expect(ledger.asked.map((params) => recordOf(params)["day"])).to.deep.equal(
      Array.from({ length: 3 }, () => "2026-11-20"),
    );
    ledger.asked.length = 0;
    expect((await flowlix("check", "--all")).exitCode).to.equal(0);
    expect(ledger.asked.map((params) => recordOf(params)["day"])).to.deep.equal([null, null, null]);
    expect(recordOf(ledger.asked[0])["actor"]).to.be.a("string");
    for (const wrong of [
      ["--date", "2026-02-30"],
      ["--date", "0000-01-01"],
      ["--date", "2999-01-01"],
      ["--date", "today", "--json"],
      ["--all", "--date", "2026-11-20"],
    ])
      expect((await flowlix("check", ...wrong)).exitCode, wrong.join(" ")).to.equal(2);
  });

  it("is not compared, and says so, where an owner could not be asked", async () => {
    ledger.script.unaskable = "payments";
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
    ledger.script.findings = [finding("payouts", 1_700_000_000)];
    const differs = await flowlix("check");
    expect(differs.exitCode).to.equal(6);
    expect(differs.stdout).to.contain("object of payouts").and.to.contain("2023-11-14T22:13:20Z");
    expect((await flowlix("check", "--json")).exitCode).to.equal(6);
    ledger.script.away = "payments";
    const incomplete = await flowlix("check");
    expect([incomplete.exitCode, incomplete.stderr]).to.deep.equal([
      5,
      "flowlix: missing: the findings of payments: payments does not answer",
    ]);
  });
});
