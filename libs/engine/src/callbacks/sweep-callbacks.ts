import type { WorkDone } from "@flowlix/runtime";
import type { ExceptionsStore } from "../exceptions/exceptions-store.ts";
import type { EvidenceStore } from "../evidence/evidence-store.ts";
import type { CallbacksStore } from "./callbacks-store.ts";

const BATCH = 100;

/**
 * Callbacks for references we do not have: matched for a day, then an exception, so that a charge nobody
 * here knows of is seen by a human (docs/design/architecture.md#provider-callback). Old ones are deleted. So many of
 * each at a time.
 */
export async function sweepCallbacks(deps: {
  readonly callbacks: Pick<CallbacksStore, "matchLate" | "deleteOld">;
  /** Those of merchants' accounts. */
  readonly evidence: Pick<EvidenceStore, "matchLate" | "deleteOld">;
  readonly exceptions: Pick<ExceptionsStore, "recordUnmatchedCallbacks">;
  /** Wakes the status sync: something has just become due. */
  readonly syncSoon: () => void;
}): Promise<WorkDone> {
  const matched = [await deps.callbacks.matchLate(BATCH), await deps.evidence.matchLate(BATCH)];
  if (matched.some((count) => count > 0)) deps.syncSoon();
  const unmatched = await deps.exceptions.recordUnmatchedCallbacks(BATCH);
  const deleted = [await deps.callbacks.deleteOld(BATCH), await deps.evidence.deleteOld(BATCH)];
  const counts = [...matched, ...unmatched, ...deleted];
  return { done: counts.reduce((sum, count) => sum + count, 0), more: counts.includes(BATCH) };
}
