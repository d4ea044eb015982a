import type { WebhookDelivery, WebhookEndpoint } from "@flowlix/contracts";
import { expect } from "chai";
import { webhookPart, webhooksPart } from "../src/merchant-parts.ts";

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
