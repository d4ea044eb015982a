import type { WebhookDelivery } from "../../webhook-delivery.ts";
import type { WebhookEndpoint } from "../../webhook-endpoint.ts";
import { AT, EVENT_ID } from "./objects.ts";

export const ENDPOINT_ID = "we_4tRe8YuIo2PlK6jHg1FdSa9Q";

export const WEBHOOK_ENDPOINT = {
  id: ENDPOINT_ID,
  url: "https://shop.example/webhooks",
  enabled_events: ["*"],
  description: "Shop",
  status: "enabled",
  disabled_reason: null,
  failing_since: null,
  livemode: false,
  created_at: AT,
} satisfies WebhookEndpoint;

/** Zeros in base64: nobody's secret. */
export const WITH_SECRET = { ...WEBHOOK_ENDPOINT, secret: `whsec_${"A".repeat(43)}=` };

export const DELIVERY = {
  id: "whd_9zXc5VbNm3AsD7fGh2JkLq4W",
  event_id: EVENT_ID,
  event_type: "payment.succeeded",
  status: "pending",
  attempts: 1,
  next_attempt_at: AT + 8,
  last_attempt: {
    at: AT + 3,
    http_status: 500,
    error: null,
    duration_ms: 41,
    response_prefix: "Internal error",
    resent_by: null,
  },
  earlier_attempts: [],
  event_accepted_at: null,
  created_at: AT + 2,
} satisfies WebhookDelivery;
