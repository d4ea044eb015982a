import type { Params, Result, notifierContract } from "@flowlix/contracts";
import { transact } from "@flowlix/persistence";
import { DomainError } from "@flowlix/runtime";
import type { NotifierDeps } from "../deps.ts";
import { payloadOf, type KeptPayload } from "./kept-payload.ts";
import { publicEventOf } from "./public-event.ts";
import type { ResentBy } from "./resend-store.ts";

/**
 * Sends an event again, under its own id, to every enabled endpoint of the mode that wants its type: as a
 * delivery of its own, with its own tries and its own place in the log. What is pending keeps its schedule.
 * What nobody has begun to try yet is not owed a second time. An endpoint that has enough pending of the event gets
 * no more of it: the last one's next try comes at once (docs/decisions/0034-resends-are-deliveries.md).
 * Errors: object_not_found.
 */
export async function resendEvent(
  deps: Pick<NotifierDeps, "dataSource" | "storeResend" | "deliverSoon">,
  { scope, event_id, resent_by, actor }: Params<typeof notifierContract, "resendEvent">,
): Promise<Result<typeof notifierContract, "resendEvent">> {
  const by: ResentBy = { resent_by: resent_by ?? (actor === undefined ? "api" : "operator"), actor };
  const resent = await transact(deps.dataSource, async (manager) => {
    // The lock lets resends of one event go one after the other: the second finds what the first made. Only
    // it is held from here; the deliveries are made by a statement with a connection and a commit of its own,
    // which finds what it made, too, where this is run once more.
    const events: KeptPayload[] = await manager.query(
      `select payload, packed from notifier.events where id = $1 and merchant_id = $2 and livemode = $3 for update`,
      [event_id, scope.merchant_id, scope.livemode],
    );
    const [event] = events;
    if (event === undefined) throw new DomainError("object_not_found", { param: "event_id" });
    return { event: publicEventOf(payloadOf(event)), deliveries: await deps.storeResend(event_id, by) };
  });
  if (resent.deliveries > 0) deps.deliverSoon();
  return resent;
}
