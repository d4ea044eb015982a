import { createHash, createHmac } from "node:crypto";
import { expect } from "chai";
import { DomainError } from "@flowlix/runtime";
import { returnLocation } from "../src/browser/return-location.ts";
import { CALLBACK_SECRET, startGateway, type TestGateway } from "./support/gateway.ts";
import { stateOf } from "./support/hosted-pages.ts";
import { request } from "./support/requests.ts";
import { scriptedIdempotency } from "./support/scripted-idempotency.ts";
import { scriptedReconciler } from "./support/scripted-reconciler.ts";
import { scriptedNotifier } from "./support/scripted-notifier.ts";
import { scriptedPayments } from "./support/scripted-payments.ts";
import { scriptedRefunds } from "./support/scripted-refunds.ts";

const ID = `pay_${"p".repeat(24)}`;
const TOKEN = "a-token-nobody-can-guess";
const added = `payment_id=${ID}&status=SUCCEEDED`;

describe("where a payer goes back to", () => {
  const cases: readonly (readonly [name: string, url: string, location: string])[] = [
    ["a plain URL", "https://shop.example/r", `https://shop.example/r?${added}`],
    ["no path", "https://shop.example", `https://shop.example?${added}`],
    [
      "an existing query is kept letter for letter",
      "https://shop.example/r?a=%20b+c&&d",
      `https://shop.example/r?a=%20b+c&d&${added}`,
    ],
    [
      "an existing fragment stays last",
      "https://shop.example/r?a=1#top?x",
      `https://shop.example/r?a=1&${added}#top?x`,
    ],
    [
      "parameters of the same names are replaced",
      "https://shop.example/r?status=x&a=1&payment_id=2&status",
      `https://shop.example/r?a=1&${added}`,
    ],
    [
      "so are encoded ones",
      "https://shop.example/r?%73tatus=x&payment%5fid=1",
      `https://shop.example/r?${added}`,
    ],
    [
      "names that only look alike are kept",
      "https://shop.example/r?status2=x&%zz=1",
      `https://shop.example/r?status2=x&%zz=1&${added}`,
    ],
    ["an empty query", "https://shop.example/r?", `https://shop.example/r?${added}`],
  ];
  for (const [name, url, location] of cases) {
    it(name, () => expect(returnLocation(url, { payment_id: ID, status: "SUCCEEDED" })).to.equal(location));
  }
});

describe("the 3D Secure return", () => {
  let gateway: TestGateway;
  let down = false;
  let hosted = false;
  const payments = scriptedPayments({
    completeAuthentication: async ({ payment_id: id, token_sha256: hash }) => {
      if (down) throw new DomainError("service_unavailable");
      const known = id === ID && hash === createHash("sha256").update(TOKEN).digest("hex");
      if (!known) throw new DomainError("object_not_found");
      return {
        payment_id: ID,
        status: "SUCCEEDED",
        return_url: "https://shop.example/r?a=1",
        ...(hosted ? { integration_type: "HOSTED_PAYMENT_PAGE" } : {}),
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

  it("sends the browser of a hosted Payment to the page's status, not to the merchant", async () => {
    hosted = true;
    const answer = await request(`${gateway.url}/return/${ID}/${TOKEN}`);
    hosted = false;
    expect(answer.status).to.equal(303);
    expect(answer.headers.get("location")).to.match(
      new RegExp(`^https://pay\\.example/pay/${ID}/[A-Za-z0-9_-]{43}/status\\?back=1$`),
    );
  });

  it("tells nothing apart of what is unknown, forged or malformed", async () => {
    const pages = new Set<string>();
    for (const path of [
      `${ID}/forged`,
      `pay_${"x".repeat(24)}/${TOKEN}`,
      `x/${TOKEN}`,
      `${ID}/%zz`,
      `${ID}/${"t".repeat(300)}`,
    ]) {
      const answer = await request(`${gateway.url}/return/${path}`);
      expect(answer.status, path).to.equal(404);
      expect(answer.headers.get("content-type")).to.equal("text/html; charset=utf-8");
      pages.add(answer.text.replaceAll(/nonce="[^"]*"/g, ""));
    }
    expect(pages.size).to.equal(1);
  });

  it("asks to try again while nobody can say", async () => {
    down = true;
    const answer = await request(`${gateway.url}/return/${ID}/${TOKEN}`);
    down = false;
    expect([answer.status, answer.headers.get("retry-after")]).to.deep.equal([503, "2"]);
  });

  it("speaks the payer's language where it leads nowhere, with the look and the headers of the page", async () => {
    const chosen = { cookie: "flowlix_lang=it", "accept-language": "de" };
    const unknown = await request(`${gateway.url}/return/${ID}/forged`, { headers: chosen });
    down = true;
    const unavailable = await request(`${gateway.url}/return/${ID}/${TOKEN}`, {
      headers: { "accept-language": "de" },
    });
    down = false;
    for (const [answer, state, language, title] of [
      [unknown, "unknown", "it", "Pagina non trovata"],
      [unavailable, "unavailable", "de", "Bitte versuchen Sie es gleich noch einmal"],
    ] as const) {
      expect(stateOf(answer)).to.equal(state);
      expect(answer.text).to.contain(`<html lang="${language}">`).and.contain(`<h1>${title}</h1>`);
      expect(answer.text).to.match(/<link rel="stylesheet" [^>]*page\.[0-9a-f]+\.css/);
      expect(answer.headers.get("content-security-policy")).to.contain("style-src 'nonce-");
      expect(answer.headers.get("x-frame-options")).to.equal("DENY");
      // The way back from the bank is a secret: no link of the page repeats it.
      expect(answer.text).not.to.contain(TOKEN);
    }
    expect(unavailable.text).to.contain('id="retry" href=""');
  });

  it("keeps a language that was chosen by name on the way to the page of a hosted Payment", async () => {
    hosted = true;
    const answer = await request(`${gateway.url}/return/${ID}/${TOKEN}?lang=fr`);
    hosted = false;
    expect(answer.headers.get("location")).to.match(/\/status\?lang=fr&back=1$/);
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
    it(`is ${name}`, async function () {
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

  for (const [name, answer] of [
    ["is away", () => Promise.reject(new DomainError("service_unavailable"))],
    ["has no database", async () => ({ database: false, degraded: [] })],
  ] as const) {
    it(`is degraded while the notifier ${name}: payments go on, and their events wait`, async function () {
      this.timeout(60_000);
      const gateway = await startGateway({ notifier: scriptedNotifier([], { health: answer }) });
      const { status, text } = await request(`${gateway.url}/v1/health`);
      await gateway.stop();
      expect([status, text]).to.deep.equal([200, '{"status":"degraded"}']);
    });

    it(`is degraded while the reconciler ${name}: payments go on, and what is unclear stays so`, async function () {
      this.timeout(60_000);
      const gateway = await startGateway({ reconciler: scriptedReconciler({ health: answer }) });
      const { status, text } = await request(`${gateway.url}/v1/health`);
      await gateway.stop();
      expect([status, text]).to.deep.equal([200, '{"status":"degraded"}']);
    });
  }
});
