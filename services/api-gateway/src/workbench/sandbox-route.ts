import { DomainError } from "@flowlix/runtime";
import { keyRoute } from "../http/key-route.ts";
import type { KeyRoute } from "../http/route.ts";

/** A route for Sandbox keys alone. Errors beside those of the handler: actor_forbidden for a key of live mode. */
export const sandboxRoute = (operation: KeyRoute["operation"], handle: KeyRoute["handle"]): KeyRoute =>
  keyRoute(operation, async (request) => {
    if (!request.caller.livemode) return handle(request);
    const explanation = "The workbench takes keys of the Sandbox alone: api_test_sk_ and more.";
    throw new DomainError("actor_forbidden", { explanation });
  });
