import { expect } from "chai";
import { payoutsContract } from "@flowlix/contracts";
import { compileSchema, DomainError } from "@flowlix/runtime";
import { holdsDigits } from "@flowlix/testkit";
import { recordOf, startGateway, type TestGateway } from "./support/gateway.ts";
import { createPayout, request, validPayoutBody } from "./support/requests.ts";
import { payoutOf, scriptedPayouts } from "./support/scripted-payouts.ts";

const LUHN_BAD = "4111111111111112";

describe("payouts at the gateway", () => {
  let gateway: TestGateway;
  let apiKey: string;
  let merchantId: string;
  let change: Parameters<typeof scriptedPayouts>[0] = {};
  const payouts = scriptedPayouts({
    create: async (params, call) => {
      payouts.made.push(params);
      return change?.create === undefined ? payoutOf(params) : change.create(params, call);
    },
  });
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway({ payouts });
    ({ apiKey, merchantId } = await gateway.merchant());
  });
  beforeEach(() => {
    change = {};
  });
  after(() => gateway.stop());

  /** GET of a path under /v1/payouts. */
  const get = (path: string, key: string) =>
    request(`${gateway.url}/v1/payouts${path}`, { headers: { authorization: `Bearer ${key}` } });

  const withBody = (changes: object) => ({ ...validPayoutBody(), ...changes });
  const toCard = (card_number: unknown) => withBody({ destination: { card_number } });
  const expiring = (exp_month: number) =>
    withBody({ destination: { ...validPayoutBody().destination, exp_month, exp_year: 2034 } });
  const recipient = (changes: object) =>
    withBody({ recipient: { ...validPayoutBody().recipient, ...changes } });

  it("a Payout is made as it was asked for, and answered as its owner says", async () => {
    const body = withBody({
      currency: " eur ",
      merchant_reference: 1_234_567_890,
      initiator_ip_address: "2001:DB8:0:0:0:0:0:1",
      recipient: { country: "fr", first_name: " Ren\u00e9e\t", last_name: "O\u2019%_\\\"'" },
    });
    const answer = await createPayout(gateway.url, { apiKey, body });
    expect(answer.status, answer.text).to.equal(201);
    const [made] = payouts.made.slice(-1);
    expect(made).to.deep.include({
      payout_id: answer.body["id"],
      amount: 4999,
      currency: "EUR",
      merchant_reference: 1_234_567_890,
      destination: { card_brand: "visa", card_last4: "1111" },
      initiator_ip_address: "2001:db8::1",
      recipient: { country: "FR", first_name: " Ren\u00e9e\t", last_name: "O\u2019%_\\\"'" },
    });
    expect(answer.body["recipient"]).to.deep.equal(made?.recipient);
    expect(JSON.stringify(payouts.made)).not.to.include("4111111111111111");
    expect(gateway.logLines.join("\n")).not.to.include("4111111111111111");
  });

  const home = { line1: "1 Quixworth Street", city: "Paris", country: "FR" };

  it("expiry, address and sender leave the gateway in the encrypted box alone, however long they are [PO-22]", async () => {
    const longest = {
      line1: "\u0001".repeat(254) + "\u{1f980}",
      line2: "\u0001".repeat(254) + "\u{1f980}",
      city: "\u0001".repeat(99) + "\u{1f980}",
      state: "\u0001".repeat(99) + "\u{1f980}",
      postal_code: "\u0001".repeat(31) + "\u{1f980}",
      country: "fr",
    };
    const long = { first_name: longest.line1, last_name: longest.line1, address: longest };
    const short = { first_name: "Charles", last_name: "Quixworth", address: home };
    const { recipient: known } = validPayoutBody();
    const isParams = compileSchema(payoutsContract.actions.create.params);
    for (const sender of [short, long]) {
      const body = withBody({
        destination: { card_number: "4111111111111111", exp_month: 12, exp_year: 2034 },
        recipient: { ...known, address: sender.address },
        sender,
      });
      const answer = await createPayout(gateway.url, { apiKey, body });
      expect(answer.status, answer.text).to.equal(201);
      const [made] = payouts.made.slice(-1);
      expect(isParams(made), JSON.stringify(isParams.errors)).to.equal(true);
      expect(made?.recipient).to.deep.equal(known);
      expect(made?.destination).to.deep.equal({ card_brand: "visa", card_last4: "1111" });
    }
    const left = `${JSON.stringify(payouts.made)}${gateway.logLines.join("\n")}`;
    expect(left).not.to.include("Quixworth");
  });

  it("payouts switched off come before provisioning, that before the currency, and that before the card [PO-8]", async () => {
    const own = await gateway.merchant();
    const update = (changes: object) =>
      gateway.control("PATCH", `/merchants/${own.merchantId}`, { mode: "sandbox", ...changes });
    const body = { ...toCard(LUHN_BAD), currency: "JPY" };
    const made = await createPayout(gateway.url, { apiKey: own.apiKey, key: "made" });
    await update({ payouts: false, provisioned: false });
    const refusals = [];
    for (const changes of [{}, { payouts: true }, { provisioned: true }]) {
      await update(changes);
      const { status, code, param } = await createPayout(gateway.url, { apiKey: own.apiKey, body });
      refusals.push([status, code, param]);
    }
    expect(refusals).to.deep.equal([
      [403, "payout_submission_unavailable", undefined],
      [422, "merchant_not_provisioned", undefined],
      [422, "currency_not_supported", "currency"],
    ]);
    await update({ payouts: false });
    const replayed = await createPayout(gateway.url, { apiKey: own.apiKey, key: "made" });
    expect([replayed.status, replayed.text]).to.deep.equal([201, made.text]);
    expect(replayed.headers.get("idempotent-replayed")).to.equal("true");
  });

  it("a refused Payout leaves its key free for any body [PO-8]", async () => {
    const key = "refused";
    expect((await createPayout(gateway.url, { apiKey, key, body: toCard(LUHN_BAD) })).code).to.equal(
      "invalid_card",
    );
    expect((await createPayout(gateway.url, { apiKey, key })).status).to.equal(201);
  });

  it("every payout currency of the settings is accepted, and no other [PO-8]", async () => {
    for (const currency of ["EUR", "GBP", "USD", "PLN", "czk"])
      expect((await createPayout(gateway.url, { apiKey, body: withBody({ currency }) })).status).to.equal(
        201,
      );
    const refused = await createPayout(gateway.url, { apiKey, body: withBody({ currency: "JPY" }) });
    expect([refused.status, refused.code, refused.param]).to.deep.equal([
      422,
      "currency_not_supported",
      "currency",
    ]);
  });

  const identities: readonly (readonly [name: string, second: object, same: boolean])[] = [
    ["another notation of the currency", withBody({ currency: " eur " }), true],
    ["another notation of the same address", withBody({ initiator_ip_address: "::ffff:203.0.113.7" }), true],
    ["the case of the country", recipient({ country: "fr" }), true],
    ["an expiry", expiring(12), false],
    ["an address of the recipient", recipient({ address: home }), false],
    ["a sender", withBody({ sender: { first_name: "Charles", last_name: "Babbage" } }), false],
    ["another amount", withBody({ amount: 5000 }), false],
    ["another currency", withBody({ currency: "GBP" }), false],
    ["another address", withBody({ initiator_ip_address: "203.0.113.8" }), false],
    ["another country", recipient({ country: "DE" }), false],
    ["a blank more in a name", recipient({ first_name: "Ada " }), false],
    ["another case of a name", recipient({ last_name: "lovelace" }), false],
    ["names that changed places", recipient({ first_name: "Lovelace", last_name: "Ada" }), false],
    ["another card of the same brand and last four", toCard("4242421111111111"), false],
    ["a merchant reference", withBody({ merchant_reference: 1_234_567_890 }), false],
  ];
  it("with the same key, the case of an address's country is the same request, another expiry is not [PO-10]", async () => {
    const inFull = (month: number, country: string) => ({
      ...recipient({ address: { ...home, country } }),
      destination: expiring(month).destination,
      sender: { first_name: "Charles", last_name: "Babbage", address: { ...home, country } },
    });
    const create = (body: object) => createPayout(gateway.url, { apiKey, key: "in full", body });
    const made = await create(inFull(12, "fr"));
    const again = await create(inFull(12, "FR"));
    expect([again.status, again.text]).to.deep.equal([201, made.text]);
    for (const other of [inFull(11, "FR"), inFull(12, "DE")])
      expect((await create(other)).code).to.equal("idempotency_key_reused");
  });

  for (const [name, second, same] of identities) {
    it(`with the same key, ${name} is ${same ? "the same request" : "idempotency_key_reused"} [PO-10]`, async () => {
      const key = `identity ${name}`;
      const made = await createPayout(gateway.url, { apiKey, key });
      const again = await createPayout(gateway.url, { apiKey, key, body: second });
      if (same) expect([again.status, again.text]).to.deep.equal([201, made.text]);
      else
        expect([again.status, again.code, again.param]).to.deep.equal([
          409,
          "idempotency_key_reused",
          "Idempotency-Key",
        ]);
    });
  }

  it("a replay is the saved creation response, even if the Payout has moved on [PO-10]", async () => {
    const key = "saved";
    const made = await createPayout(gateway.url, { apiKey, key });
    expect(made.body["status"]).to.equal("PROCESSING");
    change = { create: () => Promise.reject(new Error("was asked again")) };
    const again = await createPayout(gateway.url, { apiKey, key });
    expect(again.text).to.equal(made.text);
  });

  it("what the acquirer lacks is told by the field's name, and the corrected request goes through under the key [PO-23]", async () => {
    const key = "corrected";
    const param = "recipient.address.line1";
    const explanation = `${param} is missing. It is optional elsewhere, and the acquirer of this account needs it.`;
    change = {
      create: () =>
        Promise.reject(new DomainError("request_body_invalid", { param, explanation, key: "release" })),
    };
    const refused = await createPayout(gateway.url, { apiKey, key });
    expect([refused.status, refused.code, refused.param]).to.deep.equal([400, "request_body_invalid", param]);
    expect(recordOf(refused.body["error"])["message"]).to.equal(explanation);
    change = {};
    const made = await createPayout(gateway.url, { apiKey, key, body: recipient({ address: home }) });
    expect(made.status, made.text).to.equal(201);
  });

  for (const [code, status, rule] of [
    ["service_unavailable", 503, ""],
    ["object_state_conflict", 409, " [PO-9]"],
    ["object_not_found", 404, " [PO-9]"],
  ] as const) {
    it(`the owner's ${code} is told as ${status}${rule}`, async () => {
      change = { create: () => Promise.reject(new DomainError(code, { key: "hold" })) };
      const answer = await createPayout(gateway.url, { apiKey });
      expect([answer.status, answer.code]).to.deep.equal([status, code]);
    });
  }

  it("a Payout is read by its id within merchant and mode; another shape is 400, an unknown one 404 [PO-12]", async () => {
    const made = await createPayout(gateway.url, { apiKey });
    const id = String(made.body["id"]);
    const read = await get(`/${id}`, apiKey);
    expect([read.status, recordOf(read.body)]).to.deep.equal([200, made.body]);
    const other = await gateway.merchant();
    for (const [path, key, expected] of [
      [id, other.apiKey, [404, "object_not_found", "payout_id"]],
      [`po_${"0".repeat(24)}`, apiKey, [404, "object_not_found", "payout_id"]],
      ["po_1", apiKey, [400, "invalid_request", "payout_id"]],
    ] as const) {
      const answer = await get(`/${path}`, key);
      expect([answer.status, answer.code, answer.param]).to.deep.equal(expected);
    }
  });

  it("a key without the permission payouts is refused before anything else of the request", async () => {
    const keyOf = async (permissions: string[]) =>
      String(
        (await gateway.control("POST", "/keys", { merchant: merchantId, mode: "sandbox", permissions })).body[
          "api_key"
        ],
      );
    const reader = await keyOf(["read"]);
    const payer = await keyOf(["payments", "refunds"]);
    expect((await createPayout(gateway.url, { apiKey: reader, body: "{" })).code).to.equal("actor_forbidden");
    expect((await get("", reader)).status).to.equal(200);
    expect((await get("", payer)).code).to.equal("actor_forbidden");
  });

  it("a list is asked of the owner as it was read, and a malformed escape in a search is parameter_invalid [PO-16]", async () => {
    const query =
      "limit=3&status=FAILED&status=PENDING&currency=eur&card_brand=VISA&card_last4=0042&created[gte]=5&amount[lt]=9&search=%25_%5C'%20%E6%9D%8E";
    const answer = await get(`?${query}`, apiKey);
    expect(answer.body).to.deep.equal({ data: [], has_more: false, total_count: 0 });
    expect(payouts.lists.at(-1)).to.deep.equal({
      scope: { merchant_id: merchantId, livemode: false },
      limit: 3,
      starting_after: null,
      ending_before: null,
      status: ["FAILED", "PENDING"],
      currency: ["EUR"],
      card_brand: ["visa"],
      card_last4: "0042",
      created: { gte: 5, lte: null },
      amount: { gte: null, lte: 8 },
      search: "%_\\' 李",
    });
    const refusals: readonly (readonly [string, string, string])[] = [
      ["search=%zz", "parameter_invalid", "search"],
      ["search=%20", "invalid_search_criteria", "search"],
      [`search=${"x".repeat(256)}`, "invalid_search_criteria", "search"],
      ["status=EXPIRED", "invalid_request", "status"],
      ["limit=101", "invalid_request", "limit"],
      ["search=a&search=b", "invalid_request", "search"],
      ["integration_type=DIRECT", "invalid_request", "integration_type"],
      [`starting_after=pay_${"0".repeat(24)}`, "invalid_request", "starting_after"],
    ];
    for (const [bad, code, param] of refusals) {
      const refused = await get(`?${bad}`, apiKey);
      expect([refused.status, refused.code, refused.param], bad).to.deep.equal([400, code, param]);
    }
  });

  it("a search for a card's whole number finds nothing, and reaches neither the owner nor the log [PO-21]", async () => {
    const asked = payouts.lists.length;
    const logged = gateway.logLines.length;
    for (const search of ["5555555555554444", "5555+5555+5555+4444", "%20378-282246-310005%09"]) {
      const answer = await get(`?currency=EUR&search=${search}`, apiKey);
      expect([answer.status, answer.body], search).to.deep.equal([
        200,
        { data: [], has_more: false, total_count: 0 },
      ]);
    }
    expect(payouts.lists).to.have.length(asked);
    const lines = gateway.logLines.slice(logged).join("\n");
    for (const part of ["55555555", "5555+5555", "5555-5555", "search"]) expect(lines).not.to.include(part);
    expect(holdsDigits(lines, "282246"), lines).to.equal(false);
    const refused = await get("?search=5555555555554444&limit=0", apiKey);
    expect([refused.status, refused.param]).to.deep.equal([400, "limit"]);
    for (const search of ["5555555555554445", "555555555555444", "555555555555-4444-x"])
      await get(`?search=${search}`, apiKey);
    expect(payouts.lists, "what is no card's number is looked for").to.have.length(asked + 3);
  });
});
