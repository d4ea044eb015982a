import { TRACE_PARTS, type TraceEntry } from "@flowlix/contracts";
import { withCauses } from "./causes.ts";

/**
 * All entries in the order of the databases' times. A row knows the second of a move and its event the moment, so a
 * move takes its event's time and trace; a move that only its event knows is shown as well.
 */
export function timelineOf(entries: readonly TraceEntry[]): TraceEntry[] {
  const byObject = Map.groupBy(entries, ({ object_id }) => object_id);
  const each = [...byObject.values()].flatMap((ofObject) =>
    withCauses(timedInSecond(timedByEvents(ofObject)).toSorted(inOrder)),
  );
  return each.toSorted(inOrder);
}

/** Of things of one moment the one that leads to the other comes first. */
const inOrder = (one: TraceEntry, other: TraceEntry): number =>
  one.at_ms - other.at_ms || TRACE_PARTS.indexOf(one.part) - TRACE_PARTS.indexOf(other.part);

const isEvent = ({ part }: TraceEntry): boolean => part === "event" || part === "outbox";

/** The status that an event reports: `payment.requires_action` is REQUIRES_ACTION. */
const statusOf = ({ what }: TraceEntry): string => what.slice(what.indexOf(".") + 1).toUpperCase();

function timedByEvents(ofObject: readonly TraceEntry[]): TraceEntry[] {
  // A status can be reported again, with another address for the payer: it was entered with the first of these events.
  const latestFirst = ofObject.filter(isEvent).toSorted((one, other) => other.at_ms - one.at_ms);
  const byStatus = new Map(latestFirst.map((event) => [statusOf(event), event]));
  const timed = ofObject.map((entry) => {
    const event = entry.part === "status" ? byStatus.get(entry.what) : undefined;
    if (event === undefined) return entry;
    byStatus.delete(entry.what);
    return moveOf(event, entry);
  });
  return [...timed, ...[...byStatus.values()].map((event) => moveOf(event, undefined))];
}

/** A move without an event has the moment of what was written with it. */
const WRITTEN_WITH: readonly TraceEntry["part"][] = ["key", "journal"];

/**
 * A time that says no more than its second is that of what was written with the move, where that is of the same second.
 */
function timedInSecond(ofObject: readonly TraceEntry[]): TraceEntry[] {
  const moments = ofObject.filter(({ part }) => WRITTEN_WITH.includes(part));
  return ofObject.map((entry) => {
    if (entry.part !== "status" || entry.at_ms % 1_000 !== 0) return entry;
    const moment = moments.find(({ at_ms }) => Math.floor(at_ms / 1_000) * 1_000 === entry.at_ms);
    return moment === undefined ? entry : { ...entry, at_ms: moment.at_ms };
  });
}

function moveOf(event: TraceEntry, known: TraceEntry | undefined): TraceEntry {
  const { version = null, trace_id = null } = event.facts;
  return {
    at_ms: event.at_ms,
    object_id: event.object_id,
    part: "status",
    what: statusOf(event),
    facts: { ...known?.facts, version, trace_id },
  };
}
