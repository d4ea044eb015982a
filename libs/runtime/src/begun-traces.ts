import { isSampled, type Trace } from "./trace-context.ts";

/** Objects whose beginning is remembered; the ones that were seen longest ago are forgotten first. */
const REMEMBERED_MAX = 4_096;

/** The span that began an object, and the one that last said something happened to it. */
interface Begun {
  readonly first: Trace;
  readonly last: Trace;
}

const begun = new Map<string, Begun>();

/** Actions that begin an object, or that a later status sync follows. */
const BEGINS = /\.(?:create|createHosted|submitPage|completeAuthentication|acceptCallback)$/;

/**
 * Remembers, in this process alone, which recorded span began an object, so that what finishes it later can be linked
 * to that span. Nothing is stored: another process, or this one after a restart, links nothing.
 */
export function rememberBegun(action: string, objectId: string | undefined, trace: Trace): void {
  if (objectId === undefined || !isSampled(trace) || !BEGINS.test(action)) return;
  const before = begun.get(objectId);
  begun.delete(objectId);
  begun.set(objectId, { first: before?.first ?? trace, last: trace });
  if (begun.size <= REMEMBERED_MAX) return;
  for (const oldest of begun.keys()) {
    begun.delete(oldest);
    return;
  }
}

/** The spans to which work on an object belongs; none where nobody here saw it begin. */
export function begunTracesOf(objectId: unknown): readonly Trace[] {
  const known = typeof objectId === "string" ? begun.get(objectId) : undefined;
  if (known === undefined) return [];
  return known.first === known.last ? [known.first] : [known.first, known.last];
}
