import type { TraceEntry } from "@flowlix/contracts";
import { createFairQueue, DomainError } from "@flowlix/runtime";
import type { ApiCaller } from "../access/api-caller.ts";
import { storyOf, type StoryDeps, type WholeStory } from "../control/trace/story.ts";
import { ownObject, READS, type Asking, type OwnObjectDeps } from "./own-object.ts";

export interface MerchantStoryDeps extends OwnObjectDeps {
  readonly stories: StoryDeps;
}

export type MerchantStory = WholeStory & { readonly id: string };

/** Of a Payment with several cards, as its `card_attempts` has it. */
const WHICH_CARD = ["attempt", "brand", "last4"];

/** What a try of a delivery came to. */
const TRY = [
  "delivery_id",
  "endpoint_id",
  "event_id",
  "http_status",
  "error",
  "duration_ms",
  "answer",
  "resent_by",
];

/**
 * What of an entry concerns its merchant, by its part; a part that is not here, such as an exception or a difference,
 * is the platform's own business.
 */
const FACTS: Readonly<Partial<Record<TraceEntry["part"], readonly string[]>>> = {
  request: ["request_id"],
  key: ["answered"],
  status: ["cause", "failure_code", ...WHICH_CARD],
  call: ["outcome", "duration_ms", ...WHICH_CARD],
  acquirer: [],
  callback: [],
  journal: ["amount", "currency"],
  event: ["event_id"],
  attempt: ["attempt", ...TRY],
  delivery: ["attempts", "next_attempt_at_ms", "event_accepted_at_ms", ...TRY],
};

/**
 * A story asks every service over the connections that reads of live mode use too, and each tab of a workbench asks
 * again every 3 s. So of each merchant one is gathered at a time, and of all merchants three.
 */
const QUEUE = { atOnce: 3, waitingOfKeyMax: 8, waitingMax: 64, waitMaxMs: 1_000 };

/** A row that only takes the id of what was never made; its merchant never saw it. */
const NEVER_MADE = "VOIDED";

/**
 * The story of an object, or of an event's, of the key's own merchant and mode, without what concerns others. Nothing
 * is gathered of an object that is not theirs. Errors: those of `ownObject`; service_unavailable, with Retry-After,
 * where too many wait.
 */
export function createMerchantStory(deps: MerchantStoryDeps) {
  const queue = createFairQueue(QUEUE);
  return async (asking: Asking, asked: string | null | undefined): Promise<MerchantStory> => {
    const { id, kind } = await ownObject(deps, asking, asked);
    const story = await queue.run(asking.caller.merchantId, () =>
      storyOf({ ...deps.stories, reconciler: NOT_ASKED }, [id], asking.requestId),
    );
    const shown = shownTo(asking.caller, story);
    if (shown.objects.some((object) => object.id === id)) return { ...shown, id };
    if (story.missing.includes(deps.stories.owners[kind].service))
      throw new DomainError("service_unavailable");
    throw new DomainError("object_not_found", { param: "id" });
  };
}

/** Statements are between the platform and its acquirer. */
const NOT_ASKED = { traceStatement: async () => ({ entries: [] }) };

function shownTo(caller: ApiCaller, story: WholeStory): WholeStory {
  const objects = story.objects.filter((object) => isVisible(caller, object));
  const own = new Set(objects.map((object) => object.id));
  const timeline = story.timeline.flatMap((entry) => (own.has(entry.object_id) ? shownOf(entry) : []));
  // Where to read of a failure is for operators.
  return { ...story, failed: [], objects, timeline };
}

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
