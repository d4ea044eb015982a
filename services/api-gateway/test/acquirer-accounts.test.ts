import { createBusProofs } from "@flowlix/provider";
import { testKeyRing, waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { ACCOUNTS_ENV, ACME, withAcme } from "./support/acme.ts";
import { recordOf, recordsOf, startGateway, type TestGateway } from "./support/gateway.ts";
import { scriptedAccounts } from "./support/scripted-accounts.ts";
import { scriptedPayments } from "./support/scripted-payments.ts";
import { scriptedPayouts } from "./support/scripted-payouts.ts";

const SECRET = "quiet-words-of-the-acquirer";
const ANOTHER = "other-words-of-the-acquirer";

describe("Merchants' accounts at acquirers, for operators", () => {
  withAcme();
  let gateway: TestGateway;
  let merchant: string;
  const payments = scriptedAccounts();
  const payouts = scriptedAccounts();
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway({
      env: ACCOUNTS_ENV,
      payments: scriptedPayments(payments.actions),
      payouts: scriptedPayouts(payouts.actions),
    });
    merchant = (await gateway.merchant()).merchantId;
  });
  after(() => gateway.stop());

  const asked = (changes: object = {}) => ({
    merchant,
    mode: "live",
    acquirer: ACME,
    label: "Acme Europe",
    settings: { baseUrl: "http://127.0.0.1:9/" },
    secrets: { apiKey: SECRET },
    ...changes,
  });
  const add = (changes: object = {}) => gateway.control("POST", "/acquirers", asked(changes));
  const added = async (changes: object = {}) => {
    const { status, body } = await add(changes);
    expect(status, JSON.stringify(body)).to.equal(200);
    return String(body["id"]);
  };
  const patch = (id: string, change: object) => gateway.control("PATCH", `/acquirers/${id}`, change);
  const show = async (id: string) => (await gateway.control("GET", `/acquirers/${id}`)).body;
  const refusal = (body: Record<string, unknown>) => recordOf(body["error"]);

  it("an account is shown with its settings, and of its secrets that they are set", async () => {
    const id = await added({
      currencies: ["EUR"],
      methods: ["payout", "card"],
      limits: { EUR: { min: 100 } },
    });
    const account = await show(id);
    expect(account).to.include({
      merchant_id: merchant,
      mode: "live",
      acquirer: ACME,
      status: "active",
      weight: 100,
      version: 1,
      callback_url: `https://pay.example/provider/${ACME}/callbacks/${id}`,
    });
    expect(account["methods"]).to.deep.equal(["card", "payout"]);
    expect(recordOf(account["secrets"])["apiKey"]).to.include({ set: true });
  });

  it("a secret is in no answer, table, audit row and log line in clear", async () => {
    const id = await added();
    const answers = [await show(id), await patch(id, { secrets: { apiKey: ANOTHER } })];
    const audit = await gateway.control("GET", "/audit?limit=100");
    const [dump] = await gateway.database.sql(
      `select (select json_agg(a) from gateway.acquirer_accounts a)::text || (select json_agg(a) from gateway.audit a)::text as text`,
    );
    const everything = [JSON.stringify([answers, audit.body]), String(dump?.["text"]), ...gateway.logLines];
    expect(String(dump?.["text"])).to.contain("1.as1.");
    for (const text of everything) expect(text).not.to.contain(SECRET).and.not.to.contain(ANOTHER);
  });

  it("a refusal of the acquirer's schema names the value, and never holds it", async () => {
    for (const [changes, argument] of [
      [{ secrets: { apiKey: "short" } }, "apiKey"],
      [{ secrets: {} }, "apiKey"],
      [{ settings: { baseUrl: "http://127.0.0.1:9/", colour: "red" } }, "colour"],
      [{ settings: { baseUrl: "http://127.0.0.1:9/", apiKey: "in the wrong place" } }, "apiKey"],
      [{ secrets: { apiKey: SECRET, entity: "in the wrong place" } }, "entity"],
      [{ acquirer: "nobody" }, "acquirer"],
      [{ weight: 10_001 }, "weight"],
      [{ currencies: ["eur"] }, "currencies"],
      [{ methods: ["cheque"] }, "methods"],
      [{ limits: { EUR: { min: 2, max: 1 } } }, "limits"],
      [{ secrets: { apiKey: 5 } }, "secrets"],
    ] as const) {
      const { status, body } = await add(changes);
      expect([status, refusal(body)["argument"]], JSON.stringify(changes)).to.deep.equal([400, argument]);
      expect(JSON.stringify(body)).not.to.contain("wrong place").and.not.to.contain(SECRET);
    }
  });

  it("a live account is not at the acquirer's test system, when it is added and when it is changed", async () => {
    const reportsUrl = "https://test.acme.example/";
    const refusals = [
      await add({ settings: { baseUrl: reportsUrl } }),
      await patch(await added(), { settings: { reportsUrl }, secrets: { apiKey: ANOTHER } }),
    ];
    expect(refusals.map(({ status, body }) => [status, refusal(body)["argument"]])).to.deep.equal([
      [400, "baseUrl"],
      [400, "reportsUrl"],
    ]);
    for (const { body } of refusals)
      expect(refusal(body)["message"]).to.contain("the acquirer's test system");
  });

  it("a merchant that is not there gets no account", async () => {
    expect((await add({ merchant: `mer_${"x".repeat(24)}` })).status).to.equal(404);
  });

  it("an address that changes wants every secret again, and a new label does not", async () => {
    const id = await added({ secrets: { apiKey: SECRET, webhookKey: SECRET } });
    const moved = { settings: { reportsUrl: "http://127.0.0.1:10/" } };
    const refused = await patch(id, { ...moved, secrets: { apiKey: ANOTHER } });
    expect([refused.status, refusal(refused.body)["argument"]]).to.deep.equal([409, "webhookKey"]);
    expect((await patch(id, { label: "Renamed" })).status).to.equal(200);
    const { status, body } = await patch(id, { ...moved, secrets: { apiKey: ANOTHER, webhookKey: ANOTHER } });
    expect([status, body["version"]]).to.deep.equal([200, 3]);
  });

  it("what says which account at the acquirer it is never changes once it is set", async () => {
    const id = await added();
    const named = await patch(id, { settings: { entity: "first" } });
    expect([named.status, named.body["version"]]).to.deep.equal([200, 2]);
    for (const [name, value] of [
      ["baseUrl", "http://127.0.0.1:10/"],
      ["entity", "second"],
      ["entity", null],
    ] as const) {
      const { status, body } = await patch(id, { settings: { [name]: value }, secrets: { apiKey: ANOTHER } });
      expect([status, refusal(body)["argument"]], name).to.deep.equal([409, name]);
      expect(refusal(body)["message"]).to.contain("add a new account and disable this one");
    }
    const same = await patch(id, {
      settings: { baseUrl: "http://127.0.0.1:9/" },
      secrets: { apiKey: ANOTHER },
    });
    expect([same.status, same.body["version"]]).to.deep.equal([200, 3]);
  });

  it("of two changes of one version one is a conflict that says so", async () => {
    const id = await added();
    const both = await Promise.all([1, 2].map((weight) => patch(id, { weight, version: 1 })));
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).to.deep.equal([200, 409]);
    const lost = both.find(({ status }) => status === 409);
    expect(refusal(lost?.body ?? {})["message"]).to.contain("somebody else changed");
    expect((await show(id))["version"]).to.equal(2);
  });

  it("a disabled account says so, and is made active again by an act", async () => {
    const id = await added();
    const disabled = await gateway.control("POST", `/acquirers/${id}/disable`, {});
    expect(disabled.body["status"]).to.equal("disabled");
    expect((await patch(id, { active: true })).body["status"]).to.equal("active");
  });

  it("a list goes on until everything was shown, newest first", async () => {
    const owner = (await gateway.merchant()).merchantId;
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) made.push(await added({ merchant: owner }));
    const seen: string[] = [];
    let more = true;
    while (more) {
      const after = seen.length === 0 ? "" : `&starting_after=${seen.at(-1)}`;
      const { body } = await gateway.control("GET", `/acquirers?merchant=${owner}&limit=2${after}`);
      seen.push(...recordsOf(body["data"]).map(({ id }) => String(id)));
      more = body["has_more"] === true;
    }
    expect(seen).to.deep.equal(made.toReversed());
  });

  it("owners are told when its secrets last changed, and of other changes that they did not", async () => {
    const id = await added();
    expect((await patch(id, { weight: 7 })).body["secrets_changed_at"]).to.equal(null);
    expect(payments.kept.get(id)?.secrets_changed_at).to.equal(null);
    await patch(id, { secrets: { apiKey: ANOTHER } });
    const changedAt = payments.kept.get(id)?.secrets_changed_at;
    expect(changedAt).to.be.a("number");
    await patch(id, { weight: 8, settings: { entity: "first" } });
    expect(payments.kept.get(id)).to.include({ weight: 8, secrets_changed_at: changedAt });
  });

  it("owners have an account once it was committed, encrypted as it is, and each of its changes", async () => {
    const id = await added();
    expect(payments.kept.get(id)).to.include({ provider: ACME, version: 1 });
    expect(payments.kept.get(id)?.secrets["apiKey"]).to.match(/^1\.as1\./);
    await patch(id, { weight: 7 });
    expect([payments.kept.get(id)?.weight, payouts.kept.get(id)?.weight]).to.deep.equal([7, 7]);
  });

  it("owners are told of accounts with a proof under the installation's ring", async () => {
    await added();
    const proofs = createBusProofs(testKeyRing("as1"));
    const reported = [...payments.reported, ...payouts.reported];
    expect(reported).not.to.deep.equal([]);
    for (const { accounts, proof } of reported) proofs.check("accounts", accounts, proof);
  });

  it("an owner that lost what it had is told again, without an act", async () => {
    const id = await added();
    payouts.kept.clear();
    await added();
    await waitFor("the account is there again", () => payouts.kept.has(id));
  });

  it("a check says of each service which version it has", async () => {
    const id = await added();
    const { body } = await gateway.control("POST", `/acquirers/${id}/check`, {});
    const current = recordsOf(body["services"]).filter((one) => one["current"] === true);
    expect(current.map(({ service }) => service)).to.include.members(["payments", "payouts"]);
  });
});

describe("Where an acquirer account may lead", () => {
  withAcme();
  let gateway: TestGateway;
  let merchant: string;
  before(async function () {
    this.timeout(60_000);
    const { ACQUIRER_SECRET_KEYS } = ACCOUNTS_ENV;
    gateway = await startGateway({ env: { ACQUIRER_SECRET_KEYS } });
    merchant = (await gateway.merchant()).merchantId;
  });
  after(() => gateway.stop());

  for (const baseUrl of [
    "http://8.8.8.8/",
    "https://127.0.0.1/",
    "https://localhost/",
    "https://[::1]/",
    "https://10.0.0.1/",
    "https://169.254.169.254/",
    "https://192.168.1.1/",
    "https://[fe80::1]/",
    "https://user:word@8.8.8.8/",
    "https://8.8.8.8/?key=1",
    "https://8.8.8.8/#there",
    "https://pay.example/",
    "ftp://8.8.8.8/",
    "8.8.8.8",
  ])
    it(`is not ${baseUrl}`, async () => {
      const { status, body } = await gateway.control("POST", "/acquirers", {
        merchant,
        mode: "sandbox",
        acquirer: ACME,
        label: "Acme",
        settings: { baseUrl },
        secrets: { apiKey: SECRET },
      });
      expect([status, recordOf(body["error"])["argument"]]).to.deep.equal([400, "baseUrl"]);
    });

  it("may be a public address over HTTPS", async () => {
    const { status } = await gateway.control("POST", "/acquirers", {
      merchant,
      mode: "live",
      acquirer: ACME,
      label: "Acme",
      settings: { baseUrl: "https://8.8.8.8/v1" },
      secrets: { apiKey: SECRET },
    });
    expect(status).to.equal(200);
  });
});

describe("An installation without ACQUIRER_SECRET_KEYS", () => {
  withAcme();

  it("refuses an account, naming the setting", async function () {
    this.timeout(60_000);
    const gateway = await startGateway();
    try {
      const { merchantId } = await gateway.merchant();
      const { status, body } = await gateway.control("POST", "/acquirers", {
        merchant: merchantId,
        mode: "live",
        acquirer: ACME,
        label: "Acme",
        settings: { baseUrl: "https://8.8.8.8/" },
        secrets: { apiKey: SECRET },
      });
      expect([status, recordOf(body["error"])["argument"]]).to.deep.equal([409, "ACQUIRER_SECRET_KEYS"]);
    } finally {
      await gateway.stop();
    }
  });
});
