import { OPERATIONS } from "@flowlix/contracts";
import { requirePermission } from "../http/admit.ts";
import { json, type Answer } from "../http/answer.ts";
import { readJson } from "../http/read-json.ts";
import type { AuthenticatedRequest } from "../http/route.ts";
import { readPage } from "../query/list-criteria.ts";
import { createQueryReader } from "../query/query-reader.ts";
import { createRequestValidator } from "../validation/validate-request.ts";
import { aboutPathId, callOf, pathId, scopeOf, type NotifierClient } from "./notifier-call.ts";
import { readableTypes, readersOf } from "./readable-types.ts";

export interface EventDeps {
  readonly notifier: Pick<NotifierClient, "listEvents" | "getEvent" | "resendEvent">;
  /** Puts the links of hosted pages in the place of the placeholders that events hold. */
  readonly fillPageUrls: (event: unknown) => unknown;
}

/**
 * GET /v1/events (docs/design/decisions.md#other-lists): a page of the events that the key may read, newest first.
 * Errors: as the query's reader; invalid_search_criteria for a position that is no event of the key's merchant and
 * mode.
 */
export function createListEvents({ notifier, fillPageUrls }: EventDeps) {
  const readQuery = createQueryReader(OPERATIONS.listEvents.query);
  return async (request: AuthenticatedRequest): Promise<Answer> => {
    const page = readPage(readQuery(request.query));
    const types = readableTypes(request.caller.permissions);
    const params = { scope: scopeOf(request), ...page, ...(types === undefined ? {} : { types }) };
    const { data, has_more } = await notifier.listEvents(params, callOf(request));
    return json(200, { data: data.map(fillPageUrls), has_more });
  };
}

/**
 * GET /v1/events/{id}. Errors: invalid_request for an id of another shape, object_not_found, and
 * actor_forbidden for an event of a kind that the key may not read.
 */
export async function getEvent(
  { notifier, fillPageUrls }: EventDeps,
  request: AuthenticatedRequest,
): Promise<Answer> {
  const params = { scope: scopeOf(request), event_id: pathId("event", request) };
  const event = await aboutPathId(request, notifier.getEvent(params, callOf(request)));
  requirePermission(request.caller, { permissions: readersOf(event.type) });
  return json(200, fillPageUrls(event));
}

/** The workbench's page says in it where its requests come from: for what is shown alone, nothing is decided by it. */
const SENT_FROM = "flowlix-sent-from";

/**
 * POST /v1/events/{id}/resend: to every enabled endpoint of the mode that wants the type, under the same id
 * (docs/design/decisions.md#webhook-endpoints). A body can say nothing, so one that says
 * something is refused. Errors: invalid_request for an id of another shape, request_body_invalid, object_not_found.
 */
export function createResendEvent({ notifier, fillPageUrls }: EventDeps) {
  const validate = createRequestValidator(OPERATIONS.resendEvent.body);
  return async (request: AuthenticatedRequest): Promise<Answer> => {
    const params = { scope: scopeOf(request), event_id: pathId("event", request) };
    const { headers, body } = request;
    if (body.length > 0) validate(readJson(headers["content-type"], body));
    const resent_by = headers[SENT_FROM] === "workbench" ? "workbench" : "api";
    const { event, deliveries } = await aboutPathId(
      request,
      notifier.resendEvent({ ...params, resent_by }, callOf(request)),
    );
    return json(200, fillPageUrls({ ...event, deliveries }));
  };
}
