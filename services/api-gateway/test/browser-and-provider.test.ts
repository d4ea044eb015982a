import { createHash, createHmac } from "node:crypto";
import { expect } from "chai";
import { DomainError } from "@flowlix/runtime";
import { waitFor } from "@flowlix/testkit";
import { CALLBACK_SECRET, startGateway, type TestGateway } from "./support/gateway.ts";
import { request } from "./support/requests.ts";
import { scriptedIdempotency } from "./support/scripted-idempotency.ts";
import { scriptedReconciler } from "./support/scripted-reconciler.ts";
import { scriptedNotifier } from "./support/scripted-notifier.ts";
import { scriptedPayments } from "./support/scripted-payments.ts";
import { scriptedRefunds } from "./support/scripted-refunds.ts";

const ID = `pay_${"p".repeat(24)}`;
const TOKEN = "a-token-nobody-can-guess";
const added = `payment_id=${ID}&status=SUCCEEDED`;

describe("the 3D Secure return", () => {
  let gateway: TestGateway;
  const payments = scriptedPayments({
    completeAuthentication: async ({ payment_id: id, token_sha256: hash }) => {
      const known = id === ID && hash === createHash("sha256").update(TOKEN).digest("hex");
      if (!known) throw new DomainError("object_not_found");
      return {
        payment_id: ID,
        status: "SUCCEEDED",
        return_url: "https://shop.example/r?a=1",
      };
    },
  });
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway({ payments });
  });
  after(() => gateway.stop());

  it("sends the browser on with the status, uncached and without a referrer", async () => {
    const answer = await request(`${gateway.url}/return/${ID}/${TOKEN}`);
    expect(answer.status).to.equal(303);
    expect(answer.headers.get("location")).to.equal(`https://shop.example/r?a=1&${added}`);
    expect(answer.headers.get("cache-control")).to.equal("no-store");
    expect(answer.headers.get("referrer-policy")).to.equal("no-referrer");
    expect(answer.headers.get("request-id")).to.match(/^req_/);
  });

  it("leaves its token in no log line", () => {
    const lines = gateway.logLines.join("");
    expect(lines).to.contain("/return/{payment_id}/{token}");
    expect(lines).not.to.contain(TOKEN);
  });
});

describe("a provider's callback", () => {
  let gateway: TestGateway;
  const accepted: object[] = [];
  const refundsAccepted: object[] = [];
  let down = false;
  const payments = scriptedPayments({
    acceptCallback: async (params) => {
      if (down) throw new DomainError("service_unavailable");
      accepted.push(params);
      return { accepted: true };
    },
  });
  const refunds = scriptedRefunds({
    acceptCallback: async (params) => {
      refundsAccepted.push(params);
      return { accepted: true };
    },
  });
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway({ payments, refunds });
  });
  after(() => gateway.stop());

  const body = JSON.stringify({
    callback_id: "cb_1",
    reference: ID,
    kind: "order",
    state: "succeeded",
    at: Math.floor(Date.now() / 1000),
  });
  const post = (raw: string, secret: string, at = Math.floor(Date.now() / 1000)) => {
    const signature = createHmac("sha256", secret).update(`${at}.${raw}`).digest("hex");
    return request(`${gateway.url}/provider/sandbox/callbacks`, {
      method: "POST",
      headers: { "content-type": "application/json", "acquirer-signature": `t=${at},v1=${signature}` },
      body: raw,
    });
  };

  it("that is signed is kept by the owner and then 200", async () => {
    const answer = await post(body, CALLBACK_SECRET);
    expect(answer.status).to.equal(200);
    expect(accepted).to.deep.equal([
      { provider: "sandbox", callback_id: "cb_1", reference: ID, claimed_state: "succeeded" },
    ]);
  });

  it("goes to the owner of what it is about", async () => {
    const before = accepted.length;
    const about = (kind: string, reference: string) =>
      post(body.replace('"order"', JSON.stringify(kind)).replace(ID, reference), CALLBACK_SECRET);
    const refund = `ref_${"0".repeat(24)}`;
    expect((await about("refund", refund)).status).to.equal(200);
    expect([accepted.length, refundsAccepted]).to.deep.equal([
      before,
      [{ provider: "sandbox", callback_id: "cb_1", reference: refund, claimed_state: "succeeded" }],
    ]);
    expect((await about("something new", refund)).status).to.equal(401);
  });

  it("that is forged, old, unsigned or no callback is 401 and goes nowhere", async () => {
    const before = accepted.length;
    const now = Math.floor(Date.now() / 1000);
    const answers = [
      await post(body, "another-secret"),
      await post(body, CALLBACK_SECRET, now - 3_600),
      await post("{}", CALLBACK_SECRET),
      await request(`${gateway.url}/provider/sandbox/callbacks`, { method: "POST", body }),
    ];
    expect(answers.map(({ status }) => status)).to.deep.equal([401, 401, 401, 401]);
    expect(accepted.length).to.equal(before);
  });

  it("that the owner cannot keep is no 2xx, so that it comes again", async () => {
    down = true;
    const answer = await post(body, CALLBACK_SECRET);
    down = false;
    expect(answer.status).to.equal(503);
  });

  it("over 64 KiB is refused", async () => {
    expect((await post("x".repeat(70_000), CALLBACK_SECRET)).status).to.equal(400);
  });
});

describe("health", () => {
  const cases = [
    ["ok while everything answers", {}, {}, 200, "ok"],
    ["degraded while a provider's breaker is open", {}, { degraded: ["sandbox"] }, 200, "degraded"],
    ["unavailable while an owner's database is down", {}, { database: false }, 503, "unavailable"],
    ["unavailable while the idempotency database is down", { database: false }, {}, 503, "unavailable"],
  ] as const;
  for (const [name, idempotencyHealth, paymentsHealth, status, word] of cases) {
    it(`is ${name} [SVC-5, END-2, HEALTH-1, D7-1]`, async function () {
      this.timeout(60_000);
      const healthy = { database: true, degraded: [] as string[] };
      const gateway = await startGateway({
        idempotency: scriptedIdempotency({ health: async () => ({ ...healthy, ...idempotencyHealth }) }),
        payments: scriptedPayments({
          health: async () => ({
            ...healthy,
            ...paymentsHealth,
            degraded: [...("degraded" in paymentsHealth ? paymentsHealth.degraded : [])],
          }),
        }),
      });
      const answer = await request(`${gateway.url}/v1/health`);
      expect([answer.status, answer.text]).to.deep.equal([status, JSON.stringify({ status: word })]);
      expect(answer.headers.get("cache-control")).to.equal("no-store");
      expect(answer.headers.get("request-id")).to.match(/^req_/);
      await gateway.stop();
    });
  }

  it("is degraded while something that the gateway itself repeats does not come off [D7-1]", async function () {
    this.timeout(60_000);
    const clock = { ms: 0 };
    const gateway = await startGateway({ loopsNowMs: () => clock.ms });
    const health = async () => (await request(`${gateway.url}/v1/health`)).text;
    const { apiKey } = await gateway.merchant();
    await gateway.database.sql("alter table gateway.api_keys rename column last_used_at to hidden");
    await waitFor(
      "degraded health",
      async () => {
        await request(`${gateway.url}/v1/payments`, { headers: { authorization: `Bearer ${apiKey}` } });
        clock.ms += 1_000;
        return (await health()) === '{"status":"degraded"}';
      },
      45_000,
    );
    expect(await gateway.metrics.text()).to.contain('loop_failing{loop="api-gateway.writeLastUsed"} 1');
    // A stop writes what is left, and says so where it cannot.
    await gateway.database.sql("alter table gateway.api_keys rename column hidden to last_used_at");
    await gateway.stop();
  });

  for (const [name, answer] of [
    ["is away", () => Promise.reject(new DomainError("service_unavailable"))],
    ["has no database", async () => ({ database: false, degraded: [] })],
  ] as const) {
    it(`is degraded while the notifier ${name}: payments go on, and their events wait [SVC-5, D7-1]`, async function () {
      this.timeout(60_000);
      const gateway = await startGateway({ notifier: scriptedNotifier([], { health: answer }) });
      const { status, text } = await request(`${gateway.url}/v1/health`);
      await gateway.stop();
      expect([status, text]).to.deep.equal([200, '{"status":"degraded"}']);
    });

    it(`is degraded while the reconciler ${name}: payments go on, and what is unclear stays so [SVC-5, D7-1]`, async function () {
      this.timeout(60_000);
      const gateway = await startGateway({ reconciler: scriptedReconciler({ health: answer }) });
      const { status, text } = await request(`${gateway.url}/v1/health`);
      await gateway.stop();
      expect([status, text]).to.deep.equal([200, '{"status":"degraded"}']);
    });
  }
});
