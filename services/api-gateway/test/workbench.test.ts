import type { TracedObject, TraceEntry } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import { expect } from "chai";
import { startGateway, type TestGateway } from "./support/gateway.ts";
import { createPayment, request } from "./support/requests.ts";
import { DELIVERY, scriptedNotifier } from "./support/scripted-notifier.ts";
import { paymentOf, scriptedPayments } from "./support/scripted-payments.ts";

const LIVE_ID = `pay_${"b".repeat(24)}`;
const EVENT_ID = `evt_${"d".repeat(24)}`;
const PARTS = ["try", "payments", "refunds", "payouts", "events", "webhooks", "requests"];

const ENDPOINT = {
  id: `we_${"f".repeat(24)}`,
  url: "https://shop.example/hooks",
  enabled_events: ["*" as const],
  description: null,
  status: "enabled" as const,
  disabled_reason: null,
  failing_since: null,
  livemode: false,
  created_at: 1_700_000_000,
};

describe("the workbench", function () {
  this.timeout(60_000);
  let gateway: TestGateway;
  let mine: { merchantId: string; apiKey: string };
  let paymentId: string;
  const objectOf = (id: string, livemode: boolean): TracedObject => ({
    id,
    kind: "payment",
    merchant_id: mine.merchantId,
    livemode,
    provider: "sandbox",
    status: "FAILED",
    failure_code: "insufficient_funds",
    amount: 100_051,
    currency: "EUR",
    version: 1,
    created_at_ms: 1_800_000_000_000,
    facts: { submit_until_ms: null },
    related: [],
    more_related: false,
  });
  const entryOf = (part: TraceEntry["part"], what: string, facts: TraceEntry["facts"]): TraceEntry => ({
    at_ms: 1_800_000_000_500,
    object_id: paymentId,
    part,
    what,
    facts,
  });
  const payments = scriptedPayments({
    list: async () => ({ data: payments.made.slice(0, 1).map(paymentOf), has_more: false }),
    traceObjects: async ({ ids }) => ({
      objects: [objectOf(paymentId, false), objectOf(LIVE_ID, true)].filter(({ id }) => ids.includes(id)),
      entries: [
        entryOf("callback", "failed", { callback_id: "cb_secret", provider: "sandbox" }),
        entryOf("anomaly", "charged_after_end", { detail: "internal reason" }),
        entryOf("journal", "charge", {
          debit: "provider",
          credit: "merchant",
          amount: 100_051,
          currency: "EUR",
        }),
        entryOf("call", "authorise", {
          outcome: "not_executed.throttled",
          duration_ms: 2_345,
          provider: "inner_acquirer",
          provider_account: "acq_inner",
          reference: "pay_inner_2",
          request_id: "req_inner",
          trace_id: "d".repeat(32),
          tried: 2_777,
          repeat: true,
          attempt: 3,
          brand: "visa",
          last4: "1881",
        }),
        entryOf("status", "card declined", {
          attempt: 2,
          failure_code: "do_not_honor",
          brand: "maestro",
          last4: "0005",
          exp_month: 12,
        }),
        entryOf("status", "<b>FAILED</b>", { failure_code: "insufficient_funds", version: 7_777 }),
      ].filter(() => ids.includes(paymentId)),
    }),
  });
  const notifier = scriptedNotifier([], {
    listEvents: async () => {
      const [params] = payments.made;
      if (params === undefined) return { data: [], has_more: false };
      const event = { id: DELIVERY.event_id, type: "payment.failed" as const, created_at: 1_800_000_000 };
      return { data: [{ ...event, livemode: false, data: { payment: paymentOf(params) } }], has_more: false };
    },
    listFailing: async ({ scope }) => ({
      failing: notifier.endpoints
        .filter((one) => one.scope.merchant_id === scope.merchant_id)
        .map(({ id }) => ({ endpoint_id: id, object_id: paymentId })),
    }),
    getEvent: async ({ scope, event_id: id }) => {
      const [params] = payments.made;
      if (id !== EVENT_ID || params?.scope.merchant_id !== scope.merchant_id)
        throw new DomainError("object_not_found", { param: "event_id" });
      return {
        id,
        type: "payment.failed",
        created_at: 1_800_000_000,
        livemode: false,
        data: { payment: paymentOf(params) },
      };
    },
  });
  before(async () => {
    gateway = await startGateway({ payments, notifier });
    mine = await gateway.merchant();
    paymentId = String((await createPayment(gateway.url, mine)).body["id"]);
    const [params] = payments.made;
    if (params !== undefined)
      payments.made.push({ ...params, payment_id: LIVE_ID, scope: { ...params.scope, livemode: true } });
  });
  after(() => gateway.stop());

  const part = (apiKey: string, path: string) =>
    request(`${gateway.url}/workbench/parts/${path}`, { headers: { authorization: `Bearer ${apiKey}` } });

  it("is an empty page under the hosted page's policy, and sets no cookie", async () => {
    const page = await request(`${gateway.url}/workbench`);
    expect(page.status).to.equal(200);
    expect(page.headers.get("content-security-policy")).to.match(
      /^default-src 'none'; script-src 'nonce-[^']+'; style-src 'nonce-[^']+'; img-src 'self'; connect-src 'self'/,
    );
    expect(page.headers.get("set-cookie")).to.equal(null);
    expect(page.text).not.to.contain("mer_");
    const [script = ""] = /\/workbench\/assets\/workbench\.[0-9a-f]+\.js/.exec(page.text) ?? [];
    expect((await request(`${gateway.url}${script}`)).headers.get("content-type")).to.match(/javascript/);
  });

  it("shows each part to a key of the Sandbox, and none to a live key or to nobody", async () => {
    const live = await gateway.control("POST", "/keys", { merchant: mine.merchantId, mode: "live" });
    for (const path of PARTS) {
      const shown = await part(mine.apiKey, path);
      expect(shown.status, `${path}: ${shown.text}`).to.equal(200);
      expect(shown.headers.get("content-type")).to.equal("text/html; charset=utf-8");
      expect((await part(String(live.body["api_key"]), path)).code, path).to.equal("actor_forbidden");
      expect((await request(`${gateway.url}/workbench/parts/${path}`)).code, path).to.equal(
        "invalid_api_key",
      );
    }
  });

  it("shows a part to a key that may do what it shows, and to no other", async () => {
    const restricted = await gateway.keyOf(mine.merchantId, ["payouts"]);
    const shown = await Promise.all(PARTS.map(async (path) => [path, (await part(restricted, path)).status]));
    expect(Object.fromEntries(shown)).to.deep.equal({
      try: 200,
      payments: 403,
      refunds: 403,
      payouts: 200,
      events: 200,
      webhooks: 403,
      requests: 200,
    });
    expect((await part(restricted, `objects/${paymentId}`)).code).to.equal("actor_forbidden");
  });

  it("tells an object's story without reasons, accounts and references of the platform's own, and escapes it", async () => {
    const { status, text } = await part(mine.apiKey, `objects/${paymentId}`);
    expect(status, text).to.equal(200);
    expect(text).to.contain("insufficient_funds").and.to.contain("1000.51 EUR");
    expect((await part(mine.apiKey, `objects/${EVENT_ID}`)).text).to.equal(text);
    expect(text).not.to.match(/cb_secret|internal reason|charged_after_end|debit|\b7777\b|<b>/);
  });

  it("tells in a story each call of the acquirer, by what was asked, what came of it and how long it took, and nothing else of it", async () => {
    const { text } = await part(mine.apiKey, `objects/${paymentId}`);
    expect(text).to.contain("Call of the acquirer").and.to.contain("<strong>authorise</strong>");
    expect(text).to.contain("not_executed.throttled").and.to.contain("2345 ms");
    expect(text).not.to.match(/inner|d{32}|2777|repeat/);
  });

  it("says in a story which of several cards a call and a decline belong to, before all else, and no more of the card", async () => {
    const { text } = await part(mine.apiKey, `objects/${paymentId}`);
    const fact = (name: string, value: string) => `<div><dt>${name}</dt><dd>${value}</dd></div>`;
    expect(text).to.contain(
      `<dl>${fact("attempt", "3")}${fact("brand", "visa")}${fact("last4", "1881")}${fact("outcome", "not_executed.throttled")}`,
    );
    expect(text).to.contain(
      `<dl>${fact("attempt", "2")}${fact("brand", "maestro")}${fact("last4", "0005")}${fact("failure code", "do_not_honor")}</dl>`,
    );
    expect(text).not.to.contain("exp month");
  });

  it("says in a story what the amount ordered, and marks in lists what an endpoint could not be told of", async () => {
    const scope = { merchant_id: mine.merchantId, livemode: false };
    const endpoint = { ...ENDPOINT, scope };
    notifier.endpoints.push(endpoint);
    try {
      const story = await part(mine.apiKey, `objects/${paymentId}`);
      expect(story.text).to.contain("As the amount orders in Sandbox: FAILED, insufficient_funds.");
      for (const path of ["webhooks", `webhooks/${endpoint.id}`])
        expect((await part(mine.apiKey, path)).text, path).to.match(
          path === "webhooks" ? /badge bad">1 not delivered</ : /badge bad">500</,
        );
      expect((await part(mine.apiKey, "payments")).text).to.contain("webhook not delivered");
      const restricted = await gateway.keyOf(mine.merchantId, ["payments", "read"]);
      expect((await part(restricted, "payments")).text).not.to.contain("webhook not delivered");
      notifier.refusal = new DomainError("service_unavailable");
      const listed = await part(mine.apiKey, "payments");
      expect(listed.status, listed.text).to.equal(200);
    } finally {
      notifier.refusal = null;
      notifier.endpoints.length = 0;
    }
  });

  it("asks once, however many endpoints there are, what could not be delivered", async () => {
    const scope = { merchant_id: mine.merchantId, livemode: false };
    for (const letter of "abcdefghijklmnop")
      notifier.endpoints.push({ ...ENDPOINT, id: `we_${letter.repeat(24)}`, scope });
    try {
      for (const [path, calls] of [
        ["payments", ["listFailing"]],
        ["payouts", ["listFailing"]],
        ["refunds", ["listEvents", "listFailing"]],
        ["webhooks", ["listEndpoints", "listFailing"]],
      ] as const) {
        notifier.calls.length = 0;
        const { status, text } = await part(mine.apiKey, path);
        expect(status, text).to.equal(200);
        expect(notifier.calls, path).to.have.members(calls);
      }
    } finally {
      notifier.endpoints.length = 0;
    }
  });

  it("shows its lists without marks where the notifier is of a release that cannot say them", async () => {
    const earlier = scriptedNotifier();
    delete earlier.service.actions?.["listFailing"];
    const alone = await startGateway({ notifier: earlier });
    try {
      const { apiKey } = await alone.merchant();
      for (const path of ["payments", "payouts", "refunds", "webhooks"]) {
        const headers = { authorization: `Bearer ${apiKey}` };
        const shown = await request(`${alone.url}/workbench/parts/${path}`, { headers });
        expect(shown.status, `${path}: ${shown.text}`).to.equal(200);
      }
    } finally {
      await alone.stop();
    }
  });

  it("knows no object of another merchant or of live mode", async () => {
    const other = await gateway.merchant();
    for (const [apiKey, id] of [
      [other.apiKey, paymentId],
      [other.apiKey, EVENT_ID],
      [mine.apiKey, `evt_${"e".repeat(24)}`],
      [mine.apiKey, LIVE_ID],
      [mine.apiKey, `pay_${"c".repeat(24)}`],
    ] as const)
      expect((await part(apiKey, `objects/${id}`)).code).to.equal("object_not_found");
    expect((await part(mine.apiKey, "objects/evt_1")).code).to.equal("invalid_request");
  });

  it("of operators is an empty page as well, and its parts are behind the control token", async () => {
    const page = await request(`${gateway.controlUrl}/workbench`);
    expect(page.status).to.equal(200);
    expect(page.headers.get("content-security-policy")).to.match(/^default-src 'none'/);
    const ask = (path: string, headers: Record<string, string>) =>
      request(`${gateway.controlUrl}/workbench/parts/${path}`, { headers });
    const token = { authorization: "Bearer control-token-of-a-test", actor: "tester" };
    for (const path of ["overview", "exceptions", "queues", "accounts", "audit", `objects/${paymentId}`]) {
      expect((await ask(path, {})).status, path).to.equal(401);
      expect((await ask(path, { authorization: token.authorization })).status, path).to.equal(400);
      const shown = await ask(path, token);
      expect(shown.status, `${path}: ${shown.text}`).to.equal(200);
    }
    expect((await ask(`objects/${paymentId}`, token)).text).to.contain("internal reason");
  });
});
