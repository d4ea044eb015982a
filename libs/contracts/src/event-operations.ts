import { EVENT_LIST_QUERY, EventList, PublicEvent, ResentEvent } from "./event-list.ts";
import { EventId, WebhookEndpointId } from "./ids.ts";
import { AUTHENTICATED, type Operation } from "./operation.ts";
import type { KeyPermission } from "./scope.ts";
import { WebhookDeliveryList } from "./webhook-delivery.ts";
import { WebhookEndpoint, WebhookEndpointList, WebhookEndpointWithSecret } from "./webhook-endpoint.ts";
import {
  DeletedWebhookEndpoint,
  ResendRequest,
  RollSecretRequest,
  WEBHOOK_DELIVERY_LIST_QUERY,
  WEBHOOK_ENDPOINT_LIST_QUERY,
  WebhookEndpointRequest,
  WebhookEndpointUpdate,
} from "./webhook-requests.ts";

/** Webhook endpoints show and send everything of a mode (docs/design/decisions.md#key-permissions). */
const EVERYTHING = ["payments", "refunds", "payouts"] as const satisfies readonly KeyPermission[];
const PARENT_READ = [...AUTHENTICATED, "invalid_request", "object_not_found"] as const;

/** Events, and the endpoints they are sent to (docs/design/decisions.md#webhooks). */
export const EVENT_OPERATIONS = {
  listEvents: {
    id: "listEvents",
    summary: "List events of the last 30 days",
    method: "GET",
    path: "/v1/events",
    permissions: ["payments", "refunds", "payouts", "read"],
    query: EVENT_LIST_QUERY,
    success: { status: 200, body: EventList },
    errors: [...AUTHENTICATED, "invalid_request", "invalid_search_criteria"],
  },
  getEvent: {
    id: "getEvent",
    summary: "Retrieve an event",
    method: "GET",
    path: "/v1/events/{id}",
    permissions: ["payments", "refunds", "payouts", "read"],
    pathParams: { id: EventId },
    success: { status: 200, body: PublicEvent },
    errors: PARENT_READ,
  },
  resendEvent: {
    id: "resendEvent",
    summary: "Send an event again to every enabled endpoint that wants its type",
    method: "POST",
    path: "/v1/events/{id}/resend",
    allPermissions: EVERYTHING,
    pathParams: { id: EventId },
    body: ResendRequest,
    bodyOptional: true,
    success: { status: 200, body: ResentEvent },
    errors: [...PARENT_READ, "request_body_invalid"],
  },
  createWebhookEndpoint: {
    id: "createWebhookEndpoint",
    summary: "Create a webhook endpoint; its secret is shown here only",
    method: "POST",
    path: "/v1/webhook_endpoints",
    allPermissions: EVERYTHING,
    body: WebhookEndpointRequest,
    success: { status: 201, body: WebhookEndpointWithSecret },
    errors: [...AUTHENTICATED, "request_body_invalid", "limit_exceeded"],
  },
  listWebhookEndpoints: {
    id: "listWebhookEndpoints",
    summary: "List webhook endpoints",
    method: "GET",
    path: "/v1/webhook_endpoints",
    allPermissions: EVERYTHING,
    query: WEBHOOK_ENDPOINT_LIST_QUERY,
    success: { status: 200, body: WebhookEndpointList },
    errors: [...AUTHENTICATED, "invalid_request", "invalid_search_criteria"],
  },
  getWebhookEndpoint: {
    id: "getWebhookEndpoint",
    summary: "Retrieve a webhook endpoint",
    method: "GET",
    path: "/v1/webhook_endpoints/{id}",
    allPermissions: EVERYTHING,
    pathParams: { id: WebhookEndpointId },
    success: { status: 200, body: WebhookEndpoint },
    errors: PARENT_READ,
  },
  updateWebhookEndpoint: {
    id: "updateWebhookEndpoint",
    summary: "Change a webhook endpoint",
    method: "PATCH",
    path: "/v1/webhook_endpoints/{id}",
    allPermissions: EVERYTHING,
    pathParams: { id: WebhookEndpointId },
    body: WebhookEndpointUpdate,
    success: { status: 200, body: WebhookEndpoint },
    errors: [...PARENT_READ, "request_body_invalid"],
  },
  deleteWebhookEndpoint: {
    id: "deleteWebhookEndpoint",
    summary: "Delete a webhook endpoint with its deliveries",
    method: "DELETE",
    path: "/v1/webhook_endpoints/{id}",
    allPermissions: EVERYTHING,
    pathParams: { id: WebhookEndpointId },
    success: { status: 200, body: DeletedWebhookEndpoint },
    errors: PARENT_READ,
  },
  rollWebhookSecret: {
    id: "rollWebhookSecret",
    summary: "Give a webhook endpoint a new secret; the old one signs beside it for a while",
    method: "POST",
    path: "/v1/webhook_endpoints/{id}/roll_secret",
    allPermissions: EVERYTHING,
    pathParams: { id: WebhookEndpointId },
    body: RollSecretRequest,
    bodyOptional: true,
    success: { status: 200, body: WebhookEndpointWithSecret },
    errors: [...PARENT_READ, "request_body_invalid"],
  },
  listWebhookDeliveries: {
    id: "listWebhookDeliveries",
    summary: "List the deliveries of a webhook endpoint",
    method: "GET",
    path: "/v1/webhook_endpoints/{id}/deliveries",
    allPermissions: EVERYTHING,
    pathParams: { id: WebhookEndpointId },
    query: WEBHOOK_DELIVERY_LIST_QUERY,
    success: { status: 200, body: WebhookDeliveryList },
    errors: [...PARENT_READ, "invalid_search_criteria"],
  },
} as const satisfies Record<string, Operation>;
