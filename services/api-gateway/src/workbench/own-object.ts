import { OPEN_KINDS, OPERATIONS, isId, type OpenKind, type Operation, type Scope } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import type { PaymentsClient, PayoutsClient, RefundsClient } from "../clients.ts";
import { aboutId } from "../explain/about-id.ts";
import { explainId } from "../explain/explain-id.ts";
import { requirePermission } from "../http/admit.ts";
import type { AuthenticatedRequest } from "../http/route.ts";
import { callOf, scopeOf, type NotifierClient } from "../webhooks/notifier-call.ts";

export interface OwnObjectDeps {
  readonly payments: Pick<PaymentsClient, "get">;
  readonly refunds: Pick<RefundsClient, "get">;
  readonly payouts: Pick<PayoutsClient, "get">;
  readonly notifier: Pick<NotifierClient, "getEvent">;
}

export type Asking = Pick<AuthenticatedRequest, "caller" | "requestId" | "deadline">;

type Call = ReturnType<typeof callOf>;
type Get = (deps: OwnObjectDeps, scope: Scope, id: string, call: Call) => Promise<unknown>;

const GETS: Readonly<Record<OpenKind, Get>> = {
  payment: ({ payments }, scope, id, call) => payments.get({ scope, payment_id: id }, call),
  refund: ({ refunds }, scope, id, call) => refunds.get({ scope, refund_id: id }, call),
  payout: ({ payouts }, scope, id, call) => payouts.get({ scope, payout_id: id }, call),
};

/** By which operation a key reads an object of the kind. */
export const READS: Readonly<Record<OpenKind, Operation>> = {
  payment: OPERATIONS.getPayment,
  refund: OPERATIONS.getRefund,
  payout: OPERATIONS.getPayout,
};

/**
 * The object of that id, or the one of an event, once it is certain that it is of the key's own merchant and mode. That
 * is a read by a primary key, of a Refund that is young perhaps one of its Payment's owner too. Errors: invalid_request
 * for an id of another shape, actor_forbidden, object_not_found, service_unavailable where its owner does not say.
 */
export async function ownObject(
  deps: OwnObjectDeps,
  asking: Asking,
  asked: string | null | undefined,
): Promise<{ readonly id: string; readonly kind: OpenKind }> {
  const ofEvent = isId("event", asked);
  const id = ofEvent ? await objectOfOwnEvent(deps, asking, asked) : asked;
  const kind = OPEN_KINDS.find((one) => isId(one, id));
  if (kind === undefined || typeof id !== "string")
    throw new DomainError("invalid_request", { param: "id", explanation: explainId("payment", id) });
  requirePermission(asking.caller, READS[kind]);
  if (!ofEvent) await aboutId("id", id, GETS[kind](deps, scopeOf(asking), id, callOf(asking)));
  return { id, kind };
}

/** An event is of its object's merchant and mode. */
async function objectOfOwnEvent({ notifier }: OwnObjectDeps, asking: Asking, eventId: string) {
  const event = notifier.getEvent({ scope: scopeOf(asking), event_id: eventId }, callOf(asking));
  const { refund, payout, payment } = (await aboutId("id", eventId, event)).data;
  return (refund ?? payout ?? payment)?.id;
}
