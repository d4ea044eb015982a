import {
  ID_PREFIXES,
  OPEN_KINDS,
  TRACE_ENTRIES_MAX,
  TRACED_OBJECTS_MAX,
  type OpenKind,
  type TracedObject,
  type TraceEntry,
  type Missing,
} from "@flowlix/contracts";
import { collectMissing } from "../ask-each.ts";
import { TRACE_TIMEOUT_MS, type TraceClients } from "./trace-clients.ts";

/** What the services recorded, and who did not say. */
export interface Gathered extends Missing {
  readonly objects: readonly TracedObject[];
  readonly entries: readonly TraceEntry[];
  /** Whether a service has more entries of a part than it answers with. */
  readonly partial: boolean;
}

const kindOf = (id: string): OpenKind | undefined =>
  OPEN_KINDS.find((kind) => id.startsWith(`${ID_PREFIXES[kind]}_`));

/** Asks every service that knows of these objects, of their Payment and of their Refunds. */
export async function gather(
  clients: TraceClients,
  ids: readonly string[],
  requestId: string,
): Promise<Gathered> {
  const call = { requestId, timeoutMs: TRACE_TIMEOUT_MS };
  const parts = collectMissing(requestId);
  const nothing = { objects: [], entries: [] };
  const objectsOf = async (asked: readonly string[]) => {
    const answers = await Promise.all(
      [...Map.groupBy(asked, kindOf)].map(async ([kind, some]) => {
        if (kind === undefined) return nothing;
        const { service, owner } = clients.owners[kind];
        return parts.orElse(service, owner.traceObjects({ ids: some }, call), nothing);
      }),
    );
    return {
      objects: answers.flatMap(({ objects }): TracedObject[] => objects),
      entries: answers.flatMap(({ entries }): TraceEntry[] => entries),
    };
  };

  const first = await objectsOf(ids);
  const seen = new Set(ids);
  const related = first.objects.flatMap((object) => object.related).filter((id) => !seen.has(id));
  const second = related.length === 0 ? nothing : await objectsOf(related);
  const objects = [...first.objects, ...second.objects];
  const recorded = [...first.entries, ...second.entries];
  const all = [...new Set([...ids, ...related])].slice(0, TRACED_OBJECTS_MAX);
  const noEntries: { entries: TraceEntry[] } = { entries: [] };
  const beside = await Promise.all([
    parts.orElse("idempotency", clients.idempotency.traceKeys({ ids: all }, call), noEntries),
    parts.orElse("notifier", clients.notifier.traceEvents({ ids: all }, call), noEntries),
    parts.orElse(
      "reconciler",
      clients.reconciler.traceStatement({ lines: linesOf(objects, recorded) }, call),
      noEntries,
    ),
  ]);
  const entries = [...recorded, ...beside.flatMap((answer) => answer.entries)];
  return { objects, entries, ...parts.missing(), partial: hasFullPart(entries) };
}

const hasFullPart = (entries: readonly TraceEntry[]): boolean =>
  [...Map.groupBy(entries, ({ part }) => part).values()].some((ofPart) => ofPart.length >= TRACE_ENTRIES_MAX);

/** What a statement may name: every object, and each movement of its money. */
function linesOf(objects: readonly TracedObject[], entries: readonly TraceEntry[]) {
  const lines = objects.flatMap(({ id: reference, provider, livemode, facts }) => {
    const account = facts["provider_account"];
    const provider_account = typeof account === "string" ? account : null;
    const posted = entries.filter(({ part, object_id }) => part === "journal" && object_id === reference);
    const times: readonly (number | null)[] = posted.length === 0 ? [null] : posted.map(({ at_ms }) => at_ms);
    return times.map((booked_at_ms) => ({ reference, provider, provider_account, livemode, booked_at_ms }));
  });
  return lines.slice(0, TRACE_ENTRIES_MAX);
}
