import { expect } from "chai";
import type { Payment, Payout, PublicEvent } from "@flowlix/contracts";
import { recordOf, recordsOf, startGateway, type TestGateway } from "./support/gateway.ts";
import { request } from "./support/requests.ts";
import { hostedPaymentOf } from "./support/scripted-payments.ts";
import { scriptedNotifier } from "./support/scripted-notifier.ts";
import { payoutOf } from "./support/scripted-payouts.ts";
import { refundOf } from "./support/scripted-refunds.ts";

const scope = { merchant_id: `mer_${"m".repeat(24)}`, livemode: false, key_id: `key_${"k".repeat(24)}` };
const PAYMENT_ID = `pay_${"h".repeat(24)}`;
const eventId = (letter: string) => `evt_${letter.repeat(24)}`;

const payment: Payment = hostedPaymentOf({
  scope,
  payment_id: PAYMENT_ID,
  start_before: 1,
  amount: 4999,
  currency: "EUR",
  page_url: `https://pay.example/pay/${PAYMENT_ID}/{page_token:page1}`,
  customer_ip_address: null,
  merchant_customer_id: "customer-1",
  return_url: "https://shop.example/return",
  merchant_reference: null,
  description: "/{page_token:page1}",
  billing_details: null,
});
const payout: Payout = payoutOf({
  scope,
  payout_id: `po_${"o".repeat(24)}`,
  start_before: 1,
  amount: 100,
  currency: "EUR",
  merchant_reference: null,
  destination: { card_brand: "visa", card_last4: "1111" },
  sealed_instrument: "x",
  initiator_ip_address: "203.0.113.7",
  recipient: { first_name: " Łucja ", last_name: "O\u2019Neil", country: "PL" },
});
const refund = refundOf({
  scope,
  refund_id: `ref_${"r".repeat(24)}`,
  start_before: 1,
  payment_id: PAYMENT_ID,
  amount: 10,
  reason: "returned",
  merchant_reference: null,
});

const base = { created_at: 1_700_000_000, livemode: false };
const EVENTS: readonly PublicEvent[] = [
  { id: eventId("a"), type: "payment.requires_action", ...base, data: { payment } },
  { id: eventId("b"), type: "refund.processing", ...base, data: { refund } },
  { id: eventId("c"), type: "payout.processing", ...base, data: { payout } },
];

describe("events at the gateway", () => {
  let gateway: TestGateway;
  let apiKey: string;
  let merchantId: string;
  const notifier = scriptedNotifier(EVENTS);
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway({ notifier });
    ({ apiKey, merchantId } = await gateway.merchant());
  });
  after(() => gateway.stop());

  const ask = (path: string, key = apiKey, method = "GET", body?: string) =>
    request(`${gateway.url}/v1/events${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body }),
    });

  it("a list is asked of the owner in the key's scope with limit and cursors, and answered in its order [D9-6]", async () => {
    const answer = await ask(`?limit=2&starting_after=${eventId("z")}`);
    expect(answer.status, answer.text).to.equal(200);
    expect(notifier.asked.listEvents).to.deep.equal({
      scope: { merchant_id: merchantId, livemode: false },
      limit: 2,
      starting_after: eventId("z"),
      ending_before: null,
    });
    expect(recordsOf(answer.body["data"]).map(({ id }) => id)).to.deep.equal([eventId("a"), eventId("b")]);
    expect(answer.body["has_more"]).to.equal(true);
    for (const [query, code, param] of [
      ["limit=0", "invalid_request", "limit"],
      ["type=payment.succeeded", "invalid_request", "type"],
      [`starting_after=${PAYMENT_ID}`, "invalid_request", "starting_after"],
      [
        `starting_after=${eventId("a")}&ending_before=${eventId("a")}`,
        "invalid_search_criteria",
        "ending_before",
      ],
    ] as const) {
      const refused = await ask(`?${query}`);
      expect([refused.status, refused.code, refused.param], query).to.deep.equal([400, code, param]);
    }
  });

  it("one is the envelope with exactly one object, as its owner keeps it: a Payout's names byte for byte [EV-3, D9-3]", async () => {
    const answer = await ask(`/${eventId("c")}`);
    expect([answer.status, answer.body]).to.deep.equal([200, EVENTS[2]]);
  });

  it("a hosted page's link is filled in wherever an event leaves, as in the Payment itself, and nowhere else [D9-4]", async () => {
    const { apiKey: own } = await gateway.merchant();
    const read = await ask(`/${eventId("a")}`, own);
    const shown = recordOf(recordOf(read.body["data"])["payment"]);
    const { redirect_url: url } = recordOf(shown["next_action"]);
    expect(url).to.match(new RegExp(`^https://pay\\.example/pay/${PAYMENT_ID}/[A-Za-z0-9_-]{43}$`));
    expect(shown["description"]).to.equal("/{page_token:page1}");
    expect((await ask("", own)).text)
      .to.include(String(url))
      .and.not.include("page_token:page1}/");
    const resent = await ask(`/${eventId("a")}/resend`, own, "POST");
    expect(resent.text).to.include(String(url));
  });

  it("of another shape is 400 at id, unknown 404 at id [D9-6]", async () => {
    for (const [path, method, status, code] of [
      ["/evt_1", "GET", 400, "invalid_request"],
      [`/${PAYMENT_ID}`, "GET", 400, "invalid_request"],
      [`/${eventId("0")}`, "GET", 404, "object_not_found"],
      ["/evt_1/resend", "POST", 400, "invalid_request"],
      [`/${eventId("0")}/resend`, "POST", 404, "object_not_found"],
    ] as const) {
      const answer = await ask(path, apiKey, method);
      expect([answer.status, answer.code, answer.param], path).to.deep.equal([status, code, "id"]);
    }
  });

  it("a resend answers the event under its id, and to how many endpoints it goes once more [D9-7]", async () => {
    const answer = await ask(`/${eventId("c")}/resend`, apiKey, "POST");
    expect([answer.status, answer.body]).to.deep.equal([200, { ...EVENTS[2], deliveries: 2 }]);
    expect(notifier.asked.resendEvent).to.deep.equal({
      scope: { merchant_id: merchantId, livemode: false },
      event_id: eventId("c"),
      resent_by: "api",
    });
  });

  it("a resend is the workbench's where its page sent it, and an operator's where one asked for it", async () => {
    const path = `${gateway.url}/v1/events/${eventId("c")}/resend`;
    const headers = { authorization: `Bearer ${apiKey}`, "flowlix-sent-from": "workbench" };
    expect((await request(path, { method: "POST", headers })).status).to.equal(200);
    expect(notifier.asked.resendEvent?.resent_by).to.equal("workbench");
    const { status } = await gateway.control("POST", `/events/${eventId("c")}/resend`);
    expect(status).to.equal(200);
    expect(notifier.asked.resendEvent?.resent_by).to.equal("operator");
  });

  const readers: readonly (readonly [permissions: readonly string[], letters: string])[] = [
    [["read"], "abc"],
    [["payments", "refunds", "payouts"], "abc"],
    [["payments"], "a"],
    [["refunds"], "b"],
    [["payouts"], "c"],
    [["payments", "payouts"], "ac"],
    [["payouts", "read"], "abc"],
  ];
  for (const [permissions, letters] of readers) {
    it(`a key with ${permissions.join(", ")} reads the events of what it may read, and no others [D9-8]`, async () => {
      const key = await gateway.keyOf(merchantId, permissions);
      const listed = recordsOf((await ask("", key)).body["data"]).map(({ id }) => id);
      expect(listed).to.deep.equal(letters.split("").map(eventId));
      for (const { id } of EVENTS) {
        const { status, code } = await ask(`/${id}`, key);
        expect([status, code]).to.deep.equal(
          listed.includes(id) ? [200, undefined] : [403, "actor_forbidden"],
        );
      }
    });
  }

  it("one that the key may not read is refused with the permissions that would let it, and with those that it has", async () => {
    const key = await gateway.keyOf(merchantId, ["payments"]);
    const { status, body } = await ask(`/${eventId("c")}`, key);
    expect([status, recordOf(body["error"])["message"]]).to.deep.equal([
      403,
      "This needs one of the permissions payouts, read. The key has payments.",
    ]);
  });

  it("a resend of a body that says something is refused rather than sent to more than was meant [D9-7]", async () => {
    delete notifier.asked.resendEvent;
    for (const [body, param] of [
      ["{", undefined],
      ["[]", undefined],
      ['{"endpoint":"we_1"}', "endpoint"],
    ] as const) {
      const refused = await ask(`/${eventId("c")}/resend`, apiKey, "POST", body);
      expect([refused.status, refused.code, refused.param], body).to.deep.equal([
        400,
        "request_body_invalid",
        param,
      ]);
    }
    expect(notifier.asked.resendEvent).to.equal(undefined);
    expect((await ask(`/${eventId("c")}/resend`, apiKey, "POST", "{}")).status).to.equal(200);
  });

  it("a resend needs payments, refunds and payouts together, as the endpoints do [D9-8]", async () => {
    for (const permissions of [["read"], ["payments", "refunds", "read"]]) {
      const key = await gateway.keyOf(merchantId, permissions);
      expect((await ask(`/${eventId("a")}/resend`, key, "POST")).code).to.equal("actor_forbidden");
    }
    const key = await gateway.keyOf(merchantId, ["payments", "refunds", "payouts"]);
    expect((await ask(`/${eventId("a")}/resend`, key, "POST")).status).to.equal(200);
  });

  it("nothing else is there: events are not made, changed or deleted", async () => {
    for (const [path, method, allow] of [
      ["", "POST", "GET, HEAD"],
      [`/${eventId("a")}`, "DELETE", "GET, HEAD"],
      [`/${eventId("a")}/resend`, "GET", "POST"],
    ] as const) {
      const answer = await ask(path, apiKey, method);
      expect([answer.status, answer.headers.get("allow")]).to.deep.equal([405, allow]);
    }
  });
});
