import type { CallbacksStore, EndedAsked } from "./callbacks-store.ts";

/**
 * Makes ended objects due again that a statement contradicts. Sets no status: the read that follows is
 * the fact, and an exception where it contradicts the end (docs/design/architecture.md#rule-2 and #rule-8). Repeating
 * it changes nothing.
 */
export async function verifyEnds(
  deps: {
    readonly callbacks: Pick<CallbacksStore, "makeEndedDue">;
    /** Wakes the status sync: something has just become due. */
    readonly syncSoon: () => void;
  },
  asked: EndedAsked,
): Promise<{ due: number }> {
  const due = await deps.callbacks.makeEndedDue(asked);
  if (due > 0) deps.syncSoon();
  return { due };
}
