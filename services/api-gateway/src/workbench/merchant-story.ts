import {
  OPEN_KINDS,
  OPERATIONS,
  isId,
  type OpenKind,
  type Operation,
  type TraceEntry,
} from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import type { ApiCaller } from "../access/api-caller.ts";
import { storyOf, type StoryDeps, type WholeStory } from "../control/trace/story.ts";
import { TRACE_TIMEOUT_MS } from "../control/trace/trace-clients.ts";
import { explainId } from "../explain/explain-id.ts";
import { requirePermission } from "../http/admit.ts";
import type { AuthenticatedRequest } from "../http/route.ts";
import { aboutPathId } from "../webhooks/notifier-call.ts";

/**
 * What of an entry concerns its merchant, by its part; a part that is not here, such as an exception or a difference, is
 * the platform's own business.
 */
const FACTS: Readonly<Partial<Record<TraceEntry["part"], readonly string[]>>> = {
  request: ["request_id"],
  key: ["answered"],
  status: ["cause", "failure_code"],
  acquirer: [],
  callback: [],
  journal: ["amount", "currency"],
  event: ["event_id"],
  delivery: [
    "endpoint_id",
    "event_id",
    "attempts",
    "http_status",
    "error",
    "duration_ms",
    "answer",
    "next_attempt_at_ms",
  ],
};

const READS: Readonly<Record<OpenKind, Operation>> = {
  payment: OPERATIONS.getPayment,
  refund: OPERATIONS.getRefund,
  payout: OPERATIONS.getPayout,
};

/** A row that only takes the id of what was never made; its merchant never saw it. */
const NEVER_MADE = "VOIDED";

/**
 * The story of an object, or of an event's, of the key's own merchant and mode, without what concerns others. Errors:
 * invalid_request for an id of another shape, actor_forbidden, object_not_found, service_unavailable where its owner
 * does not say.
 */
export async function merchantStory(
  deps: StoryDeps,
  { caller, requestId }: Pick<AuthenticatedRequest, "caller" | "requestId">,
  asked: string | null | undefined,
): Promise<WholeStory & { readonly id: string }> {
  const id = isId("event", asked) ? await objectOfEvent(deps, asked, requestId) : asked;
  const kind = OPEN_KINDS.find((one) => isId(one, id));
  if (kind === undefined || typeof id !== "string")
    throw new DomainError("invalid_request", { param: "id", explanation: explainId("payment", id) });
  requirePermission(caller, READS[kind]);
  const story = await storyOf({ ...deps, reconciler: NOT_ASKED }, [id], requestId);
  const objects = story.objects.filter((object) => isVisible(caller, object));
  if (!objects.some((object) => object.id === id)) {
    if (story.missing.some((service) => service === deps.owners[kind].service))
      throw new DomainError("service_unavailable");
    throw new DomainError("object_not_found", { param: "id" });
  }
  const own = new Set(objects.map((object) => object.id));
  return {
    ...story,
    id,
    objects,
    timeline: story.timeline.flatMap((entry) => (own.has(entry.object_id) ? shownOf(entry) : [])),
  };
}

/** Whose event it is comes out with its object, which is looked at next. */
async function objectOfEvent({ notifier }: StoryDeps, eventId: string, requestId: string): Promise<string> {
  const call = { requestId, timeoutMs: TRACE_TIMEOUT_MS };
  return (await aboutPathId(notifier.objectOfEvent({ event_id: eventId }, call))).object_id;
}

/** Statements are between the platform and its acquirer. */
const NOT_ASKED = { traceStatement: async () => ({ entries: [] }) };

function isVisible(caller: ApiCaller, object: WholeStory["objects"][number]): boolean {
  const { permissions = [] } = READS[object.kind];
  return (
    object.merchant_id === caller.merchantId &&
    object.livemode === caller.livemode &&
    object.status !== NEVER_MADE &&
    permissions.some((permission) => caller.permissions.includes(permission))
  );
}

function shownOf(entry: TraceEntry): TraceEntry[] {
  const names = FACTS[entry.part];
  if (names === undefined) return [];
  const facts = Object.fromEntries(Object.entries(entry.facts).filter(([name]) => names.includes(name)));
  return [{ ...entry, facts }];
}
