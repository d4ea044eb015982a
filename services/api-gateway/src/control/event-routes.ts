import type { DataSource } from "typeorm";
import type { NotifierClient } from "../webhooks/notifier-call.ts";
import { idArg, pageArgs } from "./control-request.ts";
import type { ControlRoute } from "./control-server.ts";
import { callOf, scopeArgs, scopeOfObject } from "./merchant-scope.ts";

export interface EventControlDeps {
  readonly db: DataSource;
  readonly notifier: Pick<NotifierClient, "listEvents" | "getEvent" | "resendEvent" | "scopeOf">;
}

/**
 * Events as they are kept. The link of a hosted page stays a placeholder here: anybody with the link can pay
 * in its payer's stead, and no operator needs to.
 */
export function eventControlRoutes({ db, notifier }: EventControlDeps): readonly ControlRoute[] {
  return [
    {
      method: "GET",
      path: "/events",
      handle: async (request) => {
        const page = pageArgs(request, "event");
        return notifier.listEvents({ scope: await scopeArgs(db, request), ...page }, callOf(request));
      },
    },
    {
      method: "GET",
      path: "/events/:event_id",
      handle: async (request) => {
        const event_id = idArg(request, "event", "event_id");
        const scope = await scopeOfObject(notifier, request, event_id);
        return notifier.getEvent({ scope, event_id }, callOf(request));
      },
    },
    {
      method: "POST",
      path: "/events/:event_id/resend",
      handle: async (request) => {
        const event_id = idArg(request, "event", "event_id");
        const scope = await scopeOfObject(notifier, request, event_id);
        const { actor } = request;
        const { deliveries } = await notifier.resendEvent(
          { scope, event_id, resent_by: "operator", actor },
          callOf(request),
        );
        return { id: event_id, deliveries };
      },
    },
  ];
}
