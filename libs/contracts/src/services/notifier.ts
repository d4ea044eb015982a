import { Type, type Static } from "typebox";
import { AuditEntry } from "../administration.ts";
import { EventList, EventListRequest, PublicEvent } from "../event-list.ts";
import { EventId, MerchantId, WebhookDeliveryId, WebhookEndpointId } from "../ids.ts";
import { PAGE_LIMIT_MAX } from "../list-query.ts";
import { DatabaseMillis, nullable, oneOf } from "../schema.ts";
import { Actor, Scope } from "../scope.ts";
import { defineService } from "../service-contract.ts";
import { RESEND_SOURCES, WebhookDeliveryList } from "../webhook-delivery.ts";
import {
  ENDPOINT_DESCRIPTION_LENGTH_MAX,
  ENDPOINT_STATUSES,
  SECRET_OVERLAP_SECONDS_MAX,
  WebhookEndpoint,
  WebhookEndpointList,
  WebhookEndpointWithSecret,
  WEBHOOK_URL_LENGTH_MAX,
} from "../webhook-endpoint.ts";
import { listEveryEndpointAction } from "./every-endpoint.ts";
import { healthAction } from "./health.ts";
import { listJobsAction } from "./list-jobs.ts";
import { objectOfEventAction, traceEventsAction } from "./trace-actions.ts";

/** How many events a call of `accept` may carry, and how long one may be (docs/design/architecture.md#events). */
export const EVENTS_PER_CALL_MAX = 500;
export const EVENT_LENGTH_MAX = 1_048_576;

/**
 * An event as its owner's outbox keeps it. `payload` is the public event as JSON text: it is serialised
 * once, where it is written, and nobody on the way parses it.
 */
export const OutboxRow = Type.Object({
  event_id: EventId,
  event_type: Type.String({ minLength: 1, maxLength: 64 }),
  merchant_id: MerchantId,
  livemode: Type.Boolean(),
  object_id: Type.String({ minLength: 1, maxLength: 64 }),
  /** Of two events of an object the one of the higher version is the later. */
  version: Type.Integer({ minimum: 0 }),
  created_at_ms: DatabaseMillis,
  payload: Type.String({ minLength: 2, maxLength: EVENT_LENGTH_MAX }),
  /** The trace it came about in, as W3C Trace Context writes it; its webhooks carry it. */
  traceparent: Type.Optional(nullable(Type.String({ maxLength: 64 }))),
});
export type OutboxRow = Static<typeof OutboxRow>;

const url = Type.String({ maxLength: WEBHOOK_URL_LENGTH_MAX });
const enabledEvents = Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 64 });
const description = nullable(Type.String({ maxLength: ENDPOINT_DESCRIPTION_LENGTH_MAX }));
const limit = Type.Integer({ minimum: 1, maximum: PAGE_LIMIT_MAX });
/** Present where an operator does it rather than the merchant; the act is audited in its name. */
const actor = Type.Optional(Actor);

export const notifierContract = defineService("notifier", {
  /**
   * Stores events, each once by its id, and what is to be delivered of them. One that cannot be stored is
   * refused with the reason and holds back no other; every event that is not refused is stored, now or before. Errors:
   * service_unavailable where the database cannot store events for the moment; the relay tries again.
   */
  accept: {
    callers: ["payments", "refunds", "payouts"],
    params: Type.Object({
      events: Type.Array(OutboxRow, { minItems: 1, maxItems: EVENTS_PER_CALL_MAX }),
    }),
    result: Type.Object({
      refused: Type.Array(Type.Object({ event_id: EventId, reason: Type.String() })),
    }),
  },
  /**
   * A page of the events of a merchant's mode, newest first.
   * Errors: invalid_search_criteria for a cursor that is no event of it.
   */
  listEvents: { repeatable: true, params: EventListRequest, result: EventList },
  /** Errors: object_not_found (`event_id`). */
  getEvent: {
    repeatable: true,
    params: Type.Object({ scope: Scope, event_id: EventId }),
    result: PublicEvent,
  },
  /**
   * Sends an event again, under its id, to every enabled endpoint of the mode that wants its type.
   * Answers how many those are. Without `resent_by`, as a gateway of 1.0.0 asks, it is the operator's where there is an
   * `actor`, else the API's. Errors: object_not_found (`event_id`).
   */
  resendEvent: {
    params: Type.Object({
      scope: Scope,
      event_id: EventId,
      resent_by: Type.Optional(oneOf(RESEND_SOURCES)),
      actor,
    }),
    result: Type.Object({ event: PublicEvent, deliveries: Type.Integer({ minimum: 0 }) }),
  },
  /**
   * Creates an endpoint and its secret. The secret is in this answer and in those of `rollSecret` only. Errors:
   * parameter_invalid (`url`, `enabled_events`), limit_exceeded, service_unavailable where the host's name could not be
   * looked up.
   */
  createEndpoint: {
    params: Type.Object({ scope: Scope, url, enabled_events: enabledEvents, description, actor }),
    result: WebhookEndpointWithSecret,
  },
  /** Newest first. Errors: invalid_search_criteria for a cursor that is no endpoint of the mode. */
  listEndpoints: {
    repeatable: true,
    params: Type.Object({
      scope: Scope,
      limit,
      starting_after: nullable(WebhookEndpointId),
      ending_before: nullable(WebhookEndpointId),
    }),
    result: WebhookEndpointList,
  },
  /** Errors: object_not_found (`webhook_endpoint_id`). */
  getEndpoint: {
    repeatable: true,
    params: Type.Object({ scope: Scope, endpoint_id: WebhookEndpointId }),
    result: WebhookEndpoint,
  },
  /**
   * Changes what is given. Disabling cancels what is pending.
   * Errors: object_not_found (`webhook_endpoint_id`), parameter_invalid (`url`, `enabled_events`), service_unavailable
   * where the host's name could not be looked up.
   */
  updateEndpoint: {
    params: Type.Object({
      scope: Scope,
      endpoint_id: WebhookEndpointId,
      url: Type.Optional(url),
      enabled_events: Type.Optional(enabledEvents),
      description: Type.Optional(description),
      status: Type.Optional(oneOf(ENDPOINT_STATUSES)),
      actor,
    }),
    result: WebhookEndpoint,
  },
  /** Ends an endpoint with its deliveries. Errors: object_not_found (`webhook_endpoint_id`). */
  deleteEndpoint: {
    params: Type.Object({ scope: Scope, endpoint_id: WebhookEndpointId, actor }),
    result: Type.Object({
      id: WebhookEndpointId,
      deleted: Type.Unsafe<true>({ type: "boolean", const: true }),
    }),
  },
  /** A new secret; the old one signs beside it for the overlap. Errors: object_not_found (`webhook_endpoint_id`). */
  rollSecret: {
    params: Type.Object({
      scope: Scope,
      endpoint_id: WebhookEndpointId,
      overlap_seconds: Type.Integer({ minimum: 0, maximum: SECRET_OVERLAP_SECONDS_MAX }),
      actor,
    }),
    result: WebhookEndpointWithSecret,
  },
  /** The newest secret signs alone from then on. Errors: object_not_found (`webhook_endpoint_id`). */
  endOverlap: {
    params: Type.Object({ scope: Scope, endpoint_id: WebhookEndpointId, actor }),
    result: WebhookEndpoint,
  },
  /**
   * Newest first. Errors: object_not_found (`webhook_endpoint_id`), invalid_search_criteria for a cursor
   * that is no delivery of the endpoint.
   */
  listDeliveries: {
    repeatable: true,
    params: Type.Object({
      scope: Scope,
      endpoint_id: WebhookEndpointId,
      limit,
      starting_after: nullable(WebhookDeliveryId),
      ending_before: nullable(WebhookDeliveryId),
    }),
    result: WebhookDeliveryList,
  },
  /**
   * What could not be delivered so far, among the newest deliveries of each endpoint of the mode: the endpoint and the
   * object of the event, once for each delivery. For marks beside lists, which look at no more than is shown.
   */
  listFailing: {
    repeatable: true,
    params: Type.Object({ scope: Scope }),
    result: Type.Object({
      failing: Type.Array(Type.Object({ endpoint_id: WebhookEndpointId, object_id: Type.String() })),
    }),
  },
  /**
   * The merchant and mode of an endpoint or an event: for operators, who name it by its id alone.
   * Errors: object_not_found (`id`).
   */
  scopeOf: {
    params: Type.Object({ id: Type.Union([WebhookEndpointId, EventId]) }),
    result: Scope,
  },
  listEveryEndpoint: listEveryEndpointAction,
  objectOfEvent: objectOfEventAction,
  traceEvents: traceEventsAction,
  listJobs: listJobsAction,
  listAudit: {
    params: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 1000 }) }),
    result: Type.Object({ entries: Type.Array(AuditEntry) }),
  },
  health: healthAction,
});
