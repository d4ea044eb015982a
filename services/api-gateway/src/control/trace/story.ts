import type { TracedObject, TraceEntry, Missing } from "@flowlix/contracts";
import type { Pool } from "@flowlix/persistence";
import { requestOfId } from "@flowlix/runtime";
import { namedAfterRequestsSinceMs } from "../../store/named-after-requests.ts";
import { derivedEntries } from "./derived-entries.ts";
import { gather } from "./gather.ts";
import { timelineOf } from "./timeline.ts";
import type { TraceClients } from "./trace-clients.ts";

export interface StoryDeps extends TraceClients {
  /** Merchants ask too: the few connections of operators' acts are not for them. */
  readonly readPool: Pool;
}

/** What every service recorded of some objects, of every merchant and in all detail. */
export interface WholeStory extends Missing {
  readonly objects: readonly (TracedObject & {
    /** The request that made it; null where it is older than its request's id is in its own. */
    readonly request_id: string | null;
  })[];
  readonly timeline: readonly TraceEntry[];
  readonly partial: boolean;
}

/** Asks for the story of these objects, of their Payment and of their Refunds. Errors: the driver's. */
export async function storyOf(
  deps: StoryDeps,
  ids: readonly string[],
  requestId: string,
): Promise<WholeStory> {
  const [gathered, sinceMs] = await Promise.all([
    gather(deps, ids, requestId),
    namedAfterRequestsSinceMs(deps.readPool),
  ]);
  const objects = gathered.objects.map((object) => ({
    ...object,
    request_id: object.created_at_ms >= sinceMs ? requestOfId(object.id) : null,
  }));
  const derived = objects.flatMap((object) => derivedEntries(object, gathered.entries));
  const { missing, failed, partial } = gathered;
  return { objects, timeline: timelineOf([...gathered.entries, ...derived]), missing, failed, partial };
}
