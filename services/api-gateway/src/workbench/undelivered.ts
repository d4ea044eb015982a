import type { Result, WebhookEndpoint, notifierContract } from "@flowlix/contracts";
import { isDomainError, isTransportError } from "@flowlix/runtime";
import type { AuthenticatedRequest } from "../http/route.ts";
import { callOf, scopeOf, type NotifierClient } from "../webhooks/notifier-call.ts";

export interface UndeliveredDeps {
  readonly notifier: Pick<NotifierClient, "listEndpoints" | "listFailing">;
}

export type Failing = Result<typeof notifierContract, "listFailing">["failing"];

/** A key that may do all three may read endpoints, and send an event again (docs/webhooks.md#endpoints). */
const NEEDED = ["payments", "refunds", "payouts"] as const;

export const mayReadEndpoints = ({ caller }: Pick<AuthenticatedRequest, "caller">): boolean =>
  NEEDED.every((permission) => caller.permissions.includes(permission));

/** A notifier that hangs holds up no list for longer; each tab asks again after 3 s. */
const MARKS_MAX_MS = 2_000;

const marksCallOf = (request: AuthenticatedRequest) => {
  const call = callOf(request);
  return { ...call, timeoutMs: Math.min(call.timeoutMs, MARKS_MAX_MS) };
};

/** A merchant has no more than sixteen. */
const ENDPOINTS = { limit: 100, starting_after: null, ending_before: null };

/**
 * The merchant's endpoints of the key's mode; null for a key that may not read them, or where nobody answers in time.
 */
export async function endpointsOf(
  { notifier }: UndeliveredDeps,
  request: AuthenticatedRequest,
): Promise<readonly WebhookEndpoint[] | null> {
  if (!mayReadEndpoints(request)) return null;
  const page = notifier.listEndpoints({ scope: scopeOf(request), ...ENDPOINTS }, marksCallOf(request));
  return (await orNone(page))?.data ?? null;
}

/** What could not be delivered so far: one call however many endpoints there are, since each tab asks every 3 s. */
export async function failingOf(
  { notifier }: UndeliveredDeps,
  request: AuthenticatedRequest,
): Promise<Failing> {
  if (!mayReadEndpoints(request)) return [];
  const answer = await orNone(notifier.listFailing({ scope: scopeOf(request) }, marksCallOf(request)));
  return answer?.failing ?? [];
}

/** The objects that an endpoint could not be told of, so far. */
export const undeliveredObjects = async (
  deps: UndeliveredDeps,
  request: AuthenticatedRequest,
): Promise<ReadonlySet<string>> => new Set((await failingOf(deps, request)).map(({ object_id: id }) => id));

/** What is shown beside a list is left out where it cannot be had: the list is shown all the same. */
async function orNone<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (!isDomainError(error) && !isTransportError(error)) throw error;
    return null;
  }
}
