import { expect } from "chai";
import { moveClock, waitFor, quietLoop } from "@flowlix/testkit";
import { hashOfKey } from "../src/access/key-text.ts";
import { createKeyLookup } from "../src/access/key-lookup.ts";
import { createLastUsed } from "../src/access/last-used.ts";
import { connect, createPools, type Pools } from "@flowlix/persistence";
import { startGateway, type TestGateway } from "./support/gateway.ts";
import { createPayment, request } from "./support/requests.ts";

const HOUR_MS = 3_600_000;

describe("API keys", () => {
  let gateway: TestGateway;
  let pools: Pools;
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway();
    pools = await createPools({
      url: gateway.database.urlOf("api-gateway"),
      name: "test",
      hot: 1,
      read: 1,
      background: 1,
    });
  });
  after(async () => {
    await pools.close();
    await gateway.stop();
  });
  afterEach(() => moveClock(gateway.database, 0));

  const find = async (apiKey: string) => {
    const found = await createKeyLookup(pools.read, pools.ping)(hashOfKey(apiKey));
    return found.kind === "caller" ? "works" : found.reason;
  };
  const status = async (apiKey: string) => (await createPayment(gateway.url, { apiKey })).status;
  const newKey = async (extra: object) => {
    const { merchantId } = await gateway.merchant();
    const made = await gateway.control("POST", "/keys", { merchant: merchantId, mode: "sandbox", ...extra });
    return { id: String(made.body["key_id"]), apiKey: String(made.body["api_key"]), merchantId };
  };

  it("have the documented shape and are stored as a hash only [D8-1]", async () => {
    const { apiKey, merchantId } = await newKey({});
    expect(apiKey).to.match(/^api_test_sk_[A-Za-z0-9]{32}$/);
    const live = await gateway.control("POST", "/keys", { merchant: merchantId, mode: "live" });
    expect(live.body["api_key"]).to.match(/^api_live_sk_[A-Za-z0-9]{32}$/);
    const rows = await gateway.database.sql("select to_jsonb(s)::text as row from gateway.api_key_secrets s");
    const stored = JSON.stringify(rows);
    expect(stored).to.contain(hashOfKey(apiKey).toString("hex"));
    expect(stored).not.to.contain(apiKey.slice(12));
  });

  it("are looked up once more where the connection is cut meanwhile", async () => {
    const { apiKey } = await newKey({});
    const holder = await connect(gateway.database.adminUrl, "holder");
    await holder.query("begin; lock table gateway.api_keys in access exclusive mode");
    const looking = createKeyLookup(pools.read, pools.ping)(hashOfKey(apiKey));
    await waitFor("the lookup to wait, and its connection to be cut", async () => {
      const cut = await gateway.database.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%gateway.api_key_secrets%'`,
      );
      return cut.length > 0;
    });
    await holder.query("rollback");
    await holder.end();
    expect((await looking).kind).to.equal("caller");
  });

  it("end at their expiry by the database's clock", async () => {
    const { apiKey } = await newKey({ expires_at: Math.floor(Date.now() / 1000) + 3600 });
    expect(await find(apiKey)).to.equal("works");
    await moveClock(gateway.database, HOUR_MS + 1_000);
    expect(await find(apiKey)).to.equal("expired");
  });

  it("that have expired are 401 [AUTH-3]", async () => {
    const { id, apiKey } = await newKey({ expires_at: Math.floor(Date.now() / 1000) + 3600 });
    const past = "update gateway.api_keys set expires_at = platform.clock() - interval '1 s' where id = $1";
    await gateway.database.sql(past, [id]);
    expect(await status(apiKey)).to.equal(401);
  });

  it("are not made with an end that is over already", async () => {
    const { merchantId } = await newKey({});
    const keys = () =>
      gateway.database.sql("select id from gateway.api_keys where merchant_id = $1", [merchantId]);
    const before = await keys();
    const now = Math.floor(Date.now() / 1000);
    for (const expires_at of [now, now - 3600, 1]) {
      const args = { merchant: merchantId, mode: "sandbox", expires_at };
      const { status: code, body } = await gateway.control("POST", "/keys", args);
      expect([code, body["error"]]).to.deep.equal([
        400,
        {
          code: "invalid_argument",
          message: "expires_at must be a time in the future",
          argument: "expires_at",
        },
      ]);
    }
    expect(await keys()).to.deep.equal(before);
  });

  it("are refused at once in the process that revoked them, and the id is ended for good [D8-6]", async () => {
    const { id, apiKey } = await newKey({});
    expect(await status(apiKey)).to.equal(201);
    const revoked = await gateway.control("POST", `/keys/${id}/revoke`, {});
    expect(revoked.body).to.include({ key_id: id, status: "revoked" });
    expect(await status(apiKey)).to.equal(401);
    const again = await gateway.control("POST", `/keys/${id}/revoke`, {});
    expect(again.body["revoked_at"]).to.equal(revoked.body["revoked_at"]);
    const roll = await gateway.control("POST", `/keys/${id}/roll`, {});
    expect(roll.status).to.equal(409);
  });

  it("that are rolled keep their id, and the old secret works for 24 hours by default [D8-6]", async () => {
    const { id, apiKey } = await newKey({});
    const made = await createPayment(gateway.url, { apiKey, key: "before the roll" });
    const rolled = await gateway.control("POST", `/keys/${id}/roll`, {});
    expect(rolled.body["key_id"]).to.equal(id);
    const fresh = String(rolled.body["api_key"]);
    expect(await status(apiKey)).to.equal(201);
    const replay = await createPayment(gateway.url, { apiKey: fresh, key: "before the roll" });
    expect(replay.text).to.equal(made.text);
    await moveClock(gateway.database, 24 * HOUR_MS - 5_000);
    expect(await find(apiKey)).to.equal("works");
    await moveClock(gateway.database, 24 * HOUR_MS + 5_000);
    expect([await find(apiKey), await find(fresh)]).to.deep.equal(["expired", "works"]);
  });

  it("that are rolled with an overlap of 0 end the old secret at once [D8-6]", async () => {
    const { id, apiKey } = await newKey({});
    expect(await status(apiKey)).to.equal(201);
    const rolled = await gateway.control("POST", `/keys/${id}/roll`, { overlap_ms: 0 });
    expect([await status(apiKey), await status(String(rolled.body["api_key"]))]).to.deep.equal([401, 201]);
  });

  it("that are rolled again with an overlap of 0 end every older secret, however long it was to work [D8-6]", async () => {
    const { id, apiKey } = await newKey({});
    const { body: first } = await gateway.control("POST", `/keys/${id}/roll`, {});
    const { body: second } = await gateway.control("POST", `/keys/${id}/roll`, { overlap_ms: 0 });
    const secrets = [apiKey, String(first["api_key"]), String(second["api_key"])];
    expect(await Promise.all(secrets.map(find))).to.deep.equal(["expired", "expired", "works"]);
  });

  it("never get a longer life for an old secret from a second roll", async () => {
    const { id, apiKey } = await newKey({});
    await gateway.control("POST", `/keys/${id}/roll`, { overlap_ms: 1_000 });
    await gateway.control("POST", `/keys/${id}/roll`, {});
    await moveClock(gateway.database, 2_000);
    expect(await find(apiKey)).to.equal("expired");
  });

  it("know when they were last used, written in batches [D8-2]", async () => {
    const [used, unused] = [await newKey({}), await newKey({})];
    const lastUsed = createLastUsed(pools.dataSource, quietLoop, () => undefined);
    lastUsed.touch(used.id);
    lastUsed.touch(used.id);
    await lastUsed.flush();
    const at = async (key: { merchantId: string }) => {
      const { body } = await gateway.control("GET", `/merchants/${key.merchantId}/keys`);
      return JSON.stringify(body["keys"]).match(/"last_used_at":\d+/g)?.length ?? 0;
    };
    expect([await at(used), await at(unused)]).to.deep.equal([1, 0]);
  });

  it("are counted by the reason of their refusal", async () => {
    await createPayment(gateway.url, { apiKey: "x" });
    await createPayment(gateway.url, {});
    const text = await gateway.metrics.text();
    for (const reason of ["malformed", "missing", "expired", "revoked"]) {
      expect(text).to.contain(`gateway_auth_failures_total{reason="${reason}"} `);
    }
    for (const reason of ["malformed", "missing"])
      expect(text).not.to.contain(`gateway_auth_failures_total{reason="${reason}"} 0\n`);
  });

  it("say the mode that their requests are counted and timed in; what has no usable key has none", async () => {
    const { apiKey, merchantId } = await newKey({});
    const live = await gateway.control("POST", "/keys", { merchant: merchantId, mode: "live" });
    const health = await request(`${gateway.url}/v1/health`);
    const answers = [
      health,
      await createPayment(gateway.url, { apiKey }),
      await createPayment(gateway.url, { apiKey: String(live.body["api_key"]), body: "{" }),
      await createPayment(gateway.url, { apiKey: "x" }),
    ];
    expect(answers.map(({ status: code }) => code)).to.deep.equal([200, 201, 400, 401]);
    const text = await gateway.metrics.text();
    for (const [labels, mode] of [
      [`route="/v1/payments",method="POST",code="201"`, "sandbox"],
      [`route="/v1/payments",method="POST",code="400"`, "live"],
      [`route="/v1/payments",method="POST",code="401"`, "none"],
      [`route="/v1/health",method="GET",code="200"`, "none"],
    ])
      expect(text).to.contain(`gateway_http_requests_total{${labels},mode="${mode}"} `);
    for (const mode of ["sandbox", "live", "none"])
      expect(text).to.contain(
        `gateway_http_request_duration_seconds_count{route="/v1/payments",method="POST",mode="${mode}"} `,
      );
  });
});

describe("without the gateway's database", () => {
  it("a key that nobody can look up is 503 with Retry-After, not 401 and never a yes", async function () {
    this.timeout(60_000);
    const gateway = await startGateway();
    const { apiKey } = await gateway.merchant();
    await gateway.database.sql("alter table gateway.api_key_secrets rename to gone");
    const answer = await createPayment(gateway.url, { apiKey });
    expect([answer.status, answer.code]).to.deep.equal([503, "service_unavailable"]);
    expect(answer.headers.get("retry-after")).to.equal("1");
    await gateway.stop();
  });
});
