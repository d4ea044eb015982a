import { expect } from "chai";
import { DomainError } from "@flowlix/runtime";
import { recordsOf, startGateway, type TestGateway } from "./support/gateway.ts";
import { request } from "./support/requests.ts";
import { DELIVERY, scriptedNotifier, SECRET } from "./support/scripted-notifier.ts";

const UNKNOWN = `we_${"0".repeat(24)}`;
const valid = () => ({ url: "https://shop.example/webhooks", enabled_events: ["payment.succeeded"] });

describe("webhook endpoints at the gateway", () => {
  let gateway: TestGateway;
  let apiKey: string;
  let merchantId: string;
  const notifier = scriptedNotifier();
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway({ notifier });
    ({ apiKey, merchantId } = await gateway.merchant());
  });
  afterEach(() => {
    notifier.refusal = null;
  });
  after(() => gateway.stop());

  const ask = (method: string, path = "", body?: unknown, key = apiKey) =>
    request(`${gateway.url}/v1/webhook_endpoints${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  const made = async (changes: object = {}) =>
    String((await ask("POST", "", { ...valid(), ...changes })).body["id"]);
  const scope = () => ({ merchant_id: merchantId, livemode: false });

  it("one is made without an Idempotency-Key, and its secret is in this answer and in that of a roll only [D9-9]", async () => {
    const answer = await ask("POST", "", { ...valid(), description: "Orders" });
    expect(answer.status, answer.text).to.equal(201);
    const { id } = answer.body;
    const endpoint = {
      id,
      ...valid(),
      description: "Orders",
      status: "enabled",
      disabled_reason: null,
      failing_since: null,
      livemode: false,
      created_at: 1_700_000_000,
    };
    expect(answer.body).to.deep.equal({ ...endpoint, secret: SECRET });
    const read = await ask("GET", `/${String(id)}`);
    expect([read.status, read.body]).to.deep.equal([200, endpoint]);
    const listed = recordsOf((await ask("GET")).body["data"]);
    expect(listed.find((one) => one["id"] === id)).to.deep.equal(endpoint);
    const rolled = await ask("POST", `/${String(id)}/roll_secret`, { overlap_seconds: 0 });
    expect([rolled.status, rolled.body["secret"]]).to.deep.equal([200, SECRET]);
    expect(gateway.logLines.join("\n")).not.to.include(SECRET);
  });

  it("the owner is asked in the key's own scope, and a description that is not given is null", async () => {
    await ask("POST", "", { url: "HTTP://127.0.0.1:8080/x?y=z", enabled_events: ["*"] });
    expect(notifier.asked.createEndpoint).to.deep.equal({
      scope: scope(),
      url: "HTTP://127.0.0.1:8080/x?y=z",
      enabled_events: ["*"],
      description: null,
    });
  });

  it("a type that is named twice is wanted once", async () => {
    const types = ["payout.failed", "payment.succeeded", "payout.failed"];
    await ask("POST", "", { ...valid(), enabled_events: types });
    expect(notifier.asked.createEndpoint?.enabled_events).to.deep.equal([
      "payout.failed",
      "payment.succeeded",
    ]);
  });

  const faults: readonly (readonly [name: string, body: unknown, code: string, param?: string])[] = [
    ["no JSON", "{", "request_body_invalid"],
    ["no object", [], "request_body_invalid"],
    ["no url", { enabled_events: ["*"] }, "request_body_invalid", "url"],
    ["url null", { ...valid(), url: null }, "request_body_invalid", "url"],
    ["no enabled_events", { url: valid().url }, "request_body_invalid", "enabled_events"],
    ["an unknown field", { ...valid(), status: "enabled" }, "request_body_invalid", "status"],
    ["a number for url", { ...valid(), url: 1 }, "parameter_invalid", "url"],
    ["another scheme [D9-14]", { ...valid(), url: "ftp://shop.example/" }, "parameter_invalid", "url"],
    ["user info [D9-14]", { ...valid(), url: "https://a:b@shop.example/" }, "parameter_invalid", "url"],
    ["a fragment [D9-14]", { ...valid(), url: "https://shop.example/#a" }, "parameter_invalid", "url"],
    [
      "a URL of 2,049 characters [D9-14]",
      { ...valid(), url: `https://shop.example/${"a".repeat(2_028)}` },
      "parameter_invalid",
      "url",
    ],
    [
      "an unknown event type [D9-10]",
      { ...valid(), enabled_events: ["payment.succeeded", "payment.pending"] },
      "parameter_invalid",
      "enabled_events",
    ],
    [
      "no event type at all [D9-10]",
      { ...valid(), enabled_events: [] },
      "parameter_invalid",
      "enabled_events",
    ],
    [
      "every type and one of them [D9-10]",
      { ...valid(), enabled_events: ["*", "payment.succeeded"] },
      "parameter_invalid",
      "enabled_events",
    ],
    ["a text for types", { ...valid(), enabled_events: "*" }, "parameter_invalid", "enabled_events"],
    ["a long description", { ...valid(), description: "x".repeat(256) }, "parameter_invalid", "description"],
    ["U+0000", { ...valid(), description: "a\u0000" }, "parameter_invalid", "description"],
    ["two faults", { url: "x", enabled_events: ["x"] }, "parameter_invalid", "url"],
  ];
  for (const [name, body, code, param] of faults) {
    it(`${name}: 400 ${code}${param === undefined ? "" : ` at ${param}`}, and nothing is asked of the owner`, async () => {
      notifier.asked.createEndpoint = undefined;
      const answer = await ask("POST", "", body);
      expect([answer.status, answer.code, answer.param], answer.text).to.deep.equal([400, code, param]);
      expect(notifier.asked.createEndpoint).to.equal(undefined);
    });
  }

  for (const [status, code, param, rule] of [
    [400, "parameter_invalid", "url", ""],
    [422, "limit_exceeded", undefined, " [D9-11]"],
    [503, "service_unavailable", undefined, ""],
  ] as const) {
    it(`the owner's ${code} is told as ${status}${rule}`, async () => {
      notifier.refusal = new DomainError(code, param === undefined ? {} : { param });
      const answer = await ask("POST", "", valid());
      expect([answer.status, answer.code, answer.param]).to.deep.equal([status, code, param]);
    });
  }

  it("a PATCH changes what it names, null takes a description away, and a body that is empty changes nothing [D9-9]", async () => {
    const id = await made({ description: "Orders" });
    const changes = { url: "https://shop.example/new", enabled_events: ["*"], status: "disabled" };
    const changed = await ask("PATCH", `/${id}`, changes);
    expect([changed.status, changed.body]).to.deep.equal([
      200,
      { ...changed.body, ...changes, description: "Orders" },
    ]);
    expect(notifier.asked.updateEndpoint).to.deep.equal({ scope: scope(), endpoint_id: id, ...changes });
    expect((await ask("PATCH", `/${id}`, { description: null })).body["description"]).to.equal(null);
    const same = await ask("PATCH", `/${id}`, {});
    expect([same.status, same.body["url"]]).to.deep.equal([200, changes.url]);
  });

  for (const [name, body, code, param] of [
    ["url null", { url: null }, "parameter_invalid", "url"],
    ["an unknown type [D9-10]", { enabled_events: ["payment.made"] }, "parameter_invalid", "enabled_events"],
    ["an unknown status", { status: "failing" }, "parameter_invalid", "status"],
    ["a field that is not to be changed", { livemode: true }, "request_body_invalid", "livemode"],
    ["a body that is missing", "", "request_body_invalid", undefined],
  ] as const) {
    it(`a PATCH with ${name} is 400 ${code}`, async () => {
      const answer = await ask("PATCH", `/${await made()}`, body);
      expect([answer.status, answer.code, answer.param]).to.deep.equal([400, code, param]);
    });
  }

  it("a DELETE says what it deleted; a second one, and every other act on it, is 404 at id [D9-9]", async () => {
    const id = await made();
    const deleted = await ask("DELETE", `/${id}`);
    expect([deleted.status, deleted.body]).to.deep.equal([200, { id, deleted: true }]);
    for (const [method, path, body] of [
      ["DELETE", `/${id}`, undefined],
      ["GET", `/${id}`, undefined],
      ["PATCH", `/${id}`, { description: "x" }],
      ["POST", `/${id}/roll_secret`, { overlap_seconds: 0 }],
      ["POST", `/${id}/end_overlap`, undefined],
      ["GET", `/${id}/deliveries`, undefined],
      ["GET", `/${UNKNOWN}`, undefined],
    ] as const) {
      const answer = await ask(method, path, body);
      expect([answer.status, answer.code, answer.param], `${method} ${path}`).to.deep.equal([
        404,
        "object_not_found",
        "id",
      ]);
    }
  });

  it("another merchant's endpoint is invisible [D9-9]", async () => {
    const id = await made();
    const other = await gateway.merchant();
    expect((await ask("GET", `/${id}`, undefined, other.apiKey)).code).to.equal("object_not_found");
    expect((await ask("DELETE", `/${id}`, undefined, other.apiKey)).code).to.equal("object_not_found");
    expect(recordsOf((await ask("GET", "", undefined, other.apiKey)).body["data"])).to.deep.equal([]);
  });

  it("an id of another shape is 400 invalid_request at id, before the body is looked at", async () => {
    for (const [method, path] of [
      ["GET", "/we_1"],
      ["PATCH", `/evt_${"0".repeat(24)}`],
      ["DELETE", "/%zz"],
      ["POST", "/we_1/roll_secret"],
      ["POST", "/we_1/end_overlap"],
      ["GET", "/we_1/deliveries"],
    ] as const) {
      const answer = await ask(method, path, method === "GET" || method === "DELETE" ? undefined : "{");
      expect([answer.status, answer.code, answer.param], path).to.deep.equal([400, "invalid_request", "id"]);
    }
  });

  const overlaps: readonly (readonly [body: unknown, overlap: number | null, param?: string])[] = [
    [undefined, 86_400],
    [{}, 86_400],
    [{ overlap_seconds: 0 }, 0],
    [{ overlap_seconds: 604_800 }, 604_800],
    [{ overlap_seconds: 604_801 }, null, "overlap_seconds"],
    [{ overlap_seconds: -1 }, null, "overlap_seconds"],
    [{ overlap_seconds: 1.5 }, null, "overlap_seconds"],
    [{ overlap_seconds: "60" }, null, "overlap_seconds"],
    [{ overlap_seconds: null }, null, "overlap_seconds"],
  ];
  for (const [body, overlap, param] of overlaps) {
    const outcome = overlap === null ? `400 parameter_invalid at ${param}` : `an overlap of ${overlap} s`;
    it(`roll_secret with ${body === undefined ? "no body" : JSON.stringify(body)} is ${outcome} [D9-12]`, async () => {
      const id = await made();
      const answer = await ask("POST", `/${id}/roll_secret`, body);
      if (overlap === null) {
        expect([answer.status, answer.code, answer.param]).to.deep.equal([400, "parameter_invalid", param]);
      } else {
        expect(answer.status, answer.text).to.equal(200);
        expect(notifier.asked.rollSecret).to.deep.equal({
          scope: scope(),
          endpoint_id: id,
          overlap_seconds: overlap,
        });
      }
    });
  }

  it("end_overlap answers the endpoint without its secret, with no body or an empty one [D9-25]", async () => {
    const id = await made();
    for (const body of [undefined, {}]) {
      const answer = await ask("POST", `/${id}/end_overlap`, body);
      expect(answer.status, answer.text).to.equal(200);
      expect(answer.body).to.include({ id }).and.not.have.property("secret");
      expect(notifier.asked.endOverlap).to.deep.equal({ scope: scope(), endpoint_id: id });
    }
    const refused = await ask("POST", `/${id}/end_overlap`, { overlap_seconds: 0 });
    expect([refused.status, refused.code, refused.param]).to.deep.equal([
      400,
      "request_body_invalid",
      "overlap_seconds",
    ]);
  });

  it("deliveries are a list with limit and cursors, as the list of endpoints [D9-13]", async () => {
    const id = await made();
    const answer = await ask("GET", `/${id}/deliveries?limit=3&starting_after=${DELIVERY.id}`);
    expect([answer.status, answer.body]).to.deep.equal([200, { data: [DELIVERY], has_more: true }]);
    expect(notifier.asked.listDeliveries).to.deep.equal({
      scope: scope(),
      endpoint_id: id,
      limit: 3,
      starting_after: DELIVERY.id,
      ending_before: null,
    });
    await ask("GET", `?ending_before=${id}`);
    expect(notifier.asked.listEndpoints).to.deep.equal({
      scope: scope(),
      limit: 10,
      starting_after: null,
      ending_before: id,
    });
    for (const [path, code, param] of [
      ["?limit=101", "invalid_request", "limit"],
      ["?status=enabled", "invalid_request", "status"],
      [`?starting_after=${DELIVERY.id}`, "invalid_request", "starting_after"],
      [`?starting_after=${id}&ending_before=${id}`, "invalid_search_criteria", "ending_before"],
      [`/${id}/deliveries?starting_after=${id}`, "invalid_request", "starting_after"],
    ] as const) {
      const refused = await ask("GET", path);
      expect([refused.status, refused.code, refused.param], path).to.deep.equal([400, code, param]);
    }
  });

  it("a key needs payments, refunds and payouts together; anything less is 403 before the id and the body [D9-8]", async () => {
    const routes = [
      ["POST", ""],
      ["GET", ""],
      ["GET", "/we_1"],
      ["PATCH", "/we_1"],
      ["DELETE", "/we_1"],
      ["POST", "/we_1/roll_secret"],
      ["POST", "/we_1/end_overlap"],
      ["GET", "/we_1/deliveries"],
    ] as const;
    for (const permissions of [
      ["read"],
      ["payments"],
      ["payments", "refunds", "read"],
      ["refunds", "payouts", "read"],
    ]) {
      const key = await gateway.keyOf(merchantId, permissions);
      for (const [method, path] of routes) {
        const answer = await ask(method, path, method === "GET" ? undefined : "{", key);
        expect([answer.status, answer.code, answer.param]).to.deep.equal([403, "actor_forbidden", undefined]);
      }
    }
    const key = await gateway.keyOf(merchantId, ["payments", "refunds", "payouts"]);
    expect((await ask("POST", "", valid(), key)).status).to.equal(201);
  });

  it("other methods are 405 with what is allowed [D9-9]", async () => {
    for (const [method, path, allow] of [
      ["PUT", "", "POST, GET, HEAD"],
      ["POST", `/${UNKNOWN}`, "GET, HEAD, PATCH, DELETE"],
      ["GET", `/${UNKNOWN}/roll_secret`, "POST"],
      ["GET", `/${UNKNOWN}/end_overlap`, "POST"],
      ["DELETE", `/${UNKNOWN}/deliveries`, "GET, HEAD"],
    ] as const) {
      const answer = await ask(method, path);
      expect([answer.status, answer.headers.get("allow")], path).to.deep.equal([405, allow]);
    }
  });
});
