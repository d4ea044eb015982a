import { OPERATIONS } from "@flowlix/contracts";
import { createEventFiller, type PageUrlFiller } from "@flowlix/page-links";
import { keyRoute } from "../http/key-route.ts";
import type { Route } from "../http/route.ts";
import {
  createCreateEndpoint,
  createEndOverlap,
  createRollSecret,
  createUpdateEndpoint,
  deleteEndpoint,
} from "./change-endpoints.ts";
import { createListEvents, createResendEvent, getEvent } from "./events.ts";
import type { NotifierClient } from "./notifier-call.ts";
import { createListDeliveries, createListEndpoints, getEndpoint } from "./read-endpoints.ts";

export interface EventRouteDeps {
  readonly notifier: NotifierClient;
  readonly fillPageUrl: PageUrlFiller;
}

/** Events and the endpoints they are sent to, one row each (docs/design/decisions.md#webhooks). */
export function eventRoutes({ notifier, fillPageUrl }: EventRouteDeps): readonly Route[] {
  const deps = { notifier, fillPageUrls: createEventFiller(fillPageUrl) };
  const {
    listEvents,
    getEvent: oneEvent,
    resendEvent: resend,
    createWebhookEndpoint: create,
    listWebhookEndpoints: list,
    getWebhookEndpoint: one,
    updateWebhookEndpoint: update,
    deleteWebhookEndpoint: remove,
    rollWebhookSecret: roll,
    endWebhookSecretOverlap: end,
    listWebhookDeliveries: deliveries,
  } = OPERATIONS;
  return [
    keyRoute(listEvents, createListEvents(deps)),
    keyRoute(oneEvent, (request) => getEvent(deps, request)),
    keyRoute(resend, createResendEvent(deps)),
    keyRoute(create, createCreateEndpoint(deps)),
    keyRoute(list, createListEndpoints(deps)),
    keyRoute(one, (request) => getEndpoint(deps, request)),
    keyRoute(update, createUpdateEndpoint(deps)),
    keyRoute(remove, (request) => deleteEndpoint(deps, request)),
    keyRoute(roll, createRollSecret(deps)),
    keyRoute(end, createEndOverlap(deps)),
    keyRoute(deliveries, createListDeliveries(deps)),
  ];
}
