import type { OpenObject } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import { expect } from "chai";
import { runCli } from "../src/run-cli.ts";
import { recordOf, recordsOf } from "../../api-gateway/test/support/gateway.ts";
import { scriptedPayments } from "../../api-gateway/test/support/scripted-payments.ts";
import { openObject as open } from "../../api-gateway/test/support/open-object.ts";
import { scriptedPayouts } from "../../api-gateway/test/support/scripted-payouts.ts";
import { scriptedRefunds } from "../../api-gateway/test/support/scripted-refunds.ts";
import { withTool } from "./support/tool.ts";

describe("open objects, of several owners", () => {
  let away: readonly string[] = [];
  let flags: { has_more?: boolean; all_read?: boolean } = {};
  let asked: unknown[] = [];
  const owner = (name: string, own: OpenObject) => ({
    listOpen: async (params: unknown) => {
      asked.push([name, params]);
      if (away.includes(name)) throw new DomainError("service_unavailable");
      const answer = { objects: [own], has_more: false, all_read: true };
      return name === "refunds" ? { ...answer, ...flags } : answer;
    },
  });
  const tool = withTool({
    payments: scriptedPayments(owner("payments", open("payment", "pay_1", 1_700_000_200))),
    refunds: scriptedRefunds(owner("refunds", open("refund", "ref_1", 1_700_000_100))),
    payouts: scriptedPayouts(owner("payouts", open("payout", "po_1", 1_700_000_300))),
  });
  afterEach(() => {
    away = [];
    flags = {};
    asked = [];
  });

  const run = (...argv: string[]) => tool.run("open", "list", ...argv);
  const list = async (...argv: string[]) => {
    const { exitCode, stdout, stderr } = await run("--json", ...argv);
    expect(stderr).to.equal("");
    const answer = recordOf(JSON.parse(stdout));
    return { exitCode, ...answer, ids: recordsOf(answer["open"]).map(({ id }) => id) };
  };

  it("is listed together, the oldest first", async () => {
    const all = { exitCode: 0, has_more: false, missing: [], failed: [], partial: [] };
    expect(await list()).to.deep.include({ ...all, ids: ["ref_1", "pay_1", "po_1"] });
    const two = await list("--limit", "2");
    expect(two, "there is a third").to.deep.include({ ...all, has_more: true, ids: ["ref_1", "pay_1"] });
  });

  it("every owner is asked for the same: all of both modes unless told", async () => {
    await list();
    const all = { older_than_ms: 0, livemode: null, limit: 100 };
    expect(asked).to.have.deep.members([
      ["payments", all],
      ["refunds", all],
      ["payouts", all],
    ]);
    asked = [];
    await list("--kind", "payout", "--older-than", "15m", "--mode", "live", "--limit", "7");
    await list("--kind", "refund", "--mode", "sandbox");
    expect(asked, "only the owner of the kind that is named").to.deep.equal([
      ["payouts", { older_than_ms: 900_000, livemode: true, limit: 7 }],
      ["refunds", { ...all, livemode: false }],
    ]);
  });

  it("people see a table with the mode and the age in words, and how to see more", async () => {
    flags = { has_more: true };
    const { exitCode, stdout, stderr } = await run("--limit", "3");
    expect([exitCode, stderr]).to.deep.equal([0, ""]);
    const [heading, first, , third, , footer] = stdout.split("\n");
    expect(heading).to.match(
      /^id +kind +merchant id +mode +provider +status +amount +currency +created at +age +next look at +look count$/,
    );
    expect(first).to.match(
      /^ref_1 +refund +mer_1+ +sandbox +sandbox +PENDING +4999 +EUR +2023-11-14T22:15:00Z +3h 12m +2023-11-14T22:23:20Z +9$/,
    );
    expect(third).to.match(/^po_1 +payout +mer_1+ +live /);
    expect(footer).to.contain("There are more: raise --limit");
  });

  it("an owner that is away hides no other's, is named, and the exit code is 5", async () => {
    away = ["refunds"];
    const expected = { exitCode: 5, ids: ["pay_1", "po_1"], missing: ["refunds"] };
    expect(await list()).to.deep.include(expected);
    const shown = await run();
    expect([shown.exitCode, shown.stderr]).to.deep.equal([
      5,
      "flowlix: missing: what is open of refunds: refunds does not answer",
    ]);
    expect(shown.stdout).to.contain("pay_1");
  });

  it("where every owner that was asked is away that is an error: exit code 1", async () => {
    away = ["refunds"];
    const { exitCode, stdout, stderr } = await run("--kind", "refund");
    expect([exitCode, stdout, stderr]).to.deep.equal([
      1,
      "",
      "flowlix: no service could say it: refunds does not answer",
    ]);
  });

  it("where an owner has too many to look through the list is not whole: exit code 5", async () => {
    flags = { has_more: true, all_read: false };
    expect(await list()).to.deep.include({ exitCode: 5, missing: [], partial: ["refunds"], has_more: true });
    expect((await run()).stderr).to.equal(
      "flowlix: missing: what is open of refunds: too many to look through, there may be older ones than those listed",
    );
  });

  it("wrong arguments are named: exit code 2, before anything is asked", async () => {
    for (const [argv, argument] of [
      [["--kind", "dispute"], "--kind"],
      [["--older-than", "soon"], "--older-than"],
      [["--mode", "test"], "--mode"],
      [["--limit", "1001"], "--limit"],
    ] as const) {
      const { exitCode, stdout } = await runCli(["open", "list", "--json", ...argv], {});
      expect([exitCode, recordOf(recordOf(JSON.parse(stdout))["error"])["argument"]]).to.deep.equal([
        2,
        argument,
      ]);
    }
  });

  it("helps", async () => {
    const { exitCode, stdout } = await runCli(["open", "list", "--help"], {});
    expect(exitCode).to.equal(0);
    expect(stdout).to.contain("Usage: flowlix open list [options]").and.contain("--older-than DURATION");
  });
});
