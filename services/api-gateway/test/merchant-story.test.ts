import { OPEN_KINDS, isId, type PublicEvent, type TracedObject } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import { gate, waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { startGateway, type TestGateway } from "./support/gateway.ts";
import { createPayment, createPayout, createRefund, request, type ApiAnswer } from "./support/requests.ts";
import { scriptedNotifier } from "./support/scripted-notifier.ts";
import { paymentOf, scriptedPayments } from "./support/scripted-payments.ts";
import { scriptedPayouts } from "./support/scripted-payouts.ts";
import { scriptedRefunds } from "./support/scripted-refunds.ts";

const EVENT_ID = `evt_${"d".repeat(24)}`;

type Merchant = Awaited<ReturnType<TestGateway["merchant"]>>;

describe("the story that a merchant asks for", function () {
  this.timeout(60_000);
  let gateway: TestGateway;
  /** Whose the objects are, and which of them owners were asked for. */
  const merchants = new Map<string, string>();
  const gathered = new Set<string>();
  let hold = gate();
  const tracing = {
    traceObjects: async ({ ids }: { readonly ids: readonly string[] }) => {
      for (const id of ids) gathered.add(id);
      await hold.pass();
      return { objects: ids.map(objectOf), entries: [] };
    },
  };
  const objectOf = (id: string): TracedObject => ({
    id,
    kind: OPEN_KINDS.find((kind) => isId(kind, id)) ?? "payment",
    merchant_id: merchants.get(id) ?? "",
    livemode: false,
    provider: "sandbox",
    status: "PROCESSING",
    failure_code: null,
    amount: 4999,
    currency: "EUR",
    version: 1,
    created_at_ms: 1_800_000_000_000,
    facts: {},
    related: [],
    more_related: false,
  });
  const payments = scriptedPayments(tracing);
  const notifier = scriptedNotifier([], {
    getEvent: async ({ scope, event_id: id }): Promise<PublicEvent> => {
      const params = payments.made.find((one) => one.scope.merchant_id === scope.merchant_id);
      if (id !== EVENT_ID || params === undefined) throw new DomainError("object_not_found");
      const base = { id, created_at: 1_800_000_000, livemode: false };
      return { ...base, type: "payment.succeeded", data: { payment: paymentOf(params) } };
    },
  });
  before(async () => {
    const refunds = scriptedRefunds(tracing);
    const payouts = scriptedPayouts(tracing);
    gateway = await startGateway({ payments, refunds, payouts, notifier });
  });
  beforeEach(() => {
    gathered.clear();
    hold = gate();
  });
  afterEach(() => hold.open());
  after(() => gateway.stop());

  const made = async (
    create: (url: string, options: Merchant) => Promise<ApiAnswer>,
    merchant: Merchant,
  ): Promise<string> => {
    const answer = await create(gateway.url, merchant);
    const id = String(answer.body["id"]);
    expect(answer.status, answer.text).to.equal(201);
    merchants.set(id, merchant.merchantId);
    return id;
  };
  const story = ({ apiKey }: Merchant, id: string) =>
    request(`${gateway.url}/workbench/parts/objects/${id}`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });

  it("is gathered for the object's own merchant alone: for anybody else its owner reads one row, and no service is asked for its part", async () => {
    hold.open();
    const [mine, other] = [await gateway.merchant(), await gateway.merchant()];
    const ids = [
      await made(createPayment, mine),
      await made(createRefund, mine),
      await made(createPayout, mine),
      EVENT_ID,
    ];
    for (const id of ids) {
      const refused = await story(other, id);
      expect([refused.status, refused.code, refused.param], id).to.deep.equal([
        404,
        "object_not_found",
        "id",
      ]);
    }
    expect([...gathered]).to.deep.equal([]);
    expect(notifier.asked.traceEvents).to.equal(undefined);
    for (const id of ids) expect((await story(mine, id)).status, id).to.equal(200);
    expect([...gathered]).to.deep.equal(ids.slice(0, 3));
  });

  it("is gathered for three merchants at once, one of each; who waits too long is told when to come again", async () => {
    const asked: (readonly [Merchant, string])[] = [];
    for (let number = 0; number < 4; number += 1) {
      const merchant = await gateway.merchant();
      for (let object = 0; object < 2; object += 1)
        asked.push([merchant, await made(createPayment, merchant)]);
    }
    const answers = asked.map(([merchant, id]) => story(merchant, id));
    await waitFor("three stories", () => gathered.size >= 3);
    const refused = await Promise.race(answers);
    expect([refused.status, refused.code]).to.deep.equal([503, "service_unavailable"]);
    expect(refused.headers.get("retry-after")).to.equal("1");
    const holders = [...gathered].map((id) => merchants.get(id));
    expect(holders.length).to.equal(3);
    expect(new Set(holders).size).to.equal(3);
    hold.open();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).to.be.at.least(3);
    const [merchant, id] = asked[0] ?? expect.fail("nobody asked");
    expect((await story(merchant, id)).status).to.equal(200);
  });
});
