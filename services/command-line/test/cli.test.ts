import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { DomainError } from "@flowlix/runtime";
import { runCli } from "../src/run-cli.ts";
import { recordOf, recordsOf } from "../../api-gateway/test/support/gateway.ts";
import { createPayment } from "../../api-gateway/test/support/requests.ts";
import { scriptedPayments } from "../../api-gateway/test/support/scripted-payments.ts";
import { withTool } from "./support/tool.ts";

const ANOMALY_ID = `ano_${"a".repeat(24)}`;
const anomaly = {
  id: ANOMALY_ID,
  kind: "charged_after_end",
  object_id: `pay_${"p".repeat(24)}`,
  merchant_id: null,
  livemode: false,
  amount: 4999,
  currency: "EUR",
  detail: "charged after EXPIRED",
  resolution: null,
  note: null,
  created_at: 1_700_000_000,
  resolved_at: null,
} as const;

describe("the command-line tool", () => {
  const acts: unknown[] = [];
  let auditIsAway = false;
  const payments = scriptedPayments({
    listAnomalies: async (params) => {
      acts.push(params);
      return { anomalies: [anomaly] };
    },
    reverseAnomaly: async ({ anomaly_id: id, actor }) => {
      acts.push({ reverse: id, actor });
      if (id !== ANOMALY_ID) throw new DomainError("object_not_found");
      return { ...anomaly, resolution: "reversed" };
    },
    noteAnomaly: async ({ note, actor }) => {
      acts.push({ note, actor });
      return { ...anomaly, resolution: "noted", note };
    },
    listAudit: async () => {
      if (auditIsAway) throw new DomainError("service_unavailable");
      const entry = { id: "1", service: "payments", actor: "eve", act: "anomaly.note" };
      return { entries: [{ ...entry, subject: ANOMALY_ID, detail: {}, at: 4_000_000_000 }] };
    },
  });
  const tool = withTool({ payments });
  const { run, json } = tool;
  const newMerchant = async () =>
    String((await json("merchant", "create", "--name", "Shop")).answer["merchant_id"]);

  it("merchant create prints the merchant's id", async () => {
    const { exitCode, answer } = await json("merchant", "create", "--name", "Shop");
    expect(exitCode).to.equal(0);
    expect(Object.keys(answer)).to.deep.equal(["merchant_id"]);
    expect(answer["merchant_id"]).to.match(/^mer_[A-Za-z0-9]{24}$/);
  });

  it("merchant list and show tell of both modes", async () => {
    const id = await newMerchant();
    const list = await json("merchant", "list");
    expect(JSON.stringify(list.answer["merchants"])).to.contain(id);
    const show = await json("merchant", "show", id);
    expect(show.answer).to.include({ merchant_id: id, name: "Shop" });
    expect((await run("merchant", "list")).stdout).to.contain("provisioned,payments,payouts");
  });

  it("merchant update switches one mode [D8-4]", async () => {
    const id = await newMerchant();
    const { answer } = await json(
      "merchant",
      "update",
      id,
      "--mode",
      "sandbox",
      "--payments",
      "off",
      "--provisioned",
      "no",
    );
    expect(answer["sandbox"]).to.include({ payments: false, payouts: true, provisioned: false });
    const cards = await json("merchant", "update", id, "--mode", "sandbox", "--card-attempts", "5");
    expect(cards.answer["sandbox"]).to.include({ payments: false, card_attempts: 5 });
  });

  it("merchant update --mode live --provisioned yes is refused while no live provider is configured [D8-4]", async () => {
    const { exitCode, answer } = await json(
      "merchant",
      "update",
      await newMerchant(),
      "--mode",
      "live",
      "--provisioned",
      "yes",
    );
    expect(exitCode).to.equal(4);
    expect(recordOf(answer["error"])).to.include({ code: "refused" });
  });

  it("key create prints id and key, and the key works", async () => {
    const { answer } = await json("key", "create", "--merchant", await newMerchant(), "--mode", "sandbox");
    expect(Object.keys(answer)).to.deep.equal(["key_id", "api_key"]);
    expect(answer["key_id"]).to.match(/^key_[A-Za-z0-9]{24}$/);
    expect((await createPayment(tool.gateway.url, { apiKey: String(answer["api_key"]) })).status).to.equal(
      201,
    );
  });

  it("key create takes permissions and an expiry, and key list shows them", async () => {
    const merchant = await newMerchant();
    await json(
      "key",
      "create",
      "--merchant",
      merchant,
      "--mode",
      "live",
      "--permissions",
      "read,payments",
      "--expires-at",
      "2030-01-31T12:00:00Z",
    );
    const { answer } = await json("key", "list", "--merchant", merchant);
    const text = JSON.stringify(answer["keys"]);
    expect(text)
      .to.contain('"permissions":["payments","read"]')
      .and.to.contain('"expires_at":1896091200')
      .and.to.contain('"mode":"live"');
    expect(text).not.to.contain("_sk_");
  });

  it("key roll keeps the id, key revoke ends it", async () => {
    const made = await json("key", "create", "--merchant", await newMerchant(), "--mode", "sandbox");
    const id = String(made.answer["key_id"]);
    const rolled = await json("key", "roll", id, "--overlap", "0");
    expect(rolled.answer["key_id"]).to.equal(id);
    expect(
      (await createPayment(tool.gateway.url, { apiKey: String(made.answer["api_key"]) })).status,
    ).to.equal(401);
    const revoked = await json("key", "revoke", id);
    expect(revoked.answer).to.include({ key_id: id, status: "revoked" });
    expect(
      (await createPayment(tool.gateway.url, { apiKey: String(rolled.answer["api_key"]) })).status,
    ).to.equal(401);
  });

  it("anomaly commands go on to the owner with their actor", async () => {
    await json("anomaly", "list");
    await json("anomaly", "list", "--all", "--limit", "7");
    const reversed = await json("anomaly", "reverse", ANOMALY_ID, "--actor", "Ada Ænglish");
    expect(reversed.answer).to.include({ id: ANOMALY_ID, resolution: "reversed" });
    await json("anomaly", "note", ANOMALY_ID, "seen by the bank", "--actor", "eve");
    await json("anomaly", "note", ANOMALY_ID, "--note", "again", "--actor", "eve");
    expect(acts).to.deep.equal([
      { open_only: true, limit: 100 },
      { open_only: false, limit: 7 },
      { reverse: ANOMALY_ID, actor: "Ada Ænglish" },
      { note: "seen by the bank", actor: "eve" },
      { note: "again", actor: "eve" },
    ]);
  });

  it("audit list merges the owners' logs, newest first [D8-5]", async () => {
    await newMerchant();
    const { answer } = await json("audit", "list", "--limit", "2");
    const entries = recordsOf(answer["entries"]);
    expect(entries.map((entry) => entry["service"])).to.deep.equal(["payments", "api-gateway"]);
  });

  it("audit list shows what there is while an owner is away, says whose acts are missing, and exits with 5", async () => {
    await newMerchant();
    auditIsAway = true;
    const asked = await json("audit", "list");
    const shown = await run("audit", "list");
    auditIsAway = false;
    expect(asked.exitCode).to.equal(5);
    expect(asked.answer["missing"]).to.deep.equal(["payments"]);
    expect(recordsOf(asked.answer["entries"]).map((entry) => entry["act"])).to.include("merchant.create");
    expect(shown.exitCode).to.equal(5);
    expect(shown.stdout).to.contain("merchant.create");
    expect(shown.stderr).to.equal("flowlix: missing: the acts of payments: payments does not answer");
  });

  it("an end of a key that is over already is refused under its option's name", async () => {
    const merchant = await newMerchant();
    const create = ["key", "create", "--merchant", merchant, "--mode", "sandbox", "--expires-at"];
    const { exitCode, stderr } = await run(...create, "2020-01-01T00:00:00Z");
    expect([exitCode, stderr]).to.deep.equal([2, "flowlix: --expires-at must be a time in the future"]);
  });

  it("what make does instead is named: exit code 2", async () => {
    const { exitCode, stderr } = await run("schema", "check");
    expect([exitCode, stderr]).to.deep.equal([
      2,
      "flowlix: schema is no command of this tool: run make schema-check",
    ]);
  });

  it("wrong arguments are named: exit code 2, before anything is asked", async () => {
    const cases: readonly (readonly [argv: string[], argument: string])[] = [
      [["merchant", "create"], "--name"],
      [["merchant", "update", "x", "--mode", "test", "--payments", "on"], "--mode"],
      [["merchant", "update", "x", "--mode", "live", "--payments", "yes"], "--payments"],
      [["merchant", "update", "x", "--mode", "live", "--provisioned", "on"], "--provisioned"],
      [["merchant", "update", "x", "--mode", "live", "--card-attempts", "11"], "--card-attempts"],
      [["merchant", "update", "x", "--mode", "live"], "--payments"],
      [["merchant", "update", "x", "--mode", "live", "--colour", "red"], "--colour"],
      [["merchant", "update", "x", "--mode", "live", "--logo", "/nowhere.png"], "--logo"],
      [["merchant", "show"], "ID"],
      [["key", "create", "--merchant", "x", "--mode", "live", "--permissions", "all"], "--permissions"],
      [["key", "create", "--merchant", "x", "--mode", "live", "--expires-at", "tomorrow"], "--expires-at"],
      [["key", "roll", "x", "--overlap", "-1"], "--overlap"],
      [["key", "roll", "x", "--overlap", "1y"], "--overlap"],
      [["merchant", "create", "--name", "x", "--colour", "red"], "--colour"],
      [["audit", "list", "--limit", "0"], "--limit"],
      [["anomaly", "note", ANOMALY_ID], "--note"],
    ];
    for (const [argv, argument] of cases) {
      const result = await runCli([...argv, "--json"], {});
      expect(result.exitCode, argv.join(" ")).to.equal(2);
      expect(recordOf(recordOf(JSON.parse(result.stdout))["error"])["argument"], argv.join(" ")).to.equal(
        argument,
      );
    }
  });

  it("what does not exist is exit code 3", async () => {
    const { exitCode, answer } = await json("merchant", "show", `mer_${"x".repeat(24)}`);
    expect(exitCode).to.equal(3);
    expect(recordOf(answer["error"])["code"]).to.equal("not_found");
  });

  it("without --json an error is one line on standard error", async () => {
    const { exitCode, stdout, stderr } = await run("merchant", "show", "x");
    expect([exitCode, stdout, stderr]).to.deep.equal([2, "", "flowlix: ID must be the id of a merchant"]);
  });

  it("what the platform finds wrong with an argument is told under the tool's own name for it", async () => {
    const merchant = await json("key", "create", "--merchant", "x", "--mode", "live");
    expect(recordOf(merchant.answer["error"])).to.deep.equal({
      code: "invalid_argument",
      message: "--merchant must be the id of a merchant",
      argument: "--merchant",
    });
    const name = await json("merchant", "create", "--name", "x".repeat(256));
    expect(recordOf(name.answer["error"])).to.include({ argument: "--name" });
    expect([merchant.exitCode, name.exitCode]).to.deep.equal([2, 2]);
  });

  it("a platform that does not run is one clear line and exit code 1", async () => {
    const nowhere = await runCli(["merchant", "list"], { DATA_DIR: "/nowhere" });
    expect(nowhere.exitCode).to.equal(1);
    expect(nowhere.stderr).to.match(/^flowlix: \/nowhere\/runtime.json cannot be read[^\n]*$/);
    const env = {
      FLOWLIX_CONTROL_URL: "http://127.0.0.1:1",
      FLOWLIX_CONTROL_TOKEN_FILE: join(tool.folder, "control-token"),
    };
    const refused = await runCli(["merchant", "list"], env);
    expect([refused.exitCode, refused.stderr]).to.deep.equal([
      1,
      "flowlix: the control API at http://127.0.0.1:1 cannot be reached; is the platform running? (http://127.0.0.1:1/merchants does not answer: connect ECONNREFUSED 127.0.0.1:1)",
    ]);
  });

  it("runs as a program, finding the platform by the environment", async () => {
    const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));
    const env = {
      FLOWLIX_CONTROL_URL: tool.gateway.controlUrl,
      FLOWLIX_CONTROL_TOKEN_FILE: join(tool.folder, "control-token"),
    };
    const stdout = await new Promise<string>((resolve, reject) => {
      execFile(
        process.execPath,
        [main, "--json", "merchant", "create", "--name", "Program"],
        { env },
        (error, out) => (error === null ? resolve(out) : reject(error)),
      );
    });
    expect(stdout).to.match(/^\{"merchant_id":"mer_[A-Za-z0-9]{24}"\}\n$/);
  });
});
