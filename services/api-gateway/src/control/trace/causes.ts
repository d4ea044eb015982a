import type { TraceEntry } from "@flowlix/contracts";
import { TIME_LADDER } from "@flowlix/runtime";

/** What moved an object, as far as records show: nothing is stored about it. */
export type Cause = "create" | "callback" | "status sync" | "expiry" | "swept";

/**
 * The cause of each move of one object, whose entries are in order. It follows from what is recorded anyway. The first
 * move within a request's time is its create's, and so is every move in that one's trace; EXPIRED is expiry; after a
 * callback it is the status sync that the callback asked for; else it is one that was due, or that the payer's return
 * asked for.
 */
export function withCauses(ofObject: readonly TraceEntry[]): TraceEntry[] {
  let madeAt: number | undefined;
  let createTrace: unknown;
  let moves = 0;
  let hadCallback = false;
  return ofObject.map((entry) => {
    if (entry.part === "callback") hadCallback = true;
    if (entry.part !== "status" || !/^[A-Z_]+$/.test(entry.what)) return entry;
    const { trace_id } = entry.facts;
    const isSoon = madeAt !== undefined && entry.at_ms - madeAt <= TIME_LADDER.requestMaxMs;
    const isCreates =
      entry.what === "PENDING" ||
      (moves === 0 && isSoon && !hadCallback) ||
      (typeof trace_id === "string" && trace_id === createTrace);
    const cause: Cause = causeOf(entry.what, isCreates, hadCallback);
    if (entry.what === "PENDING") madeAt = entry.at_ms;
    else moves += 1;
    if (isCreates) createTrace ??= trace_id;
    hadCallback = false;
    return { ...entry, facts: { cause, ...entry.facts } };
  });
}

function causeOf(status: string, isCreates: boolean, hadCallback: boolean): Cause {
  if (status === "EXPIRED") return "expiry";
  if (status === "VOIDED") return "swept";
  if (isCreates) return "create";
  return hadCallback ? "callback" : "status sync";
}
