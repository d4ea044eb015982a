import type { TraceEntry } from "@flowlix/contracts";
import { TIME_LADDER } from "@flowlix/runtime";

/** What moved an object, as far as records show: nothing is stored about it. */
export type Cause = "create" | "payer" | "callback" | "status sync" | "expiry" | "swept";

/**
 * The cause of each move of one object, whose entries are in order. It follows from what is recorded anyway. The first
 * move within a request's time is its create's, unless a status sync called the acquirer in its trace. Every move in
 * the create's trace is the create's, too. The next one of a hosted Payment is the payer's, who sent the form, unless a
 * status sync called the acquirer in its trace. EXPIRED is expiry. After a callback it is the status sync that the
 * callback asked for. Else it is one that was due, or that the payer's return asked for.
 */
export function withCauses(ofObject: readonly TraceEntry[]): TraceEntry[] {
  let madeAt: number | undefined;
  let createTrace: unknown;
  let moves = 0;
  let hadCallback = false;
  let isAtForm = false;
  const ofSyncs = tracesOfSyncs(ofObject);
  return ofObject.map((entry) => {
    if (entry.part === "callback") hadCallback = true;
    if (entry.part !== "status" || !/^[A-Z_]+$/.test(entry.what)) return entry;
    const { trace_id } = entry.facts;
    const isSoon = madeAt !== undefined && entry.at_ms - madeAt <= TIME_LADDER.requestMaxMs;
    const isFirst = entry.what === "PENDING" || (madeAt === undefined && entry.what === "REQUIRES_ACTION");
    const isCreates =
      isFirst ||
      (moves === 0 && isSoon && !hadCallback && !ofSyncs.has(trace_id)) ||
      (typeof trace_id === "string" && trace_id === createTrace);
    const isPayers = isAtForm && !hadCallback && !ofSyncs.has(trace_id);
    const cause: Cause = causeOf(entry.what, { isCreates, isPayers, hadCallback });
    isAtForm = isFirst && entry.what === "REQUIRES_ACTION";
    if (isFirst) madeAt = entry.at_ms;
    if (entry.what !== "PENDING") moves += 1;
    if (isCreates) createTrace ??= trace_id;
    hadCallback = false;
    return { ...entry, facts: { cause, ...entry.facts } };
  });
}

/** What a status sync calls; the request that made an object submits it. */
const SYNC_CALLS = /^(?:read|close)(?:_|$)/;

/** Traces of status syncs: of calls that name no later request. */
const tracesOfSyncs = (entries: readonly TraceEntry[]): ReadonlySet<unknown> =>
  new Set(
    entries
      .filter(
        ({ part, what, facts }) =>
          part === "call" && SYNC_CALLS.test(what) && (facts["request_id"] ?? null) === null,
      )
      .flatMap(({ facts }) => facts["trace_id"] ?? []),
  );

function causeOf(
  status: string,
  { isCreates, isPayers, hadCallback }: Readonly<Record<"isCreates" | "isPayers" | "hadCallback", boolean>>,
): Cause {
  if (status === "EXPIRED") return "expiry";
  if (status === "VOIDED") return "swept";
  if (isCreates) return "create";
  if (isPayers) return "payer";
  return hadCallback ? "callback" : "status sync";
}
