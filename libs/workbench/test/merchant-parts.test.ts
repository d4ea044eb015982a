import type {
  LoggedRequestDetail,
  TraceEntry,
  TracedObject,
  WebhookDelivery,
  WebhookEndpoint,
} from "@flowlix/contracts";
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
    resent_by: null,
  },
  earlier_attempts: [
    {
      at: 1_700_000_010,
      http_status: null,
      error: "timeout",
      duration_ms: 10_000,
      response_prefix: null,
      resent_by: null,
    },
  ],
  event_accepted_at: null,
  created_at: 1_700_000_000,
};

const listed = (endpoint: WebhookEndpoint) => webhooksPart({ data: [endpoint], has_more: false }).toString();
const shown = (delivery: WebhookDelivery) =>
  webhookPart(ENDPOINT, { data: [delivery], has_more: false }).toString();

describe("What the workbench shows of webhooks", () => {
  it("an endpoint that fails since a day has its status, and beside it that it fails", () => {
    expect(listed(ENDPOINT))
      .to.contain('<span class="badge good">enabled</span>')
      .and.not.to.contain("failing");
    expect(listed({ ...ENDPOINT, failing_since: 1_700_000_060 })).to.contain(
      '<span class="badge good">enabled</span> <span class="badge bad">failing</span>',
    );
  });

  it("a delivery leads to the object of its event", () => {
    expect(shown(DELIVERY)).to.contain('href="#/objects/evt_00000000000000000000000a"');
  });

  it("a delivery has the status that the API says, whether it was tried or not", () => {
    const statuses = (text: string) => [...text.matchAll(/<td data-name="Status"[^>]*><div>(.*?)<\/div>/g)];
    for (const [attempts, last_attempt] of [
      [0, null],
      [2, DELIVERY.last_attempt],
    ] as const)
      expect(statuses(shown({ ...DELIVERY, attempts, last_attempt }))[0]?.[1]).to.equal(
        '<span class="badge wait">pending</span>',
      );
  });
});

/** Each try that a page shows, as text. */
const triesOf = (text: string): string[] =>
  [...text.matchAll(/<li>(.*?)<\/li>/g)].map(([, item = ""]) => item.replaceAll(/<[^>]*>/g, "").trim());

describe("The tries of a delivery on the endpoint's page", () => {
  it("have each its time, its answer or error, how long it took and why it was made, the newest first", () => {
    expect(triesOf(shown(DELIVERY))).to.deep.equal([
      "500 2023-11-14 22:14:20 12 ms, on schedule out of stock",
      "timeout 2023-11-14 22:13:30 10000 ms, on schedule",
    ]);
    const resent = { ...DELIVERY.last_attempt!, http_status: 200, response_prefix: null };
    for (const [resent_by, who] of [
      ["api", "with the API"],
      ["workbench", "in the workbench"],
      ["operator", "by an operator"],
    ] as const)
      expect(triesOf(shown({ ...DELIVERY, last_attempt: { ...resent, resent_by } }))[0]).to.equal(
        `200 2023-11-14 22:14:20 12 ms, resend ${who}`,
      );
  });

  it("keep theirs once the delivery has succeeded", () => {
    const last_attempt = { ...DELIVERY.last_attempt!, http_status: 204, response_prefix: null };
    const text = shown({ ...DELIVERY, status: "succeeded", next_attempt_at: null, last_attempt });
    expect(text).to.contain('<span class="badge good">204</span>');
    expect(text).to.contain('<span class="badge bad">timeout</span>');
  });

  it("are in red with a redirect, which is not followed", () => {
    const last_attempt = { ...DELIVERY.last_attempt!, http_status: 302 };
    expect(shown({ ...DELIVERY, last_attempt })).to.contain('<span class="badge bad">302</span>');
  });

  it("stand open as far as they are three, the others behind one click", () => {
    const [one] = DELIVERY.earlier_attempts;
    const text = shown({ ...DELIVERY, attempts: 6, earlier_attempts: Array.from({ length: 5 }, () => one!) });
    expect(triesOf(text)).to.have.length(6);
    const [open = "", behind = ""] = text.split("<details>");
    expect(triesOf(open)).to.have.length(3);
    expect(behind).to.contain("3 earlier");
    expect(shown(DELIVERY)).not.to.contain("<details>");
  });

  it("have no numbers, since one between two others may not be kept; then it is said how many were made", () => {
    expect(shown(DELIVERY)).not.to.contain("<ol").and.not.to.contain("are kept");
    expect(shown({ ...DELIVERY, attempts: 4 })).to.contain("The results of 2 of 4 attempts are kept.");
  });
});

const PAYMENT_ID = "pay_00000000000000000000000a";
type Facts = TraceEntry["facts"];

const timelineOf = (entries: readonly (readonly [part: TraceEntry["part"], what: string, facts: Facts])[]) =>
  storyPart({
    id: PAYMENT_ID,
    objects: [],
    timeline: entries.map(([kind, what, facts]) => ({
      at_ms: 1_700_000_000_000,
      object_id: PAYMENT_ID,
      part: kind,
      what,
      facts,
    })),
    missing: [],
    actsOf: () => [],
  }).toString();

const OF_EVENT = { event_id: DELIVERY.event_id, endpoint_id: ENDPOINT.id };
const COMES_AGAIN = "does not cancel the next attempt";

describe("The tries of a delivery on a timeline", () => {
  it("have each its own result, and a resend is marked with who asked for it", () => {
    const text = timelineOf([
      [
        "attempt",
        "500",
        { ...OF_EVENT, attempt: 1, http_status: 500, answer: "out of stock", resent_by: null },
      ],
      ["attempt", "timeout", { ...OF_EVENT, attempt: 2, error: "timeout", resent_by: "workbench" }],
      ["delivery", "succeeded", { ...OF_EVENT, attempts: 3, http_status: 200, resent_by: null }],
    ]);
    const [, first = "", second = "", last = ""] = text.split('<li class="');
    expect(first).to.contain("Delivery attempt").and.to.contain('<span class="badge bad">500</span>');
    expect(first).to.contain("<code>out of stock</code>").and.to.contain("on schedule");
    expect(second).to.contain('<span class="badge bad">timeout</span>');
    expect(second).to.contain('<span class="badge plain">resend</span> in the workbench');
    expect(last).to.contain('<span class="badge good">succeeded</span>').and.to.contain("on schedule");
    expect(text.split("resend"), "no other is marked").to.have.length(2);
  });

  it("have the status that the API says, and no other word for it", () => {
    const text = timelineOf([["delivery", "pending", { ...OF_EVENT, attempts: 1, http_status: 500 }]]);
    expect(text).to.contain('<span class="badge wait">pending</span>').and.not.to.contain("failing");
    expect(text, "nobody sent it again").not.to.contain(COMES_AGAIN);
  });

  it("go on after a resend, which is said beside the retry alone: before the resend is accepted and after it", () => {
    const resend = (status: string): readonly ["delivery", string, Facts] => [
      "delivery",
      status,
      { ...OF_EVENT, attempts: status === "pending" ? 0 : 1, resent_by: "api" },
    ];
    const waiting = timelineOf([["delivery", "pending", { ...OF_EVENT, attempts: 1 }], resend("pending")]);
    expect(waiting.split(COMES_AGAIN)).to.have.length(2);
    expect(waiting).to.contain("once both are accepted, the event has arrived twice, with the same id");
    const accepted = timelineOf([
      ["delivery", "pending", { ...OF_EVENT, attempts: 1, event_accepted_at_ms: 1_700_000_090_000 }],
      resend("succeeded"),
    ]);
    expect(accepted.split(COMES_AGAIN)).to.have.length(2);
    expect(accepted).to.contain("the event will be sent again, with the same id");
    for (const ended of ["failed", "canceled"])
      expect(
        timelineOf([
          ["delivery", ended, { ...OF_EVENT, attempts: 13 }],
          ["delivery", "pending", { ...OF_EVENT, attempts: 1, resent_by: "api" }],
        ]),
        `${ended} is never accepted any more`,
      ).not.to.contain(COMES_AGAIN);
    const other = { ...OF_EVENT, endpoint_id: "we_00000000000000000000000b" };
    expect(
      timelineOf([
        ["delivery", "pending", { ...OF_EVENT, attempts: 1 }],
        ["delivery", "succeeded", { ...other, attempts: 1 }],
      ]),
      "another endpoint's delivery is no resend",
    ).not.to.contain(COMES_AGAIN);
  });
});

describe("A retry beside another delivery of its event", () => {
  const beside = (other: Partial<WebhookDelivery>) => {
    const data = [
      DELIVERY,
      { ...DELIVERY, id: "whd_00000000000000000000000b", next_attempt_at: null, ...other },
    ];
    return webhookPart(ENDPOINT, { data, has_more: false }).toString();
  };

  it("says on the endpoint's page that the event may arrive twice, where the other was accepted or may be yet", () => {
    for (const status of ["pending", "succeeded"] as const)
      expect(beside({ status }), status).to.contain(COMES_AGAIN);
    for (const status of ["failed", "canceled"] as const)
      expect(beside({ status }), `${status} is never accepted any more`).not.to.contain(COMES_AGAIN);
    const other = { status: "succeeded", event_id: "evt_00000000000000000000000b" } as const;
    expect(beside(other), "another event is no resend").not.to.contain(COMES_AGAIN);
  });
});

describe("A delivery whose event the endpoint has accepted since by another one", () => {
  it("says on the endpoint's page when that was, that it is tried again all the same, and what comes of it", () => {
    const accepted = { ...DELIVERY, event_accepted_at: 1_700_000_090 };
    const text = shown(accepted);
    expect(text).to.contain("event accepted by another delivery").and.to.contain("2023-11-14 22:14:50");
    expect(text).to.contain("2023-11-14 22:15:20").and.to.contain(COMES_AGAIN);
    const ended = shown({ ...accepted, status: "failed", next_attempt_at: null });
    expect(ended).to.contain("event accepted by another delivery").and.not.to.contain(COMES_AGAIN);
  });
});

describe("What the workbench says of deliveries that failed so far", () => {
  it("stands in red beside the endpoint, and beside the object that was not told of", () => {
    const page = { data: [ENDPOINT], has_more: false };
    const shownAs = (failing: number) =>
      webhooksPart(page, new Map([[ENDPOINT.id, Array.from({ length: failing })]])).toString();
    expect(shownAs(2)).to.contain('<span class="badge bad">2 not delivered</span>');
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
    expect(list([payment.id])).to.contain('<span class="badge bad">webhook not delivered</span>');
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
