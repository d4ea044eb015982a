import { expect } from "chai";
import { createLogger } from "@flowlix/runtime";
import { createControlServer } from "../src/control/control-server.ts";
import { CONTROL_TOKEN, recordsOf, startGateway, type TestGateway } from "./support/gateway.ts";
import { request } from "./support/requests.ts";

describe("the control API", () => {
  let gateway: TestGateway;
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway();
  });
  after(() => gateway.stop());

  it("listens on loopback and refuses callers without the token", async () => {
    expect(new URL(gateway.controlUrl).hostname).to.equal("127.0.0.1");
    for (const authorization of [
      "",
      "Bearer x",
      CONTROL_TOKEN,
      `bearer ${CONTROL_TOKEN}`,
      `Bearer ${CONTROL_TOKEN} `.trimEnd() + "x",
    ]) {
      const answer = await request(`${gateway.controlUrl}/merchants`, {
        headers: { authorization, actor: "x" },
      });
      expect([answer.status, answer.text]).to.deep.equal([
        401,
        '{"error":{"code":"unauthorised","message":"the control token is missing or wrong"}}',
      ]);
    }
  });

  it("is not on the public listener", async () => {
    const headers = { authorization: `Bearer ${CONTROL_TOKEN}`, actor: "x" };
    expect((await request(`${gateway.url}/merchants`, { headers })).status).to.equal(404);
  });

  it("asks every act for an actor", async () => {
    const headers = { authorization: `Bearer ${CONTROL_TOKEN}` };
    const answer = await request(`${gateway.controlUrl}/merchants`, { headers });
    expect([answer.status, answer.text]).to.satisfy(
      ([status, text]: [number, string]) => status === 400 && text.includes("actor"),
    );
  });

  it("refuses an actor that is no plain text of one line", async () => {
    for (const actor of [
      "%00",
      "ann%00",
      "ann%0Amerchant.create",
      "ann%0D",
      "%7F",
      "%20",
      "a%",
      "x".repeat(201),
    ]) {
      const headers = { authorization: `Bearer ${CONTROL_TOKEN}`, actor };
      const answer = await request(`${gateway.controlUrl}/merchants`, { headers });
      expect([answer.status, answer.text], actor).to.satisfy(
        ([status, text]: [number, string]) => status === 400 && text.includes('"argument":"actor"'),
      );
    }
  });

  it("refuses a body over 16 KiB and one that is no JSON", async () => {
    const headers = {
      authorization: `Bearer ${CONTROL_TOKEN}`,
      actor: "x",
      "content-type": "application/json",
    };
    for (const body of [JSON.stringify({ name: "x".repeat(17_000) }), "{"]) {
      const answer = await request(`${gateway.controlUrl}/merchants`, { method: "POST", headers, body });
      expect(answer.status).to.equal(400);
    }
  });

  it("gives a new merchant Sandbox at once and no live mode", async () => {
    const { merchantId } = await gateway.merchant();
    const { body } = await gateway.control("GET", `/merchants/${merchantId}`);
    expect(body["sandbox"]).to.deep.equal({
      payments: true,
      payouts: true,
      provisioned: true,
      card_attempts: 1,
      branding: { name: null, colour: null, logo_sha256: null },
    });
    expect(body["live"]).to.include({ provisioned: false });
  });

  it("refuses to provision live mode while no live provider is configured [D8-4]", async () => {
    const { merchantId } = await gateway.merchant();
    const { status, body } = await gateway.control("PATCH", `/merchants/${merchantId}`, {
      mode: "live",
      provisioned: true,
    });
    expect([status, body["error"]]).to.deep.equal([
      409,
      {
        code: "refused",
        message: "no live provider is configured, so nobody can be provisioned in live",
        argument: "provisioned",
      },
    ]);
  });

  it("names the argument at fault", async () => {
    const { merchantId } = await gateway.merchant();
    const cases = [
      ["POST", "/merchants", { name: " " }, "name"],
      ["POST", "/keys", { merchant: "x", mode: "sandbox" }, "merchant"],
      ["POST", "/keys", { merchant: merchantId, mode: "test" }, "mode"],
      ["POST", "/keys", { merchant: merchantId, mode: "live", permissions: ["all"] }, "permissions"],
      ["POST", "/keys", { merchant: merchantId, mode: "live", expires_at: "soon" }, "expires_at"],
      ["PATCH", `/merchants/${merchantId}`, { mode: "sandbox", payments: "on" }, "payments"],
      ["POST", `/keys/key_${"x".repeat(24)}/roll`, { overlap_ms: -1 }, "overlap_ms"],
      ["GET", "/audit?limit=0", undefined, "limit"],
    ] as const;
    for (const [method, path, args, argument] of cases) {
      const { status, body } = await gateway.control(method, path, args);
      expect([status, body["error"]], `${method} ${path}`).to.satisfy(
        ([code, error]: [number, { argument?: string }]) => code === 400 && error.argument === argument,
      );
    }
  });

  it("answers 404 for what does not exist", async () => {
    const none = "x".repeat(24);
    for (const [method, path] of [
      ["GET", `/merchants/mer_${none}`],
      ["GET", `/merchants/mer_${none}/keys`],
      ["POST", `/keys/key_${none}/revoke`],
      ["POST", `/anomalies/ano_${none}/reverse`],
      ["GET", "/nothing"],
    ] as const) {
      expect((await gateway.control(method, path, method === "POST" ? {} : undefined)).status, path).to.equal(
        404,
      );
    }
  });
});

describe("the control API of a gateway that fails unexpectedly", () => {
  it("answers 500 under a code of its own: to try again would not help", async () => {
    const broken = { method: "GET", path: "/broken", handle: () => Promise.reject(new Error("oh")) } as const;
    const logger = createLogger({ service: "test", instance: "one", level: "silent" });
    const app = createControlServer({ token: CONTROL_TOKEN, routes: [broken], logger });
    const headers = { authorization: `Bearer ${CONTROL_TOKEN}`, actor: "x" };
    const answer = await app.inject({ method: "GET", url: "/broken", headers });
    expect([answer.statusCode, answer.json()]).to.deep.equal([
      500,
      { error: { code: "internal_error", message: "something unexpected happened; see the gateway's log" } },
    ]);
    await app.close();
  });
});

describe("the audit log of the gateway", () => {
  let gateway: TestGateway;
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway();
  });
  after(() => gateway.stop());

  it("holds every act with its actor, newest first, and no key [D8-5]", async () => {
    const { merchantId, keyId, apiKey } = await gateway.merchant();
    await gateway.control("PATCH", `/merchants/${merchantId}`, { mode: "sandbox", payouts: false });
    await gateway.control("POST", `/keys/${keyId}/roll`, {});
    await gateway.control("POST", `/keys/${keyId}/revoke`, {});
    const { body } = await gateway.control("GET", "/audit");
    const acts = recordsOf(body["entries"]);
    expect(acts.map((entry) => entry["act"])).to.deep.equal([
      "key.revoke",
      "key.roll",
      "merchant.update",
      "key.create",
      "merchant.create",
    ]);
    expect(acts.every((entry) => entry["actor"] === "tester")).to.equal(true);
    expect(JSON.stringify(acts)).not.to.contain(apiKey.slice(12));
  });

  it("does not hold what was refused or failed", async () => {
    const before = await gateway.database.sql("select count(*)::int as n from gateway.audit");
    await gateway.control("POST", "/merchants", { name: "" });
    await gateway.control("POST", "/keys", { merchant: `mer_${"x".repeat(24)}`, mode: "sandbox" });
    expect(await gateway.database.sql("select count(*)::int as n from gateway.audit")).to.deep.equal(before);
  });

  it("refuses to be changed, even for the superuser [D8-5]", async () => {
    for (const text of [
      "update gateway.audit set actor = 'x'",
      "delete from gateway.audit",
      "truncate gateway.audit",
    ]) {
      const error = await gateway.database.sql(text).catch((reason: unknown) => reason);
      expect(String(error)).to.contain("append-only");
    }
  });
});
