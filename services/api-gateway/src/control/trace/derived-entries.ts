import type { TracedObject, TraceEntry } from "@flowlix/contracts";

export interface NamedObject extends Pick<TracedObject, "id" | "created_at_ms" | "facts"> {
  readonly request_id: string | null;
}

/**
 * What the rows of objects and keys show beside their own entries: the request, and when the acquirer was asked last.
 */
export function derivedEntries(
  { id, created_at_ms, facts, request_id }: NamedObject,
  entries: readonly TraceEntry[],
): TraceEntry[] {
  const key = entries.find(({ part, object_id }) => part === "key" && object_id === id);
  const asked = facts["last_sync_at_ms"];
  const { status_syncs = null, last_sync_hung: hung = null } = facts;
  return [
    ...(request_id === null
      ? []
      : [entryOf(id, key?.at_ms ?? created_at_ms, "request", "begun", { request_id })]),
    ...(typeof asked === "number"
      ? [entryOf(id, asked, "acquirer", "last status sync", { hung, tries_since_move: status_syncs })]
      : []),
  ];
}

const entryOf = (
  object_id: string,
  at_ms: number,
  part: TraceEntry["part"],
  what: string,
  facts: TraceEntry["facts"],
): TraceEntry => ({ at_ms, object_id, part, what, facts });
