import type { Params, PublicEvent, notifierContract } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import type { NotifierDeps } from "../deps.ts";
import { publicEventOf } from "./public-event.ts";

/** An event of the merchant's mode. Errors: object_not_found. */
export async function getEvent(
  { eventsReads }: Pick<NotifierDeps, "eventsReads">,
  { scope, event_id }: Params<typeof notifierContract, "getEvent">,
): Promise<PublicEvent> {
  const payload = await eventsReads.get(scope, event_id);
  if (payload === null) throw new DomainError("object_not_found", { param: "event_id" });
  return publicEventOf(payload);
}
