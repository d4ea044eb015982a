import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { ACCOUNTS_ENV, ACME, withAcme } from "../../api-gateway/test/support/acme.ts";
import { recordOf, recordsOf } from "../../api-gateway/test/support/gateway.ts";
import { withTool } from "./support/tool.ts";

const SECRET = "quiet-words-of-the-acquirer";
const VARIABLE = "ACME_KEY_OF_A_TEST";

describe("the command-line tool, accounts at acquirers", () => {
  withAcme();
  const tool = withTool({ env: ACCOUNTS_ENV });
  const { run, json } = tool;
  let file: string;
  let merchant: string;
  before(async () => {
    file = join(tool.folder, "api-key");
    writeFileSync(file, `${SECRET}\n`);
    process.env[VARIABLE] = SECRET;
    ({ merchantId: merchant } = await tool.gateway.merchant());
  });
  after(() => {
    delete process.env[VARIABLE];
  });

  const adding = (...more: string[]) => [
    "acquirer",
    "add",
    `--merchant=${merchant}`,
    "--mode=live",
    `--acquirer=${ACME}`,
    "--label=Acme",
    "--set=baseUrl=http://127.0.0.1:9/",
    ...more,
  ];
  const added = async (...more: string[]) => {
    const { exitCode, answer } = await json(...adding("--secret-file", `apiKey=${file}`, ...more));
    expect(exitCode, JSON.stringify(answer)).to.equal(0);
    return answer;
  };

  it("acquirer add takes secrets out of files and variables, and shows a fingerprint of each", async () => {
    const answer = await added(
      `--secret-env=webhookKey=${VARIABLE}`,
      "--currencies=eur,GBP",
      "--methods=card,payout",
      "--weight=1",
      "--limit=EUR:100-500000",
      "--limit=GBP:-900",
    );
    expect(answer).to.deep.include({
      currencies: ["EUR", "GBP"],
      methods: ["card", "payout"],
      weight: 1,
      limits: { EUR: { min: 100, max: 500000 }, GBP: { max: 900 } },
    });
    const { apiKey, webhookKey } = recordOf(answer["secrets"]);
    expect(recordOf(apiKey)["fingerprint"]).to.match(/^[0-9a-f]{8}$/);
    expect(webhookKey).to.deep.equal(apiKey);
    const shown = await run("acquirer", "show", String(answer["id"]));
    expect(shown.stdout).to.contain("secret apiKey").and.to.contain("set (");
    expect(shown.stdout).not.to.contain(SECRET);
  });

  for (const [what, option, value] of [
    ["a file that is not there", "--secret-file", "apiKey=/nowhere/at-all"],
    ["a variable that is not set", "--secret-env", "apiKey=NO_SUCH_VARIABLE_HERE"],
    ["a weight beyond the most", "--weight", "10001"],
    ["a currency that there is not", "--currencies", "XQX"],
    ["a limit without an amount", "--limit", "EUR:-"],
    ["a method that there is not", "--methods", "cheque"],
  ] as const)
    it(`${what} is wrong usage, and nothing is asked`, async () => {
      const { exitCode, stderr } = await run(...adding(option, value));
      expect(exitCode).to.equal(2);
      expect(stderr).to.contain(option);
    });

  it("a secret among the arguments is refused without being repeated", async () => {
    const { exitCode, stderr, stdout } = await run(...adding("--secret-file", SECRET));
    expect(exitCode).to.equal(2);
    expect(stderr + stdout).not.to.contain(SECRET);
  });

  it("acquirer update changes what is named, and only the version that was looked at", async () => {
    const id = String((await added())["id"]);
    const { answer } = await json("acquirer", "update", id, "--weight", "0", "--currencies", "all");
    expect(answer).to.deep.include({ weight: 0, currencies: null, version: 2, label: "Acme" });
    const late = await run("acquirer", "update", id, "--weight", "5", "--if-version", "1");
    expect([late.exitCode, late.stderr.includes("somebody else changed")]).to.deep.equal([4, true]);
  });

  it("acquirer disable and --activate stop new objects and let them in again", async () => {
    const id = String((await added())["id"]);
    expect((await json("acquirer", "disable", id)).answer["status"]).to.equal("disabled");
    expect((await json("acquirer", "update", id, "--activate")).answer["status"]).to.equal("active");
  });

  it("acquirer list says how to go on where there is more", async () => {
    await added();
    await added();
    const { stdout } = await run("acquirer", "list", "--merchant", merchant, "--limit", "1");
    expect(stdout).to.contain("There are more: --starting-after acq_");
  });

  it("acquirer check shows each service and fails where one has not the account as it is", async () => {
    const id = String((await added())["id"]);
    const { exitCode, answer } = await json("acquirer", "check", id);
    expect(exitCode).to.equal(0);
    expect(recordsOf(answer["services"]).map(({ service }) => service)).to.include("payments");
  });
});
