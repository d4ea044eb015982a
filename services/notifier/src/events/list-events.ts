import type { EventList, EventListRequest } from "@flowlix/contracts";
import type { NotifierDeps } from "../deps.ts";
import { pageOf, startOf } from "../page.ts";
import { publicEventOf } from "./public-event.ts";

/**
 * A page of the events of a merchant's mode, newest first in both directions (decisions §§4, 9).
 * Errors: invalid_search_criteria for a cursor that is no event of the mode.
 */
export async function listEvents(
  { eventsReads }: Pick<NotifierDeps, "eventsReads">,
  request: EventListRequest,
): Promise<EventList> {
  const { scope, limit } = request;
  const from = await startOf(request, (id) => eventsReads.position(scope, id));
  const payloads = await eventsReads.page({ scope, limit, from });
  return pageOf(payloads, { limit, from }, publicEventOf);
}
