import { expect } from "chai";
import type { PublicEvent } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import { runCli } from "../src/run-cli.ts";
import { recordOf, recordsOf } from "../../api-gateway/test/support/gateway.ts";
import { hostedPaymentOf } from "../../api-gateway/test/support/scripted-payments.ts";
import { DELIVERY, scriptedNotifier, SECRET } from "../../api-gateway/test/support/scripted-notifier.ts";
import { withTool } from "./support/tool.ts";

const URL = "https://shop.example/webhooks";
const EVENT_ID = `evt_${"e".repeat(24)}`;
const PAYMENT_ID = `pay_${"h".repeat(24)}`;
const KEPT_URL = `https://pay.example/pay/${PAYMENT_ID}/{page_token:page1}`;

const event: PublicEvent = {
  id: EVENT_ID,
  type: "payment.requires_action",
  created_at: 1_700_000_000,
  livemode: false,
  data: {
    payment: hostedPaymentOf({
      scope: { merchant_id: `mer_${"m".repeat(24)}`, livemode: false, key_id: `key_${"k".repeat(24)}` },
      payment_id: PAYMENT_ID,
      start_before: 1,
      amount: 4999,
      currency: "EUR",
      page_url: KEPT_URL,
      customer_ip_address: null,
      merchant_customer_id: "customer-1",
      return_url: "https://shop.example/return",
      merchant_reference: null,
      description: null,
      billing_details: null,
    }),
  },
};

describe("the command-line tool, webhooks and events", () => {
  let merchantId: string;
  const notifier = scriptedNotifier([event]);
  const tool = withTool({ notifier });
  const { run, json } = tool;
  before(async () => {
    ({ merchantId } = await tool.gateway.merchant());
    notifier.eventsOf = { merchant_id: merchantId, livemode: false };
  });
  afterEach(() => {
    notifier.refusal = null;
  });

  const whose = (mode = "sandbox") => ["--merchant", merchantId, "--mode", mode];
  const scope = (livemode = false) => ({ merchant_id: merchantId, livemode });
  const made = async () => String((await json("webhook", "create", ...whose(), "--url", URL)).answer["id"]);

  it("webhook create shows the secret once, wants every type by default, and names its actor [D9-16]", async () => {
    const create = ["webhook", "create", ...whose("live"), "--url", URL, "--actor", "eve"];
    const { exitCode, answer } = await json(...create);
    expect(exitCode).to.equal(0);
    expect(answer).to.include({ url: URL, status: "enabled", livemode: true, secret: SECRET });
    expect(notifier.asked.createEndpoint).to.deep.equal({
      scope: scope(true),
      url: URL,
      enabled_events: ["*"],
      description: null,
      actor: "eve",
    });
    const shown = await run(
      ...create,
      "--events",
      "payout.failed, payment.succeeded",
      "--description",
      "Books",
    );
    expect(shown.stdout).to.contain(SECRET).and.to.contain("Keep the secret now");
    expect(notifier.asked.createEndpoint).to.deep.include({
      enabled_events: ["payment.succeeded", "payout.failed"],
      description: "Books",
    });
  });

  it("webhook list and show tell of endpoints without their secrets, and since when one fails [D9-21]", async () => {
    const id = await made();
    const own = notifier.endpoints.find((one) => one.id === id);
    notifier.endpoints.splice(0, 1, { ...(own ?? notifier.endpoints[0]!), failing_since: 1_700_000_000 });
    const list = await json("webhook", "list", ...whose());
    expect(notifier.asked.listEndpoints).to.deep.include({ scope: scope(), limit: 100 });
    expect(JSON.stringify(list.answer)).to.contain(id).and.not.contain("whsec_");
    const live = await json("webhook", "create", ...whose("live"), "--url", URL);
    const both = await json("webhook", "list", "--merchant", merchantId);
    expect(recordsOf(both.answer["data"]).map((one) => one["id"])).to.include.members([
      id,
      live.answer["id"],
    ]);
    const table = (await run("webhook", "list", ...whose())).stdout;
    expect(table).to.contain("2023-11-14T22:13:20Z").and.to.contain(URL).and.to.contain("sandbox");
    const show = await json("webhook", "show", id);
    expect(show.answer).to.include({ id, failing_since: 1_700_000_000 }).and.not.have.property("secret");
  });

  it("webhook list without a merchant asks for those of all, page by page, and shows whose each is and what waits", async () => {
    const id = await made();
    const { exitCode, answer } = await json("webhook", "list", "--failing", "--mode", "live", "--limit", "7");
    expect(exitCode).to.equal(0);
    expect(notifier.asked.listEveryEndpoint).to.deep.equal({
      livemode: true,
      failing_only: true,
      limit: 7,
      starting_after: null,
    });
    expect(recordsOf(answer["data"]).map((one) => one["merchant_id"])).to.include(merchantId);
    const { stdout } = await run("webhook", "list", "--starting-after", id, "--limit", "1");
    expect(notifier.asked.listEveryEndpoint).to.deep.include({ livemode: null, starting_after: id });
    expect(stdout)
      .to.match(/merchant id +mode +url +status .*queue length/)
      .and.contain("There are more: --starting-after we_");
  });

  it("webhook update changes what it names, and an empty description takes it away", async () => {
    const id = await made();
    const changes = ["--url", `${URL}/2`, "--events", "*", "--description", "", "--status", "disabled"];
    const { answer } = await json("webhook", "update", id, ...changes, "--actor", "eve");
    expect(answer).to.include({ id, url: `${URL}/2`, description: null, status: "disabled" });
    expect(notifier.asked.updateEndpoint).to.deep.equal({
      scope: scope(),
      endpoint_id: id,
      url: `${URL}/2`,
      enabled_events: ["*"],
      description: null,
      status: "disabled",
      actor: "eve",
    });
  });

  it("webhook roll-secret takes an overlap up to seven days, 24 hours by default", async () => {
    const id = await made();
    const roll = (...more: string[]) => json("webhook", "roll-secret", id, ...more);
    expect((await roll()).answer["secret"]).to.equal(SECRET);
    expect(notifier.asked.rollSecret).to.include({ endpoint_id: id, overlap_seconds: 86_400 });
    for (const [overlap, seconds] of [
      ["0", 0],
      ["90s", 90],
      ["7d", 604_800],
    ] as const) {
      await roll("--overlap", overlap);
      expect(notifier.asked.rollSecret?.overlap_seconds).to.equal(seconds);
    }
  });

  it("webhook end-overlap says whose overlap it ended, without a secret, and names its actor [D9-25]", async () => {
    const id = await made();
    const { answer } = await json("webhook", "end-overlap", id, "--actor", "eve");
    expect(answer).to.include({ id }).and.not.have.property("secret");
    expect(notifier.asked.endOverlap).to.deep.equal({ scope: scope(), endpoint_id: id, actor: "eve" });
    expect((await run("webhook", "end-overlap", id)).stdout).to.contain(id);
  });

  it("webhook deliveries tells how an endpoint answered, and how to go on", async () => {
    const id = await made();
    const { answer } = await json("webhook", "deliveries", id, "--starting-after", DELIVERY.id);
    expect(answer).to.deep.equal({ data: [DELIVERY], has_more: true });
    expect(notifier.asked.listDeliveries).to.deep.equal({
      scope: scope(),
      endpoint_id: id,
      limit: 20,
      starting_after: DELIVERY.id,
      ending_before: null,
    });
    const { stdout } = await run("webhook", "deliveries", id, ...whose());
    expect(stdout).to.match(/pending +1 +2023-11-14T22:13:20Z +500 +2023-11-14T22:14:30Z/);
    expect(stdout).to.contain(`--starting-after ${DELIVERY.id}`);
  });

  it("webhook delete says what it deleted; then there is no such endpoint: exit code 3", async () => {
    const id = await made();
    const { answer } = await json("webhook", "delete", id, "--actor", "eve");
    expect(answer).to.deep.equal({ id, deleted: true });
    expect(notifier.asked.deleteEndpoint).to.deep.equal({ scope: scope(), endpoint_id: id, actor: "eve" });
    for (const argv of [
      ["show", id],
      ["delete", id],
      ["deliveries", id],
      ["roll-secret", id],
      ["end-overlap", id],
      ["update", id, "--url", URL],
    ])
      expect((await run("webhook", ...argv)).exitCode, argv.join(" ")).to.equal(3);
  });

  it("an id is enough; where merchant or mode are named too they have to be its own", async () => {
    const id = await made();
    const other = await tool.gateway.merchant();
    for (const [named, exitCode] of [
      [[], 0],
      [whose(), 0],
      [["--mode", "sandbox"], 0],
      [["--mode", "live"], 3],
      [["--merchant", other.merchantId], 3],
    ] as const) {
      expect((await run("webhook", "show", id, ...named)).exitCode, named.join(" ")).to.equal(exitCode);
      expect((await run("event", "show", EVENT_ID, ...named)).exitCode, named.join(" ")).to.equal(exitCode);
    }
  });

  it("nothing can be made or listed of a merchant that there is not", async () => {
    const nobody = ["--merchant", `mer_${"0".repeat(24)}`, "--mode", "sandbox"];
    expect((await run("webhook", "create", ...nobody, "--url", URL)).exitCode).to.equal(3);
    expect((await run("event", "list", ...nobody)).exitCode).to.equal(3);
    expect((await run("webhook", "list", ...nobody)).exitCode).to.equal(3);
  });

  it("event list, show and resend tell of events; the link of a hosted page stays a placeholder [D9-16]", async () => {
    const list = await run("event", "list", ...whose());
    expect(list.stdout).to.contain(EVENT_ID).and.to.contain(PAYMENT_ID).and.to.contain("requires_action");
    const { answer } = await json("event", "show", EVENT_ID);
    expect(answer).to.deep.equal(event);
    expect((await run("event", "show", EVENT_ID, ...whose())).stdout).to.contain(KEPT_URL);
    const resent = await json("event", "resend", EVENT_ID, "--actor", "eve");
    expect(resent.answer).to.deep.equal({ id: EVENT_ID, deliveries: 2 });
    expect(notifier.asked.resendEvent).to.deep.equal({
      scope: scope(),
      event_id: EVENT_ID,
      resent_by: "operator",
      actor: "eve",
    });
    expect((await run("event", "show", `evt_${"0".repeat(24)}`, ...whose())).exitCode).to.equal(3);
  });

  it("a URL that is refused is told as --url with the rule; one endpoint too many is exit code 4", async () => {
    notifier.refusal = new DomainError("parameter_invalid", { param: "url" });
    const refused = await run("webhook", "create", ...whose(), "--url", "https://127.0.0.1/");
    expect(refused.exitCode).to.equal(2);
    expect(refused.stderr).to.match(/^flowlix: --url must be an HTTPS URL .* public$/);
    notifier.refusal = new DomainError("limit_exceeded");
    expect((await run("webhook", "create", ...whose(), "--url", URL)).exitCode).to.equal(4);
    notifier.refusal = new DomainError("service_unavailable");
    expect((await run("webhook", "list", ...whose())).exitCode).to.equal(1);
    notifier.refusal = new DomainError("invalid_search_criteria", { param: "starting_after" });
    const gone = await run("event", "list", ...whose(), "--starting-after", EVENT_ID);
    expect([gone.exitCode, gone.stderr]).to.deep.equal([2, "flowlix: --starting-after is not accepted"]);
  });

  it("wrong arguments are named, those that the platform finds too: exit code 2", async () => {
    const id = await made();
    const cases: readonly (readonly [argv: string[], argument: string])[] = [
      [["webhook", "create", "--mode", "live", "--url", URL], "--merchant"],
      [["webhook", "create", "--merchant", merchantId, "--url", URL], "--mode"],
      [["webhook", "create", ...whose()], "--url"],
      [["webhook", "create", ...whose("test"), "--url", URL], "--mode"],
      [["webhook", "create", ...whose(), "--url", URL, "--events", "payment.made"], "--events"],
      [["webhook", "create", ...whose(), "--url", URL, "--events", "*,payment.failed"], "--events"],
      [["webhook", "create", ...whose(), "--url", URL, "--description", "x".repeat(256)], "--description"],
      [["webhook", "update", id, ...whose()], "--url"],
      [["webhook", "update", id, ...whose(), "--status", "gone"], "--status"],
      [["webhook", "update", "we_1", ...whose(), "--status", "enabled"], "ID"],
      [["webhook", "roll-secret", id, ...whose(), "--overlap", "8d"], "--overlap"],
      [["webhook", "roll-secret", id, ...whose(), "--overlap", "1ms"], "--overlap"],
      [["webhook", "list", ...whose(), "--failing"], "--merchant"],
      [["webhook", "list", "--limit", "101"], "--limit"],
      [["webhook", "list", "--starting-after", EVENT_ID], "--starting-after"],
      [["webhook", "show", id, "--mode", "test"], "--mode"],
      [["webhook", "show", id, "--merchant", "x"], "--merchant"],
      [["webhook", "deliveries", id, "--limit", "101"], "--limit"],
      [["webhook", "deliveries", id, "--starting-after", EVENT_ID], "--starting-after"],
      [
        ["event", "list", ...whose(), "--starting-after", EVENT_ID, "--ending-before", EVENT_ID],
        "--ending-before",
      ],
      [["event", "list", "--merchant", merchantId], "--mode"],
      [["event", "show"], "ID"],
      [["event", "resend", PAYMENT_ID], "ID"],
    ];
    for (const [argv, argument] of cases) {
      const { exitCode, answer } = await json(...argv);
      const text = argv.join(" ");
      expect([exitCode, recordOf(answer["error"])["argument"]], text).to.deep.equal([2, argument]);
    }
  });

  it("a limit out of range is told the range of the command", async () => {
    for (const limit of ["0", "101", "5000", "x"]) {
      const { answer } = await json("webhook", "deliveries", await made(), "--limit", limit);
      expect(recordOf(answer["error"])["message"]).to.equal("--limit must be an integer between 1 and 100");
    }
  });

  it("helps with every command", async () => {
    for (const [group, names] of [
      ["webhook", ["create", "list", "show", "update", "delete", "roll-secret", "end-overlap", "deliveries"]],
      ["event", ["list", "show", "resend"]],
    ] as const) {
      const overall = (await runCli(["--help"], {})).stdout;
      for (const name of names) {
        const { exitCode, stdout } = await runCli([group, name, "--help"], {});
        expect([exitCode, stdout.startsWith(`Usage: flowlix ${group} ${name}`)]).to.deep.equal([0, true]);
        expect(overall).to.contain(`  ${group} ${name}`);
      }
    }
  });

  it("no secret of an endpoint is in the gateway's log", async () => {
    await made();
    expect(tool.gateway.logLines.join("\n")).not.to.contain("whsec_");
  });
});
