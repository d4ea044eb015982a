import type { LoggedRequestDetail, TracedObject, WebhookDelivery, WebhookEndpoint } from "@flowlix/contracts";
import { expect } from "chai";
import { resendLabel } from "../src/deliveries.ts";
import { objectsPart, requestPart, requestsPart, webhookPart, webhooksPart } from "../src/merchant-parts.ts";
import { storyPart } from "../src/timeline.ts";

const ENDPOINT: WebhookEndpoint = {
  id: "we_00000000000000000000000a",
  url: "https://shop.example/hooks",
  enabled_events: ["*"],
  description: null,
  status: "enabled",
  disabled_reason: null,
  failing_since: null,
  livemode: false,
  created_at: 1_700_000_000,
};
const DELIVERY: WebhookDelivery = {
  id: "whd_00000000000000000000000a",
  event_id: "evt_00000000000000000000000a",
  event_type: "payment.succeeded",
  status: "pending",
  attempts: 2,
  next_attempt_at: 1_700_000_120,
  last_attempt: {
    at: 1_700_000_060,
    http_status: 500,
    error: null,
    duration_ms: 12,
    response_prefix: "out of stock",
  },
  event_accepted_at: null,
  created_at: 1_700_000_000,
};

const listed = (endpoint: WebhookEndpoint) => webhooksPart({ data: [endpoint], has_more: false }).toString();
const shown = (delivery: WebhookDelivery) =>
  webhookPart(ENDPOINT, { data: [delivery], has_more: false }).toString();

describe("What the workbench shows of webhooks", () => {
  it("an endpoint that is enabled and fails is not shown as well", () => {
    expect(listed(ENDPOINT)).to.contain('<span class="badge good">enabled</span>');
    expect(listed({ ...ENDPOINT, failing_since: 1_700_000_060 })).to.contain(
      '<span class="badge bad">failing</span>',
    );
  });

  it("a delivery says when it was tried last, and leads to the object of its event", () => {
    const text = shown(DELIVERY);
    expect(text).to.contain('href="#/objects/evt_00000000000000000000000a"');
    expect(text).to.contain('datetime="2023-11-14T22:14:20.000Z"');
  });

  it("a delivery that is tried again fails, and one that was not tried yet waits", () => {
    expect(shown(DELIVERY)).to.contain('<span class="badge bad">failing</span>');
    expect(shown({ ...DELIVERY, attempts: 0, last_attempt: null })).to.contain(
      '<span class="badge wait">pending</span>',
    );
  });
});

describe("A delivery whose event the endpoint has accepted since by another one", () => {
  const accepted = { ...DELIVERY, event_accepted_at: 1_700_000_090 };

  it("is not called failing on the endpoint's page, which says when it was accepted and is tried next", () => {
    const text = shown(accepted);
    expect(text).not.to.contain("failing");
    expect(text).to.contain("event accepted by another delivery").and.to.contain("2023-11-14 22:14:50");
    expect(text).to.contain("2023-11-14 22:15:20");
    expect(shown({ ...accepted, status: "failed" })).to.contain("event accepted by another delivery");
  });

  it("is not called failing on a timeline", () => {
    const markupOf = (at: number | null) =>
      storyPart({
        id: "pay_00000000000000000000000a",
        objects: [],
        timeline: [
          {
            at_ms: 1_700_000_000_000,
            object_id: "pay_00000000000000000000000a",
            part: "delivery",
            what: "pending",
            facts: { attempts: 1, event_accepted_at_ms: at },
          },
        ],
        missing: [],
        actsOf: () => [],
      }).toString();
    expect(markupOf(null)).to.contain("failing");
    expect(markupOf(1_700_000_090_000)).to.contain("pending").and.not.to.contain("failing");
  });
});

describe("What the workbench says of deliveries that fail", () => {
  it("stands in red beside the endpoint, and beside the object that was not told of", () => {
    const page = { data: [ENDPOINT], has_more: false };
    const shownAs = (failing: number) =>
      webhooksPart(page, new Map([[ENDPOINT.id, Array.from({ length: failing })]])).toString();
    expect(shownAs(2)).to.contain('<span class="badge bad">2 failing</span>');
    expect(shownAs(0)).not.to.contain("badge bad");
    const payment = {
      id: "pay_00000000000000000000000a",
      status: "SUCCEEDED",
      amount: 4_999,
      currency: "EUR",
      created_at: 1_700_000_000,
    } as const;
    const list = (undelivered: readonly string[]) =>
      objectsPart("Payments", { data: [payment], has_more: false }, new Set(undelivered)).toString();
    expect(list([payment.id])).to.contain('<span class="badge bad">webhook failing</span>');
    expect(list([])).not.to.contain("badge bad");
  });

  it("says to which endpoints an event goes when it is sent again", () => {
    const other = { ...ENDPOINT, url: "https://other.example/", enabled_events: ["payment.failed" as const] };
    expect(resendLabel("payment.succeeded", [ENDPOINT, other])).to.equal("Send again to shop.example/hooks");
    expect(resendLabel("payment.failed", [ENDPOINT, other])).to.equal("Send again to 2 endpoints");
    expect(resendLabel("payment.failed", [{ ...ENDPOINT, status: "disabled" }])).to.match(/no endpoint/);
    expect(resendLabel("payment.failed", null)).to.equal("Send again");
  });

  it("says in an object's story that calls of the acquirer were left out, where that is known", () => {
    const object = {
      id: "pay_00000000000000000000000a",
      kind: "payment" as const,
      merchant_id: `mer_${"0".repeat(24)}`,
      provider: "sandbox",
      status: "SUCCEEDED",
      failure_code: null,
      amount: 100,
      currency: "EUR",
      version: 2,
      created_at_ms: 1_700_000_000_000,
      related: [],
      more_related: false,
    };
    const storyWith = (facts: TracedObject["facts"]) =>
      storyPart({
        id: object.id,
        objects: [{ ...object, facts }],
        timeline: [],
        missing: [],
        actsOf: () => [],
      }).toString();
    expect(storyWith({ submission_kept: false })).to.contain("Not every call of the acquirer is listed");
    for (const facts of [{ submission_kept: true }, { submission_kept: null }, {}])
      expect(storyWith(facts)).not.to.contain("is listed");
  });

  it("links the event of a story and of its deliveries", () => {
    const [event_id, object_id] = ["evt_00000000000000000000000a", "pay_00000000000000000000000a"];
    const story = storyPart({
      id: object_id,
      objects: [],
      timeline: (["event", "delivery"] as const).map((kind) => ({
        at_ms: 1_700_000_000_000,
        object_id,
        part: kind,
        what: kind === "event" ? "payment.succeeded" : "pending",
        facts: { event_id },
      })),
      missing: [],
      actsOf: () => [],
    }).toString();
    expect(story.split(`href="#/objects/${event_id}"`)).to.have.length(3);
  });

  it("names the endpoint of a delivery by its URL in a story, and what the amount ordered", () => {
    const story = storyPart({
      id: "pay_00000000000000000000000a",
      objects: [],
      timeline: [
        {
          at_ms: 1_700_000_000_000,
          object_id: "pay_00000000000000000000000a",
          part: "delivery",
          what: "pending",
          facts: { endpoint_id: ENDPOINT.id, attempts: 1 },
        },
      ],
      missing: [],
      ordered: "FAILED, insufficient_funds",
      endpointUrls: new Map([[ENDPOINT.id, ENDPOINT.url]]),
      actsOf: () => [],
    }).toString();
    expect(story).to.contain(`href="#/webhooks/${ENDPOINT.id}"`).and.to.contain(ENDPOINT.url);
    expect(story).to.contain('<span class="badge bad">failing</span>');
    expect(story).to.contain("As the amount orders in Sandbox: FAILED, insufficient_funds.");
  });
});

describe("What the workbench shows of requests", () => {
  const LINE: LoggedRequestDetail = {
    request_id: "req_00000000000000000000000a",
    at_ms: 1_700_000_000_000,
    key_id: "key_00000000000000000000000a",
    method: "POST",
    path: "/v1/payments",
    status: 429,
    error_code: "rate_limited",
    error_param: "amount",
    error_message: "Too many <requests>.",
    idempotent_replay: false,
    duration_ms: 12,
    object_id: null,
    request_body: { amount: 105_029 },
    answer_body: null,
  };

  it("is in its line why one failed: code, field and sentence", () => {
    const text = requestsPart({ data: [LINE], has_more: false }).toString();
    expect(text).to.contain("<strong>rate_limited</strong> <code>amount</code> Too many &lt;requests&gt;.");
  });

  it("can be those that failed alone, to the last page", () => {
    const text = requestsPart({ data: [LINE], has_more: true }, true).toString();
    expect(text).to.contain('data-heading="Requests: errors only"').and.to.contain('href="#/requests"');
    expect(text).to.match(/href="#\/requests\?before=req_0+a&(amp;)?only=errors"/);
    expect(requestsPart({ data: [LINE], has_more: false }).toString()).to.contain("#/requests?only=errors");
  });

  it("is what an amount ordered, where it ordered the answer", () => {
    expect(requestPart(LINE, "HTTP 429; nothing exists afterwards").toString()).to.contain(
      "<dt>As ordered</dt><dd>HTTP 429; nothing exists afterwards</dd>",
    );
    expect(requestPart(LINE, null).toString()).not.to.contain("As ordered");
  });
});
