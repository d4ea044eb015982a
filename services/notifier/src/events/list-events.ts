import type { EventList, EventListRequest } from "@flowlix/contracts";
import type { NotifierDeps } from "../deps.ts";
import { startOf } from "../page.ts";
import { publicEventOf } from "./public-event.ts";

/**
 * A page of the events of a merchant's mode, newest first in both directions (decisions §§4, 9); shorter than
 * asked for where events are so large that it would not fit the bus.
 * Errors: invalid_search_criteria for a cursor that is no event of the mode.
 */
export async function listEvents(
  { eventsReads }: Pick<NotifierDeps, "eventsReads">,
  request: EventListRequest,
): Promise<EventList> {
  const { scope, limit, types } = request;
  const from = await startOf(request, (id) => eventsReads.position(scope, id));
  const { payloads, more } = await eventsReads.page({ scope, limit, from, types });
  const data = payloads.map(publicEventOf);
  return { data: from?.going === "newer" ? data.toReversed() : data, has_more: more };
}
