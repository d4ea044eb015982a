import {
  ID_LENGTH,
  ID_PREFIXES,
  isId,
  OPEN_KINDS,
  whyMissing,
  type Missing,
  type TracedObject,
  type TraceEntry,
} from "@flowlix/contracts";
import { idAfterRequest, isDomainError } from "@flowlix/runtime";
import { modeOf, type Mode } from "../../store/mode.ts";
import { Refusal } from "../../store/refusal.ts";
import type { ControlRequest } from "../control-request.ts";
import type { ControlRoute } from "../control-server.ts";
import { storyOf, type StoryDeps } from "./story.ts";
import { TRACE_TIMEOUT_MS } from "./trace-clients.ts";

export type TraceRouteDeps = StoryDeps;

/** What every service recorded of an object, put together. */
export interface TraceAnswer extends Missing {
  readonly id: string;
  readonly objects: readonly (Omit<TracedObject, "livemode"> & {
    readonly mode: Mode;
    /** The request that made it; null where it is older than its request's id is in its own. */
    readonly request_id: string | null;
  })[];
  /** In the order of the databases' times. */
  readonly timeline: readonly TraceEntry[];
  readonly trace_ids: readonly string[];
  /** What log lines of it hold, one of these at least, and the first and last moment of the timeline. */
  readonly log: { readonly find: readonly string[]; readonly from_ms: number; readonly to_ms: number };
  /** Whether a service has more entries of a part than it answers with: the latest are left out. */
  readonly partial: boolean;
}

/** The story of one object, request or event: each service gives its part. */
export const traceRoutes = (deps: TraceRouteDeps): readonly ControlRoute[] => [
  { method: "GET", path: "/trace/:id", handle: (request) => trace(deps, request) },
];

/** Errors: Refusal invalid_argument for another id, not_found, unavailable; object_not_found for an event. */
export async function trace(
  deps: TraceRouteDeps,
  request: Pick<ControlRequest, "params" | "requestId">,
): Promise<TraceAnswer> {
  const { id = "" } = request.params;
  const ids = await idsOf(deps, request, id);
  const { objects: shown, timeline, missing, failed, partial } = await storyOf(deps, ids, request.requestId);
  if (shown.length === 0 && timeline.length === 0) throw nothingOf(id, { missing, failed });
  const trace_ids = timeline.flatMap(({ facts }) =>
    typeof facts["trace_id"] === "string" ? [facts["trace_id"]] : [],
  );
  const named = shown.flatMap((object) => [
    object.id,
    ...(object.request_id === null ? [] : [object.request_id]),
  ]);
  return {
    id,
    objects: shown.map(({ livemode, ...object }) => ({ ...object, mode: modeOf(livemode) })),
    timeline,
    trace_ids: [...new Set(trace_ids)],
    log: {
      find: [...new Set([...named, id])],
      from_ms: timeline.at(0)?.at_ms ?? 0,
      to_ms: timeline.at(-1)?.at_ms ?? 0,
    },
    missing,
    failed,
    partial,
  };
}

/**
 * The objects of a story: the one that is named, the one that an event is about, or those that a request may have made.
 */
async function idsOf(
  deps: TraceRouteDeps,
  request: Pick<ControlRequest, "requestId">,
  id: string,
): Promise<string[]> {
  if (OPEN_KINDS.some((kind) => isId(kind, id))) return [id];
  if (isId("request", id)) return OPEN_KINDS.map((kind) => idAfterRequest(kind, id));
  if (isId("event", id)) {
    const call = { requestId: request.requestId, timeoutMs: TRACE_TIMEOUT_MS };
    const found = await deps.notifier.objectOfEvent({ event_id: id }, call).catch((error: unknown) => {
      throw isDomainError(error) && error.type === "object_not_found" ? unknownEvent() : error;
    });
    return [found.object_id];
  }
  const prefixes = [...OPEN_KINDS, "request", "event"] as const;
  const begun = prefixes.find((kind) => id.startsWith(`${ID_PREFIXES[kind]}_`));
  if (begun !== undefined) throw malformed(ID_PREFIXES[begun], id);
  const forms = prefixes.map((kind) => `${ID_PREFIXES[kind]}_…`).join(", ");
  throw new Refusal("invalid_argument", `id must be one of ${forms}`, "id");
}

/** It begins as an id does: what follows is too short, too long, or has other characters. */
function malformed(prefix: string, id: string): Refusal {
  const { length } = id.slice(`${prefix}_`.length);
  const fault = length === ID_LENGTH ? "these are not all letters or digits" : `these are ${length}`;
  return new Refusal(
    "invalid_argument",
    `id must be ${prefix}_ and ${ID_LENGTH} letters or digits: ${fault}`,
    "id",
  );
}

const unknownEvent = (): Refusal =>
  new Refusal(
    "not_found",
    "the notifier has no event of this id: it is mistyped or older than events are kept, or it has not left its owner yet; then parked list may name it, and trace finds its object by that one's id",
  );

function nothingOf(id: string, lacking: Missing): Refusal {
  if (lacking.missing.length > 0)
    return new Refusal(
      "unavailable",
      `nothing is known of it by who answers: ${whyMissing(lacking).join("; ")}`,
    );
  if (!isId("request", id)) return new Refusal("not_found", "no service knows this id");
  return new Refusal(
    "not_found",
    `this request made nothing: look for "request_id":"${id}" in the gateways' log, whose line names the object that it went on with or read`,
  );
}
