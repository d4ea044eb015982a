import { OPERATIONS, SECRET_OVERLAP_SECONDS_DEFAULT } from "@flowlix/contracts";
import { json, type Answer } from "../http/answer.ts";
import { readJson } from "../http/read-json.ts";
import type { AuthenticatedRequest } from "../http/route.ts";
import { aboutUrl } from "../explain/about-url.ts";
import { createRequestValidator } from "../validation/validate-request.ts";
import { aboutPathId, callOf, pathId, scopeOf, type NotifierClient } from "./notifier-call.ts";

export interface ChangeEndpointDeps {
  readonly notifier: Pick<
    NotifierClient,
    "createEndpoint" | "updateEndpoint" | "deleteEndpoint" | "rollSecret" | "endOverlap"
  >;
}

const bodyOf = ({ headers, body }: AuthenticatedRequest) => readJson(headers["content-type"], body);

/** What is named twice is wanted once. */
const distinct = (types: readonly string[]): string[] => [...new Set(types)];

/**
 * POST /v1/webhook_endpoints (docs/design/decisions.md#webhook-endpoints). The shape is checked here, the address by
 * its owner, who would connect to it. Errors: request_body_invalid, parameter_invalid, limit_exceeded.
 */
export function createCreateEndpoint({ notifier }: ChangeEndpointDeps) {
  const validate = createRequestValidator(OPERATIONS.createWebhookEndpoint.body);
  return async (request: AuthenticatedRequest): Promise<Answer> => {
    const { url, enabled_events, description = null } = validate(bodyOf(request));
    const params = { scope: scopeOf(request), url, enabled_events: distinct(enabled_events), description };
    return json(201, await aboutUrl(url, notifier.createEndpoint(params, callOf(request))));
  };
}

/**
 * PATCH /v1/webhook_endpoints/{id}: what is left out stays. Errors: invalid_request for an id of another
 * shape, request_body_invalid, parameter_invalid, object_not_found.
 */
export function createUpdateEndpoint({ notifier }: ChangeEndpointDeps) {
  const validate = createRequestValidator(OPERATIONS.updateWebhookEndpoint.body);
  return async (request: AuthenticatedRequest): Promise<Answer> => {
    const id = pathId("webhook_endpoint", request);
    const { enabled_events: types, ...changes } = validate(bodyOf(request));
    const params = {
      scope: scopeOf(request),
      endpoint_id: id,
      ...changes,
      ...(types === undefined ? {} : { enabled_events: distinct(types) }),
    };
    const changed = aboutPathId(request, notifier.updateEndpoint(params, callOf(request)));
    return json(200, await aboutUrl(changes.url, changed));
  };
}

/** DELETE /v1/webhook_endpoints/{id}. Errors: invalid_request for an id of another shape, object_not_found. */
export async function deleteEndpoint(
  { notifier }: ChangeEndpointDeps,
  request: AuthenticatedRequest,
): Promise<Answer> {
  const params = { scope: scopeOf(request), endpoint_id: pathId("webhook_endpoint", request) };
  return json(200, await aboutPathId(request, notifier.deleteEndpoint(params, callOf(request))));
}

/**
 * POST /v1/webhook_endpoints/{id}/roll_secret. No body at all is the default overlap. Errors: invalid_request
 * for an id of another shape, request_body_invalid, parameter_invalid, object_not_found.
 */
export function createRollSecret({ notifier }: ChangeEndpointDeps) {
  const validate = createRequestValidator(OPERATIONS.rollWebhookSecret.body);
  return async (request: AuthenticatedRequest): Promise<Answer> => {
    const id = pathId("webhook_endpoint", request);
    const { overlap_seconds = SECRET_OVERLAP_SECONDS_DEFAULT } = validate(
      request.body.length === 0 ? {} : bodyOf(request),
    );
    const params = { scope: scopeOf(request), endpoint_id: id, overlap_seconds };
    return json(200, await aboutPathId(request, notifier.rollSecret(params, callOf(request))));
  };
}

/**
 * POST /v1/webhook_endpoints/{id}/end_overlap. Errors: invalid_request for an id of another shape,
 * request_body_invalid for a body that asks for anything, object_not_found.
 */
export function createEndOverlap({ notifier }: ChangeEndpointDeps) {
  const validate = createRequestValidator(OPERATIONS.endWebhookSecretOverlap.body);
  return async (request: AuthenticatedRequest): Promise<Answer> => {
    const id = pathId("webhook_endpoint", request);
    if (request.body.length > 0) validate(bodyOf(request));
    const params = { scope: scopeOf(request), endpoint_id: id };
    return json(200, await aboutPathId(request, notifier.endOverlap(params, callOf(request))));
  };
}
