import { isId, type IdKind, type notifierContract } from "@flowlix/contracts";
import { DomainError, type Client } from "@flowlix/runtime";
import { aboutId } from "../explain/about-id.ts";
import { explainId } from "../explain/explain-id.ts";
import type { AuthenticatedRequest } from "../http/route.ts";

/** The owner of events, endpoints and deliveries. */
export type NotifierClient = Client<"api-gateway", typeof notifierContract>;

type Caller = Pick<AuthenticatedRequest, "caller">;

export const scopeOf = ({ caller }: Caller) => ({
  merchant_id: caller.merchantId,
  livemode: caller.livemode,
});

export const callOf = ({ requestId, deadline }: Pick<AuthenticatedRequest, "requestId" | "deadline">) => ({
  requestId,
  timeoutMs: deadline.remainingMs(),
});

/** The path's `id`. Errors: invalid_request for one of another shape. */
export function pathId(kind: IdKind, { params }: Pick<AuthenticatedRequest, "params">): string {
  const id = params["id"];
  if (!isId(kind, id))
    throw new DomainError("invalid_request", { param: "id", explanation: explainId(kind, id) });
  return id;
}

/** What the owner does not find is the path's `id` here. */
export const aboutPathId = <T>(
  { params }: Pick<AuthenticatedRequest, "params">,
  answer: Promise<T>,
): Promise<T> => aboutId("id", params["id"] ?? "", answer);
