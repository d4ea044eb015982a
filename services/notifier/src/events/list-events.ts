import type { EventList, EventListRequest } from "@flowlix/contracts";
import type { NotifierDeps } from "../deps.ts";
import { startOf } from "../page.ts";
import { publicEventOf } from "./public-event.ts";

/**
 * A page of the events of a merchant's mode, newest first in both directions (docs/design/decisions.md#other-lists);
 * shorter than asked for where events are so large that it would not fit the bus. A page to newer ones ends where one
 * may still come in between, so that reading on from its newest shows each once. Errors: invalid_search_criteria
 * for a cursor that is no event of the mode, and was none as far as is known.
 */
export async function listEvents(
  { eventsReads }: Pick<NotifierDeps, "eventsReads">,
  request: EventListRequest,
): Promise<EventList> {
  const { scope, limit, types } = request;
  const from = await startOf(request, (id, going) => eventsReads.position(scope, id, going));
  const { payloads, more } = await eventsReads.page({ scope, limit, from, types });
  const data = payloads.map(publicEventOf);
  return { data: from?.going === "newer" ? data.toReversed() : data, has_more: more };
}
