import {
  directPaymentRequest,
  startSpanSink,
  testCard,
  waitFor,
  type ReceivedSpan,
  type SpanSink,
} from "@flowlix/testkit";
import { expect } from "chai";
import { paymentOf } from "./support/api.ts";
import { newMerchant } from "./support/merchants.ts";
import { TEST_TIMEOUT_MS, withPlatform, WIRINGS, type Platform } from "./support/platform.ts";
import { findings } from "./support/traces-left.ts";
import { objectOf, eventIn, startInbox, webhooksOf, type Inbox } from "./support/webhooks.ts";

const CARD = testCard({ number: "4929471830265842", cvc: "0173", holder_name: "Wilhelmina Quixworth" });
const changes = {
  payment_method_data: { type: "card" as const, card: CARD },
  description: "an unmistakable description",
  merchant_customer_id: "customer-quixworth",
};
const TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER = "00f067aa0ba902b7";
const TRACEPARENT = `00-${TRACE_ID}-${CALLER}-01`;
/** As most merchants send it, who record a small share of their own. */
const NOT_RECORDED = `00-${TRACE_ID}-${CALLER}-00`;

/** Spans that a payment's trace must have. */
const EXPECTED = [
  ["api-gateway", "POST /v1/payments"],
  ["api-gateway", "idempotency.begin"],
  ["idempotency", "idempotency.begin"],
  ["idempotency", "idempotency.complete"],
  ["api-gateway", "payments.create"],
  ["payments", "payments.create"],
  ["payments", "sandbox.authorise"],
  ["notifier", "webhook"],
] as const;

type Line = Readonly<Record<string, unknown>>;

/** The log lines of every process. */
const linesOf = (platform: Platform): Line[] =>
  platform
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line): Line => JSON.parse(line));

/** What the gateway says of a request; a process's output arrives some time after its answer. */
const lineOf = (platform: Platform, requestId: string | null): Promise<Line> =>
  waitFor("the request's line", () =>
    linesOf(platform).find(({ request_id, msg }) => msg === "request" && request_id === requestId),
  );

const create = ({ api }: Pick<Platform, "api">, headers: Readonly<Record<string, string>>, amount = 5_000) =>
  api.send("POST", "/v1/payments", {
    headers: { "idempotency-key": crypto.randomUUID(), "content-type": "application/json", ...headers },
    body: JSON.stringify(directPaymentRequest({ ...changes, amount })),
  });

const arrived = async (inbox: Inbox, type: string, id: string) => {
  await inbox.arrived(type, id);
  return inbox.receiver.requests.find((request) => {
    const event = eventIn(request);
    return event.type === type && objectOf(event)?.id === id;
  });
};

for (const wiring of WIRINGS) {
  describe(`the spans of a payment, ${wiring.name}`, function () {
    this.timeout(TEST_TIMEOUT_MS);
    let sink: SpanSink;
    let inbox: Inbox;
    before(async () => {
      sink = await startSpanSink();
      inbox = await startInbox();
    });
    after(async () => {
      await sink?.close();
      await inbox?.close();
    });
    const platform = withPlatform(wiring, () => ({
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: sink.url,
        OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      },
    }));
    const spansOf = (traceId: string) => sink.spans().filter((span) => span.traceId === traceId);
    const named = (spans: readonly ReceivedSpan[], service: string, name: string) =>
      spans.find((span) => span.service === service && span.name === name);
    /** Services and names from a span up to where the trace came from. */
    const wayUp = (spans: readonly ReceivedSpan[], span: ReceivedSpan | undefined): string[] =>
      span === undefined
        ? []
        : [
            `${span.service} ${span.name}`,
            ...wayUp(
              spans,
              spans.find(({ spanId }) => spanId === span.parentSpanId),
            ),
          ];

    it("are one trace from the gateway to the provider and the webhook, in every service's log too, though the caller records none", async () => {
      const merchant = await newMerchant(platform());
      await webhooksOf(merchant.api).create(inbox.receiver.url);
      const answer = await create(merchant, { traceparent: NOT_RECORDED });
      const { id } = paymentOf(answer);
      const delivered = await arrived(inbox, "payment.succeeded", id);
      // Each process sends its own, in its own time.
      const all = await waitFor("the spans of every service", () => {
        const spans = spansOf(TRACE_ID);
        return EXPECTED.every(([service, name]) => named(spans, service, name) !== undefined) && spans;
      });
      const request = named(all, "api-gateway", "POST /v1/payments");
      expect(request?.parentSpanId).to.equal(CALLER);
      expect(request?.attributes).to.deep.equal({
        "flowlix.request_id": answer.headers.get("request-id"),
        "flowlix.object_id": id,
        "http.request.method": "POST",
        "http.route": "/v1/payments",
        "http.response.status_code": 201,
      });
      const gateway = "api-gateway POST /v1/payments";
      expect(wayUp(all, named(all, "idempotency", "idempotency.begin"))).to.deep.equal([
        "idempotency idempotency.begin",
        "api-gateway idempotency.begin",
        gateway,
      ]);
      expect(wayUp(all, named(all, "payments", "sandbox.authorise"))).to.deep.equal([
        "payments sandbox.authorise",
        "payments payments.create",
        "api-gateway payments.create",
        gateway,
      ]);
      expect(named(all, "idempotency", "idempotency.complete")).to.include({ failed: false });
      const webhook = named(all, "notifier", "webhook");
      expect(wayUp(all, webhook)).to.deep.equal([
        "notifier webhook",
        "payments payments.create",
        "api-gateway payments.create",
        gateway,
      ]);
      expect(delivered?.headers["traceparent"]).to.equal(`00-${TRACE_ID}-${webhook?.spanId}-01`);
      const requestId = answer.headers.get("request-id");
      const lines = linesOf(platform()).filter(({ request_id }) => request_id === requestId);
      expect(lines.map(({ msg, trace_id, span_id }) => [msg, trace_id, span_id])).to.deep.include([
        "request",
        TRACE_ID,
        request?.spanId,
      ]);
      expect(new Set(lines.map(({ trace_id }) => trace_id))).to.deep.equal(new Set([TRACE_ID]));
    });

    it("hold nothing of the card, the payer, the merchant's words or its keys, failures included", async () => {
      const { api, acquirer } = platform();
      const seen: string[] = [];
      const traced = async (amount: number) => {
        const traceId = crypto.randomUUID().replaceAll("-", "").replaceAll(/[0-9]/g, "a");
        seen.push(traceId);
        return create({ api }, { traceparent: `00-${traceId}-${CALLER}-00` }, amount);
      };
      for (const amount of [5_000, 100_051, 103_000, 105_029, 105_002]) await traced(amount);
      for (const fault of ["fail_before", "lose_answer", "garbage"] as const) {
        await acquirer.fault({ operation: "any", fault, times: 2 });
        await traced(70_000);
      }
      await acquirer.mend();
      const last = seen.at(-1) ?? "";
      await waitFor("the spans", () =>
        seen.every((one) => named(spansOf(one), "api-gateway", "POST /v1/payments") !== undefined),
      );
      await waitFor("the provider's", () => named(spansOf(last), "payments", "sandbox.authorise"));
      const places = [{ name: "spans", text: sink.text() }];
      expect(findings(places, { marker: "/v1/payments" })).not.to.deep.equal([]);
      const secrets = {
        "the number": CARD.number,
        "its end": CARD.number.slice(-8),
        "the CVC": CARD.cvc,
        "the holder": "Quixworth",
        "the customer": "quixworth",
        "the description": "unmistakable",
        "the key": api.apiKey,
        "an address": "203.0.113",
      };
      expect(findings(places, secrets)).to.deep.equal([]);
    });
  });
}

for (const wiring of WIRINGS) {
  describe(`the share of requests that is recorded, ${wiring.name}`, function () {
    // A whole stop and start is among it.
    this.timeout(2 * TEST_TIMEOUT_MS);
    let sink: SpanSink;
    before(async () => {
      sink = await startSpanSink();
    });
    after(() => sink?.close());
    const platform = withPlatform(wiring, () => ({
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: sink.url,
        OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
        OTEL_TRACES_SAMPLER_ARG: "0",
      },
    }));

    it("is the installation's, whatever any caller says", async () => {
      const { api, installation } = platform();
      const answer = await create({ api }, { traceparent: TRACEPARENT });
      expect(answer.status).to.equal(201);
      await fetch(`${installation().publicUrl}/v1/payments`, { headers: { traceparent: TRACEPARENT } });
      const id = answer.headers.get("request-id");
      const line = await lineOf(platform(), id);
      expect(line["trace_id"]).to.equal(TRACE_ID);
      // A stop sends all that waits.
      await platform().restart();
      expect(sink.spans()).to.deep.equal([]);
    });
  });
}

for (const wiring of WIRINGS) {
  describe(`a trace where no spans are exported, ${wiring.name}`, function () {
    this.timeout(TEST_TIMEOUT_MS);
    const platform = withPlatform(wiring);
    let inbox: Inbox;
    before(async () => {
      inbox = await startInbox();
    });
    after(() => inbox?.close());

    it("goes from the merchant's request to its webhook as it came, and is made where none came", async () => {
      const merchant = await newMerchant(platform());
      await webhooksOf(merchant.api).create(inbox.receiver.url);
      const given = paymentOf(await create(merchant, { traceparent: TRACEPARENT }));
      const none = await create(merchant, { traceparent: "junk" });
      const first = await arrived(inbox, "payment.succeeded", given.id);
      expect(first?.headers["traceparent"]).to.equal(TRACEPARENT);
      const second = await arrived(inbox, "payment.succeeded", paymentOf(none).id);
      const line = await lineOf(platform(), none.headers.get("request-id"));
      expect(second?.headers["traceparent"]).to.equal(
        `00-${String(line["trace_id"])}-${String(line["span_id"])}-00`,
      );
    });

    it("is one of its own for what the provider says later", async () => {
      const merchant = await newMerchant(platform());
      await webhooksOf(merchant.api).create(inbox.receiver.url);
      const slow = paymentOf(await create(merchant, { traceparent: TRACEPARENT }, 104_000));
      const reported = await arrived(inbox, "payment.processing", slow.id);
      expect(reported?.headers["traceparent"]).to.equal(TRACEPARENT);
      const later = await arrived(inbox, "payment.succeeded", slow.id);
      expect(later?.headers["traceparent"])
        .to.match(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)
        .and.not.to.include(TRACE_ID);
    });
  });
}
