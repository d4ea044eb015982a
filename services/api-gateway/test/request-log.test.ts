import { ERROR_CATALOGUE, EVENT_TYPES, isId, PAYMENT_STATUSES, type PublicEvent } from "@flowlix/contracts";
import { createPools, type Pools } from "@flowlix/persistence";
import { createMetrics } from "@flowlix/runtime";
import { holdsDigits, quietLoop, waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { unpacked } from "../src/request-log/packed-lines.ts";
import { createRequestLog, KEPT_MS, type Answered } from "../src/request-log/request-log.ts";
import { sweepLines, sweepSurplus } from "../src/request-log/request-log-store.ts";
import { recordOf, recordsOf, startGateway, type TestGateway } from "./support/gateway.ts";
import { createPayment, createPayout, createRefund, request, validBody } from "./support/requests.ts";
import { scriptedNotifier } from "./support/scripted-notifier.ts";
import { payoutOf } from "./support/scripted-payouts.ts";

const LOG = "/workbench/api/requests";
const AMOUNT_WANTED =
  "It must be a whole number of at least 1, without quotes. Amount in minor units of the currency. For example: 4999.";
const KINDS = ["payment", "refund", "payout"] as const;

describe("the log of a merchant's Sandbox requests", function () {
  this.timeout(60_000);
  let gateway: TestGateway;
  let pools: Pools;
  const events: PublicEvent[] = [];
  before(async () => {
    gateway = await startGateway({ notifier: scriptedNotifier(events) });
    const url = gateway.database.urlOf("api-gateway");
    pools = await createPools({ url, name: "test", hot: 1, read: 1, background: 1 });
  });
  after(async () => {
    await pools.close();
    await gateway.stop();
  });

  const ask = (
    apiKey: string,
    path: string,
    init: Omit<RequestInit, "headers"> & { readonly headers?: Record<string, string> } = {},
  ) =>
    request(`${gateway.url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${apiKey}`, ...init.headers },
    });
  const linesOf = async (apiKey: string, query = "limit=100") =>
    recordsOf((await ask(apiKey, `${LOG}?${query}`)).body["data"]);
  const untilLogged = (apiKey: string, count: number) =>
    waitFor(`${count} requests to be logged`, async () => {
      const lines = await linesOf(apiKey);
      return lines.length >= count ? lines : null;
    });
  const idOf = (answer: { headers: Headers }) => String(answer.headers.get("request-id"));

  it("has each by its id: method, path, status, error code, object, and whether it was a replay", async () => {
    const { apiKey, keyId } = await gateway.merchant();
    const made = await createPayment(gateway.url, { apiKey, key: "one" });
    const again = await createPayment(gateway.url, { apiKey, key: "one" });
    const wrong = await createPayment(gateway.url, { apiKey, body: { ...validBody(), amount: "49.99" } });
    await ask(apiKey, `/v1/payments/${String(made.body["id"])}?limit=5&search=Ada`);
    const lines = await untilLogged(apiKey, 4);
    expect(lines.map(({ request_id: id }) => id).slice(0, 3)).to.deep.equal([made, again, wrong].map(idOf));
    const [first, second, third, last] = lines;
    const about = { key_id: keyId, method: "POST", path: "/v1/payments" };
    const objectId = String(made.body["id"]);
    expect(first).to.include({ ...about, status: 201, idempotent_replay: false, object_id: objectId });
    expect(second).to.include({ ...about, status: 201, idempotent_replay: true, object_id: objectId });
    expect(third).to.include({ ...about, status: 400, error_code: "parameter_invalid", object_id: null });
    expect(last).to.include({
      method: "GET",
      path: `/v1/payments/${objectId}?limit=5&search=[taken out]`,
      status: 200,
    });
  });

  it("is read on from a request, back from one, and one by one with what is kept of its bodies", async () => {
    const { apiKey } = await gateway.merchant();
    const ids: string[] = [];
    for (const key of ["a", "b", "c"]) ids.push(idOf(await createPayment(gateway.url, { apiKey, key })));
    await untilLogged(apiKey, 3);
    const named = async (query: string) => (await linesOf(apiKey, query)).map(({ request_id: id }) => id);
    expect(await named(`after=${ids[0]}`)).to.deep.equal([ids[1], ids[2]]);
    expect(await named(`before=${ids[2]}&limit=1`)).to.deep.equal([ids[1]]);
    expect(await named("limit=2")).to.deep.equal([ids[1], ids[2]]);
    expect((await ask(apiKey, `${LOG}?after=${ids[0]}&before=${ids[1]}`)).code).to.equal(
      "invalid_search_criteria",
    );
    const one = await ask(apiKey, `${LOG}/${ids[0]}`);
    expect(recordOf(one.body["request_body"])).to.include({ amount: 4999, currency: "EUR" });
    expect(recordOf(one.body["answer_body"])).to.include({ status: "SUCCEEDED" });
  });

  it("says why a request failed: code, field, page, the code's own sentence and what is wanted, without what was given", async () => {
    const { apiKey } = await gateway.merchant();
    const body = { ...validBody(), amount: "49.99", description: 5 };
    const failed = await createPayment(gateway.url, { apiKey, body });
    const listed = await ask(apiKey, "/v1/payments?status=Grace");
    await untilLogged(apiKey, 2);
    const errorOf = async (answer: { headers: Headers }) =>
      recordOf(recordOf((await ask(apiKey, `${LOG}/${idOf(answer)}`)).body["answer_body"])["error"]);
    const { message, ...error } = await errorOf(failed);
    expect(error).to.deep.include({ code: "parameter_invalid", param: "amount" });
    expect(error["doc_url"]).to.equal("https://pay.example/docs/errors#parameter_invalid");
    const own = ERROR_CATALOGUE.parameter_invalid.message;
    expect(message).to.equal(`${own} [taken out] ${AMOUNT_WANTED}`);
    expect(recordsOf(error["errors"]).map(({ param }) => param)).to.deep.equal(["amount", "description"]);
    expect(recordsOf(error["errors"])[1]?.["message"]).to.equal(
      `${own} [taken out] It must be a text in quotes, or null. What is paid for, in at most 500 characters; the hosted page shows it to the payer. For example: "Order 42".`,
    );
    const { message: ofList, ...inList } = await errorOf(listed);
    expect(inList).to.include({ code: "invalid_request", param: "status" });
    expect(ofList).to.equal(
      `${ERROR_CATALOGUE.invalid_request.message} [taken out] It must be one of ${PAYMENT_STATUSES.join(", ")}.`,
    );
    const [first] = await linesOf(apiKey);
    expect(first).to.include({ error_param: "amount", error_message: `${own} ${AMOUNT_WANTED}` });
  });

  it("has those that failed alone where these are asked for, page by page", async () => {
    const { apiKey } = await gateway.merchant();
    const body = { ...validBody(), amount: "49.99" };
    const failed: string[] = [];
    for (const key of ["a", "b"]) {
      await createPayment(gateway.url, { apiKey, key });
      failed.push(idOf(await createPayment(gateway.url, { apiKey, body })));
    }
    await untilLogged(apiKey, 4);
    const named = async (query: string) => (await linesOf(apiKey, query)).map(({ request_id: id }) => id);
    expect(await named("only=errors")).to.deep.equal(failed);
    expect(await named(`only=errors&before=${failed[1]}`)).to.deep.equal([failed[0]]);
    expect(await named(`only=errors&after=${failed[0]}`)).to.deep.equal([failed[1]]);
    expect((await ask(apiKey, `${LOG}?only=refunds`)).code).to.equal("invalid_request");
  });

  it("leaves out empty answers to a client that follows events", async () => {
    const { apiKey } = await gateway.merchant();
    const none = await ask(apiKey, "/v1/events?limit=100");
    expect(none.body["data"]).to.deep.equal([]);
    await createPayment(gateway.url, { apiKey });
    expect((await untilLogged(apiKey, 1)).map(({ method }) => method)).to.deep.equal(["POST"]);
  });

  it("keeps every page that hands out events: the name of a client is no proof of what it does with them", async () => {
    const { apiKey } = await gateway.merchant();
    const shared = { id: `evt_${"0".repeat(24)}`, created_at: 1, livemode: false };
    events.push({ ...shared, type: "payout.succeeded", data: { payout: PAYOUT } });
    const list = "/v1/events?limit=100";
    const commandLine = "flowlix-typescript/1 node/24 flowlix-command-line/1.2.3";
    const agents = ["my-shop/1", commandLine, `${commandLine} (follows events)`];
    try {
      for (const agent of agents) {
        const { body } = await ask(apiKey, list, { headers: { "user-agent": agent } });
        expect(body["data"], agent).to.have.length(1);
      }
    } finally {
      events.length = 0;
    }
    const lines = await untilLogged(apiKey, agents.length);
    expect(lines.map(({ path, status }) => [path, status])).to.deep.equal(agents.map(() => [list, 200]));
  });

  it("shows no other merchant's, none of live mode, and to a key without read only what was sent with this key", async () => {
    const mine = await gateway.merchant();
    const other = await gateway.merchant();
    const restricted = await gateway.keyOf(mine.merchantId, ["payments"]);
    const live = await gateway.control("POST", "/keys", { merchant: mine.merchantId, mode: "live" });
    const liveKey = String(live.body["api_key"]);
    const sent = await createPayment(gateway.url, { apiKey: mine.apiKey });
    await createPayment(gateway.url, { apiKey: liveKey });
    await createPayment(gateway.url, { apiKey: restricted });
    await createPayment(gateway.url, { apiKey: other.apiKey });
    await untilLogged(other.apiKey, 1);
    expect(await untilLogged(mine.apiKey, 2)).to.have.lengthOf(2);
    expect(await untilLogged(restricted, 1)).to.have.lengthOf(1);
    expect((await ask(other.apiKey, `${LOG}/${idOf(sent)}`)).status).to.equal(404);
    expect((await ask(restricted, `${LOG}/${idOf(sent)}`)).status).to.equal(404);
    expect(await linesOf(other.apiKey, `after=${idOf(sent)}`)).to.deep.equal(await linesOf(other.apiKey));
    expect(await linesOf(other.apiKey, `before=${idOf(sent)}`)).to.deep.equal([]);
    for (const path of [LOG, `${LOG}/${idOf(sent)}`, "/workbench/api/test_events"])
      expect(
        (await ask(liveKey, path, path.endsWith("events") ? { method: "POST" } : {})).code,
        path,
      ).to.equal("actor_forbidden");
    expect((await request(`${gateway.url}${LOG}`)).code).to.equal("invalid_api_key");
  });

  it("has no card number, security code, holder's name or cryptogram in the table, wherever it was sent", async () => {
    const { apiKey } = await gateway.merchant();
    const secrets = [
      "4111111111111111",
      "4111 1111 1111 1111",
      "987",
      "Grace Hopper",
      "AgAAAAAABk4DWZ4C28yUQAAAAAA=",
      `api_live_sk_${"kE".repeat(16)}`,
      `whsec_${"wE".repeat(16)}`,
    ];
    const { payment_method_data: method } = validBody();
    const fields = [
      "amount",
      "currency",
      "merchant_customer_id",
      "return_url",
      "description",
      "type",
      "id",
      "nonsense",
    ];
    const answers = [];
    for (const secret of secrets)
      for (const field of fields)
        answers.push(
          await createPayment(gateway.url, {
            apiKey,
            body: { ...validBody(), [field]: secret, [secret]: 1 },
          }),
        );
    for (const secret of secrets)
      for (const field of ["exp_month", "cvc", "holder", "number"])
        answers.push(
          await createPayment(gateway.url, {
            apiKey,
            key: `4111111111111111 ${secret}`,
            body: {
              ...validBody(),
              // As though it were a sentence of ours.
              description: `It must be a text in quotes. ${secret} Amount in minor units of the currency. ${"x".repeat(500)}`,
              payment_method_data: {
                ...recordOf(method),
                card: { ...recordOf(recordOf(method)["card"]), [field]: [secret] },
              },
            },
          }),
        );
    answers.push(await createPayout(gateway.url, { apiKey }), await createRefund(gateway.url, { apiKey }));
    answers.push(
      await ask(apiKey, "/v1/payments/4111111111111111?search=4111111111111111&4111111111111111=1"),
    );
    await untilLogged(apiKey, answers.length);
    const rows = await gateway.database.sql("select * from gateway.request_log");
    const lines = rows.flatMap(({ at: _at, seq: _seq, ids_from: _from, ids_to: _to, earlier, ...row }) => [
      row,
      ...unpacked(Buffer.isBuffer(earlier) ? earlier : null),
    ]);
    expect(lines).to.have.length.of.at.least(answers.length);
    // Durations may be any number, a secret one too.
    const text = JSON.stringify(lines, (name, value: unknown) =>
      ["request_id", "duration_ms", "before_ms"].includes(name) ? undefined : value,
    );
    for (const secret of [...secrets.filter((one) => one.length > 3), "Lovelace", "api_test_sk_", apiKey])
      expect(text).not.to.contain(secret);
    expect(holdsDigits(text, "987"), text).to.equal(false);
  });

  it("is told in the workbench with what its amount ordered, where nothing else was its reason", async () => {
    const { apiKey } = await gateway.merchant();
    const shown = async (body: object) => {
      const sent = await createPayment(gateway.url, { apiKey, body: { ...validBody(), ...body } });
      return await waitFor("the request to be logged", async () => {
        const part = await ask(apiKey, `/workbench/parts/requests/${idOf(sent)}`);
        return part.status === 200 ? part.text : null;
      });
    };
    expect(await shown({ amount: 100_051 })).to.contain("<dd>FAILED, insufficient_funds</dd>");
    expect(await shown({ amount: 4_999 })).not.to.contain("As ordered");
    expect(await shown({ amount: 100_051, nonsense: 1 })).not.to.contain("As ordered");
  });

  it("drops and counts what cannot be written, and what is more than fits, and fails nothing", async () => {
    const metrics = createMetrics({ processMetrics: false });
    const broken = await createPools({
      url: gateway.database.urlOf("api-gateway"),
      name: "broken",
      hot: 1,
      read: 1,
      background: 1,
    });
    await broken.close();
    const parts = { loopOf: () => quietLoop, metrics, onError: () => undefined };
    const log = createRequestLog({ pool: broken.background, ...parts });
    const note = (merchantId: string) => log.note(answeredBy(merchantId));
    for (let count = 0; count < 120; count += 1) note("mer_a");
    note("mer_b");
    const dropped = async () => /lines_total\{outcome="dropped"\} (\d+)/.exec(await metrics.text())?.[1];
    expect(await dropped()).to.equal("20");
    expect(await log.flush().catch(() => "failed")).to.equal("failed");
    expect(await dropped()).to.equal("121");
    await log.flush();
  });

  it("is kept for seven days, and read on from a line that is kept no more", async () => {
    const { apiKey } = await gateway.merchant();
    const old = await createPayment(gateway.url, { apiKey });
    await untilLogged(apiKey, 1);
    const young = await createPayment(gateway.url, { apiKey });
    await untilLogged(apiKey, 2);
    expect(KEPT_MS).to.equal(7 * 86_400_000);
    await gateway.database.sql(
      `update gateway.request_log set at = at - interval '7 days 1 minute' where request_id = '${idOf(old)}'`,
    );
    await sweepLines(pools.background, KEPT_MS);
    expect((await linesOf(apiKey)).map(({ request_id: id }) => id)).to.deep.equal([idOf(young)]);
    const after = await linesOf(apiKey, `after=${idOf(old)}`);
    expect(
      after.map(({ request_id: id }) => id),
      "after a line that is gone",
    ).to.deep.equal([idOf(young)]);
  });

  it("keeps so many of a merchant's newest, and takes none of others", async () => {
    const { apiKey } = await gateway.merchant();
    const other = await gateway.merchant();
    const ids: string[] = [];
    for (const key of ["a", "b", "c", "d"]) {
      ids.push(idOf(await createPayment(gateway.url, { apiKey, key })));
      await untilLogged(apiKey, ids.length);
    }
    const kept = idOf(await createPayment(gateway.url, { apiKey: other.apiKey }));
    await untilLogged(other.apiKey, 1);
    await sweepSurplus(pools.background, 2);
    expect((await linesOf(apiKey)).map(({ request_id: id }) => id)).to.deep.equal(ids.slice(2));
    expect((await linesOf(other.apiKey)).map(({ request_id: id }) => id)).to.deep.equal([kept]);
    expect(await sweepSurplus(pools.background, 2)).to.deep.equal({ done: 0, more: false });
  });

  for (const type of EVENT_TYPES)
    it(`has a test event of ${type} made by the objects that lead to it`, async () => {
      const { apiKey } = await gateway.merchant();
      const kind = KINDS.find((one) => type.startsWith(`${one}.`)) ?? "payment";
      const body = JSON.stringify({ type });
      const headers = { "content-type": "application/json" };
      const made = await ask(apiKey, "/workbench/api/test_events", { method: "POST", headers, body });
      expect(made.status, made.text).to.equal(201);
      expect(made.body["type"]).to.equal(type);
      expect(isId(kind, recordOf(made.body[kind])["id"])).to.equal(true);
    });

  it("has no test event for a key that may not make one of its objects, and none of an unknown type", async () => {
    const { merchantId, apiKey } = await gateway.merchant();
    const restricted = await gateway.keyOf(merchantId, ["refunds"]);
    const send = (key: string, type: string) =>
      ask(key, "/workbench/api/test_events", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ type }),
      });
    expect((await send(restricted, "refund.succeeded")).code).to.equal("actor_forbidden");
    expect(await send(apiKey, "payment.paid")).to.include({ code: "parameter_invalid", param: "type" });
  });
});

const answeredBy = (merchantId: string): Answered => ({
  requestId: `req_${"0".repeat(24)}`,
  merchantId,
  keyId: `key_${"0".repeat(24)}`,
  startedAtMs: performance.now(),
  durationMs: 1,
  method: "GET",
  template: "/v1/payments",
  params: {},
  target: "/v1/payments",
  status: 200,
  errorCode: null,
  isReplay: false,
  objectId: null,
  body: null,
  answer: null,
});

const PAYOUT = payoutOf({
  scope: { merchant_id: `mer_${"0".repeat(24)}`, livemode: false, key_id: `key_${"0".repeat(24)}` },
  payout_id: `po_${"0".repeat(24)}`,
  start_before: 1,
  amount: 100,
  currency: "EUR",
  merchant_reference: null,
  destination: { card_brand: "visa", card_last4: "1111" },
  sealed_instrument: "x",
  initiator_ip_address: "203.0.113.7",
  recipient: { first_name: "Ada", last_name: "Nowak", country: "PL" },
});
