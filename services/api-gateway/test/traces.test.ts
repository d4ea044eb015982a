import { createHmac } from "node:crypto";
import { expect } from "chai";
import { currentTrace, type Trace } from "@flowlix/runtime";
import { CALLBACK_SECRET, recordOf, startGateway, type TestGateway } from "./support/gateway.ts";
import { createPayment, request } from "./support/requests.ts";
import { paymentOf, scriptedPayments } from "./support/scripted-payments.ts";

const TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const TRACEPARENT = `00-${TRACE_ID}-00f067aa0ba902b7-01`;
const STATE = "congo=t61rcWkgMzE";

const MALFORMED: readonly (readonly [what: string, headers: Record<string, string>])[] = [
  ["words", { traceparent: "not a trace", tracestate: STATE }],
  ["version ff", { traceparent: `ff-${TRACE_ID}-00f067aa0ba902b7-01` }],
  ["ids of zeros", { traceparent: `00-${"0".repeat(32)}-${"0".repeat(16)}-01` }],
  ["too long a one", { traceparent: `${TRACEPARENT}-more` }],
  ["two at once", { traceparent: `${TRACEPARENT}, ${TRACEPARENT}` }],
  ["a card number", { traceparent: `00-${"a".repeat(16)}4242424242424242-00f067aa0ba902b7-01` }],
  ["a state alone", { tracestate: STATE }],
];

describe("the trace of a request", () => {
  let gateway: TestGateway;
  let apiKey: string;
  let seen: (Trace | undefined)[] = [];
  let breaks = false;
  const payments = scriptedPayments({
    create: async (params) => {
      seen.push(currentTrace());
      if (breaks) throw new Error("broken");
      return paymentOf(params);
    },
    readPage: async () => {
      seen.push(currentTrace());
      throw new Error("broken");
    },
    acceptCallback: async () => {
      seen.push(currentTrace());
      return { accepted: true };
    },
  });
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway({ payments });
    ({ apiKey } = await gateway.merchant());
  });
  after(() => gateway.stop());
  beforeEach(() => {
    seen = [];
    breaks = false;
    gateway.logLines.length = 0;
  });
  const lines = () => gateway.logLines.map((line) => recordOf(JSON.parse(line)));
  const create = (headers: Record<string, string>) => createPayment(gateway.url, { apiKey, headers });

  it("is continued where its headers name one, to the services and in the log", async () => {
    const { status } = await create({ traceparent: TRACEPARENT, tracestate: STATE });
    expect(status).to.equal(201);
    expect(seen).to.deep.equal([{ traceparent: TRACEPARENT, tracestate: STATE }]);
    expect(lines().find(({ msg }) => msg === "request")).to.include({
      trace_id: TRACE_ID,
      span_id: "00f067aa0ba902b7",
      status: 201,
    });
  });

  it("begins here where there is none, another one each time", async () => {
    await create({});
    await create({});
    const [one = "", other = ""] = seen.map((trace) => trace?.traceparent.slice(3, 35));
    expect(one).to.match(/^[0-9a-f]{32}$/);
    expect(one).not.to.equal(other);
    const logged = lines().filter(({ msg }) => msg === "request");
    expect(logged.map(({ trace_id }) => trace_id)).to.deep.equal([one, other]);
  });

  for (const [what, headers] of MALFORMED)
    it(`begins here, with no word to the merchant, where they hold ${what}`, async () => {
      const { status, body } = await create(headers);
      expect([status, body["status"]]).to.deep.equal([201, "SUCCEEDED"]);
      expect(seen).to.have.length(1);
      expect(seen[0]?.traceparent)
        .to.match(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)
        .and.not.to.include(TRACE_ID);
      expect(seen[0]?.tracestate).to.equal(undefined);
      expect(gateway.logLines.join()).not.to.match(/4242424242424242|congo/);
    });

  it("is told on every line of a request that fails", async () => {
    breaks = true;
    const { status } = await create({ traceparent: TRACEPARENT });
    expect(status).to.equal(500);
    const logged = lines().map(({ msg, trace_id, request_id }) => [msg, trace_id, typeof request_id]);
    expect(logged).to.deep.include.members([
      ["A handler failed unexpectedly.", TRACE_ID, "string"],
      ["request failed", TRACE_ID, "string"],
      ["request", TRACE_ID, "string"],
    ]);
    expect(logged.every(([, id]) => id === TRACE_ID)).to.equal(true);
  });

  it("is told of requests that are refused before they reach a route, too", async () => {
    const { status } = await request(`${gateway.url}/nowhere`, { headers: { traceparent: TRACEPARENT } });
    expect(status).to.equal(404);
    expect(lines()).to.have.length(1);
    expect(lines()[0]).to.include({ trace_id: TRACE_ID, status: 404 });
  });

  it("reaches the owner from a provider's callback", async () => {
    const at = Math.floor(Date.now() / 1000);
    const claim = {
      callback_id: "cb_1",
      reference: `pay_${"0".repeat(24)}`,
      kind: "order",
      state: "succeeded",
      at,
    };
    const body = JSON.stringify(claim);
    const signature = createHmac("sha256", CALLBACK_SECRET).update(`${at}.${body}`).digest("hex");
    const { status } = await request(`${gateway.url}/provider/sandbox/callbacks`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "acquirer-signature": `t=${at},v1=${signature}`,
        traceparent: TRACEPARENT,
      },
      body,
    });
    expect(status).to.be.within(200, 299);
    expect(seen).to.deep.equal([{ traceparent: TRACEPARENT }]);
  });
});
