import { setTimeout as pause } from "node:timers/promises";
import type { Event } from "@flowlix/client";
import type { Client } from "../api/client.ts";
import { objectOf } from "../api/objects.ts";
import { EXIT, Failure } from "../failure.ts";

const POLL_MS = 500;
const PAGE = 100;

export interface Awaited {
  readonly type: string;
  readonly objectId: string;
  readonly withinS: number;
}

/** The event of an object, once it is there. Errors: Failure, where it does not come in time. */
export async function awaitEvent(
  client: Client,
  { type, objectId, withinS }: Awaited,
  signal: AbortSignal,
): Promise<Event> {
  const until = performance.now() + withinS * 1000;
  while (performance.now() < until) {
    const { data } = await client.read((api, call) => api.events.list({ limit: PAGE }, call));
    const found = data.find((event) => event.type === type && objectOf(event).id === objectId);
    if (found !== undefined) return found;
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
