import { setTimeout as pause } from "node:timers/promises";
import type { Event } from "@flowlix/client";
import type { Client } from "../api/client.ts";
import { objectOf } from "../api/objects.ts";
import { EXIT, Failure } from "../failure.ts";
import { settledOf } from "../listen/follow-events.ts";

const POLL_MS = 500;
const PAGE = 100;

export interface Awaited {
  readonly type: string;
  readonly objectId: string;
  readonly withinS: number;
}

/**
 * The event of an object, once it is there. A page behind what was seen is empty while nothing is new, and the platform
 * keeps no empty page in its log of requests. Errors: Failure, where it does not come in time.
 */
export async function awaitEvent(
  client: Client,
  { type, objectId, withinS }: Awaited,
  signal: AbortSignal,
): Promise<Event> {
  const until = performance.now() + withinS * 1000;
  let cursor: string | undefined;
  while (performance.now() < until) {
    const query = cursor === undefined ? { limit: PAGE } : { limit: PAGE, ending_before: cursor };
    const page = await client.read((api, call) => api.events.list(query, call));
    const found = page.data.find((event) => event.type === type && objectOf(event).id === objectId);
    if (found !== undefined) return found;
    const behind = cursor === undefined ? settledOf({ ...page, atS: client.answeredAtS }) : page.data[0];
    cursor = behind?.id ?? cursor;
    await pause(POLL_MS, undefined, { signal });
  }
  throw new Failure(
    EXIT.notSeen,
    `${objectId} has had no event ${type} within ${withinS} s: flowlix events list`,
    {
      code: "event_not_seen",
    },
  );
}
