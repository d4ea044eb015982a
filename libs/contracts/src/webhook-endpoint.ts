import { Type, type Static } from "typebox";
import { WebhookEndpointId } from "./ids.ts";
import { named } from "./schema-name.ts";
import { closed, LiveMode, moment, nullable, oneOf, page } from "./schema.ts";

export const ENDPOINT_STATUSES = ["enabled", "disabled"] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

/** Who or what disabled an endpoint: its own answer 410, its merchant, or an operator. */
export const DISABLED_REASONS = ["gone", "merchant", "operator"] as const;

/**
 * How many endpoints a merchant may have in a mode (docs/design/decisions.md#webhook-endpoints); more is
 * `limit_exceeded`.
 */
export const ENDPOINTS_PER_MODE_MAX = 16;
export const WEBHOOK_URL_LENGTH_MAX = 2_048;
export const ENDPOINT_DESCRIPTION_LENGTH_MAX = 255;
/** Seven days. */
export const SECRET_OVERLAP_SECONDS_MAX = 604_800;

/**
 * Where a merchant's events go (docs/design/decisions.md#webhook-endpoints). Its secret is in the answers that make one
 * only.
 */
export const WebhookEndpoint = Type.Object(
  {
    id: WebhookEndpointId,
    url: Type.String({ maxLength: WEBHOOK_URL_LENGTH_MAX, description: "Where events are sent" }),
    enabled_events: Type.Array(Type.String(), {
      description: 'Event types, or `["*"]` for every type, those to come included',
    }),
    description: nullable(
      Type.String({ maxLength: ENDPOINT_DESCRIPTION_LENGTH_MAX, description: "Your own note on it" }),
    ),
    status: oneOf(ENDPOINT_STATUSES, { description: "Only to an enabled one is anything sent" }),
    disabled_reason: nullable(
      oneOf(DISABLED_REASONS, {
        description: "`gone` after the answer 410; null while the endpoint is enabled",
      }),
    ),
    failing_since: nullable(
      Type.Integer({
        minimum: 0,
        description: "Since when every delivery has failed, once that has been so for a day; else null",
      }),
    ),
    livemode: LiveMode,
    created_at: moment("When it was created"),
  },
  { ...closed, description: "Where events of a mode are sent" },
);
export type WebhookEndpoint = Static<typeof WebhookEndpoint>;
named("WebhookEndpoint", WebhookEndpoint);

/** The answer to a create and to a roll: the only ones that show the secret. */
export const WebhookEndpointWithSecret = Type.Object(
  {
    ...WebhookEndpoint.properties,
    secret: Type.String({
      pattern: "^whsec_[A-Za-z0-9+/]{43}=$",
      description:
        "What deliveries are signed with. It is shown in this answer alone: keep it where your keys are",
    }),
  },
  { ...closed, description: "A webhook endpoint with its new secret" },
);
export type WebhookEndpointWithSecret = Static<typeof WebhookEndpointWithSecret>;
named("WebhookEndpointWithSecret", WebhookEndpointWithSecret);

/** A page of endpoints, newest first. */
export const WebhookEndpointList = page(WebhookEndpoint, "webhook endpoints");
export type WebhookEndpointList = Static<typeof WebhookEndpointList>;
named("WebhookEndpointList", WebhookEndpointList);
