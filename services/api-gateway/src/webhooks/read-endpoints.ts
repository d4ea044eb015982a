import { OPERATIONS } from "@flowlix/contracts";
import { json, type Answer } from "../http/answer.ts";
import type { AuthenticatedRequest } from "../http/route.ts";
import { readPage } from "../query/list-criteria.ts";
import { createQueryReader } from "../query/query-reader.ts";
import { aboutPathId, callOf, pathId, scopeOf, type NotifierClient } from "./notifier-call.ts";

export interface ReadEndpointDeps {
  readonly notifier: Pick<NotifierClient, "listEndpoints" | "getEndpoint" | "listDeliveries">;
}

/**
 * GET /v1/webhook_endpoints (docs/design/decisions.md#other-lists), newest first. Errors: as the query's reader;
 * invalid_search_criteria for a position that is no endpoint of the key's merchant and mode.
 */
export function createListEndpoints({ notifier }: ReadEndpointDeps) {
  const readQuery = createQueryReader(OPERATIONS.listWebhookEndpoints.query);
  return async (request: AuthenticatedRequest): Promise<Answer> => {
    const page = readPage(readQuery(request.query));
    const params = { scope: scopeOf(request), ...page };
    return json(200, await notifier.listEndpoints(params, callOf(request)));
  };
}

/** GET /v1/webhook_endpoints/{id}. Errors: invalid_request for an id of another shape, object_not_found. */
export async function getEndpoint(
  { notifier }: ReadEndpointDeps,
  request: AuthenticatedRequest,
): Promise<Answer> {
  const params = { scope: scopeOf(request), endpoint_id: pathId("webhook_endpoint", request) };
  return json(200, await aboutPathId(request, notifier.getEndpoint(params, callOf(request))));
}

/**
 * GET /v1/webhook_endpoints/{id}/deliveries (docs/design/decisions.md#other-lists), newest first. Errors:
 * invalid_request for an id of another shape and as the query's reader; object_not_found; invalid_search_criteria for a
 * position that is no delivery of the endpoint.
 */
export function createListDeliveries({ notifier }: ReadEndpointDeps) {
  const readQuery = createQueryReader(OPERATIONS.listWebhookDeliveries.query);
  return async (request: AuthenticatedRequest): Promise<Answer> => {
    const id = pathId("webhook_endpoint", request);
    const page = readPage(readQuery(request.query));
    const params = { scope: scopeOf(request), endpoint_id: id, ...page };
    return json(200, await aboutPathId(request, notifier.listDeliveries(params, callOf(request))));
  };
}
