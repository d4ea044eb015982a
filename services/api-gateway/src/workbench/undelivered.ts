import { isFailing } from "@flowlix/workbench";
import type { PublicEvent, WebhookEndpoint } from "@flowlix/contracts";
import { isDomainError } from "@flowlix/runtime";
import type { AuthenticatedRequest } from "../http/route.ts";
import { callOf, scopeOf, type NotifierClient } from "../webhooks/notifier-call.ts";

export interface UndeliveredDeps {
  readonly notifier: Pick<NotifierClient, "listEndpoints" | "listDeliveries" | "listEvents">;
}

/** Whoever may do all three may read endpoints, and send an event again (docs/webhooks.md#endpoints). */
const NEEDED = ["payments", "refunds", "payouts"] as const;

export const mayReadEndpoints = ({ caller }: Pick<AuthenticatedRequest, "caller">): boolean =>
  NEEDED.every((permission) => caller.permissions.includes(permission));

const firstPage = (limit: number) => ({ limit, starting_after: null, ending_before: null });
/** A merchant has no more than sixteen. */
const ENDPOINTS_MAX = 100;
/** Of each endpoint the newest: a look at a list is no search through a month. */
const DELIVERIES_LOOKED_AT = 20;
const EVENTS_LOOKED_AT = 100;

/** The merchant's endpoints of the key's mode; null for a key that may not read them, or where nobody answers in time. */
export async function endpointsOf(
  { notifier }: UndeliveredDeps,
  request: AuthenticatedRequest,
): Promise<readonly WebhookEndpoint[] | null> {
  if (!mayReadEndpoints(request)) return null;
  const page = notifier.listEndpoints(
    { scope: scopeOf(request), ...firstPage(ENDPOINTS_MAX) },
    callOf(request),
  );
  return (await orNone(page))?.data ?? null;
}

/** Of each endpoint how many of its newest deliveries failed so far, and of which events. */
export async function failingOf(
  { notifier }: UndeliveredDeps,
  request: AuthenticatedRequest,
  endpoints: readonly WebhookEndpoint[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await Promise.all(
    endpoints.map(async ({ id }): Promise<[string, readonly string[]]> => {
      const params = { scope: scopeOf(request), endpoint_id: id, ...firstPage(DELIVERIES_LOOKED_AT) };
      const page = await orNone(notifier.listDeliveries(params, callOf(request)));
      return [id, (page?.data ?? []).filter(isFailing).map((delivery) => delivery.event_id)];
    }),
  );
  return new Map(found.filter(([, events]) => events.length > 0));
}

/** The objects of the newest events that an endpoint could not be told of, so far. */
export async function undeliveredObjects(
  deps: UndeliveredDeps,
  request: AuthenticatedRequest,
): Promise<ReadonlySet<string>> {
  const failing = await failingOf(deps, request, (await endpointsOf(deps, request)) ?? []);
  const events = new Set([...failing.values()].flat());
  if (events.size === 0) return new Set();
  const params = { scope: scopeOf(request), ...firstPage(EVENTS_LOOKED_AT) };
  const page = await orNone(deps.notifier.listEvents(params, callOf(request)));
  const told: readonly PublicEvent[] = page?.data ?? [];
  return new Set(
    told.flatMap(({ id, data: { payment, refund, payout } }) =>
      events.has(id) ? [payment ?? refund ?? payout].flatMap((object) => object?.id ?? []) : [],
    ),
  );
}

/** What is shown beside a list is left out where it cannot be had: the list is shown all the same. */
async function orNone<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return null;
  }
}
