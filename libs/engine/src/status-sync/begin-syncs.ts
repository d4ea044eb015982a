import { OWN_ACQUIRER } from "./due-ids.ts";
import type { DueSlots, FreeSlots, SlotBounds, WorkDone } from "@flowlix/runtime";

/** What a status sync came to; `failed` where it learned nothing. */
export type SyncResult = "changed" | "unchanged" | "failed";

type SyncCounts = { synced: number; changed: number; failed: number };

/** Status syncs that one job begins at most. */
export const SYNCS_AT_ONCE = 16;

/**
 * Of one owner in one process. A status sync that hangs keeps one connection and locks no row, so many may hang.
 * Objects whose last status sync hung are asked a few at a time. So one that never answers is still asked, and holds up
 * little. An account at an acquirer whose reads hang holds up no other account's results
 * (docs/decisions/0047-slots-for-status-syncs.md#accounts).
 */
export const SYNC_SLOTS: SlotBounds = {
  prompt: 16,
  hanging: 64,
  hungBefore: 16,
  hangsAfterMs: 1_000,
  ofAll: { hanging: 160, hungBefore: 32 },
};

/**
 * How often an object that has ended is synced for one contradiction, while its provider still works on it. At the pace
 * of PROCESSING that takes some five hours. If the order is executed later, a statement contradicts the end anew.
 */
export const SYNCS_AT_END_MAX = 40;

/** An object that is due; `look_hung` where its last status sync hung. */
export interface DueSync {
  readonly look_hung: boolean;
  /** The merchant's account that it went to; null for the installation's own acquirer. */
  readonly provider_account: string | null;
}

export interface DueSyncs<Due extends DueSync> {
  /** Leases due objects, so many of each kind at most. */
  claim(free: FreeSlots): Promise<readonly Due[]>;
  /** Never rejects. `claimedAt` by the monotonic clock of this process. */
  sync(due: Due, claimedAt: number): Promise<SyncResult>;
  /** Remembers whether the status sync hung, for the next one. */
  noteHung(due: Due, hung: boolean): Promise<void>;
  observe(result: SyncResult): void;
}

/** The slots of status syncs, and what to call when more may be due. */
export interface SyncPlace {
  readonly syncSlots: DueSlots;
  readonly syncSoon: () => void;
}

/** What a job of status syncs began; there is more where the limit was reached. */
export interface BegunSyncs extends WorkDone {
  /**
   * Resolves when each of these status syncs has ended or hangs; one that hangs counts as neither changed nor failed.
   */
  readonly counts: Promise<SyncCounts>;
}

/**
 * Claims due objects, `limit` at most, and begins a status sync for each as soon as there is a slot. Any number of
 * callers in any number of processes share the work (docs/design/architecture.md#status-sync). If more objects that
 * hung before may be due, `syncSoon` is called when these status syncs settle. So a provider that is well again is
 * asked for all of them at once, and one that still hangs only for its share.
 */
export async function beginSyncs<Due extends DueSync>(
  syncs: DueSyncs<Due>,
  { syncSlots, syncSoon }: SyncPlace,
  limit: number,
): Promise<BegunSyncs> {
  const ended = { changed: 0, failed: 0 };
  const { count, more, moreHung, settled } = await syncSlots.begin<Due>(
    {
      claim: (free) => syncs.claim(free),
      hungBefore: (due) => due.look_hung,
      waitsFor: (due) => due.provider_account ?? OWN_ACQUIRER,
      run: async (due, claimedAt) => {
        const result = await syncs.sync(due, claimedAt);
        syncs.observe(result);
        if (result !== "unchanged") ended[result] += 1;
        const isSlow = performance.now() - claimedAt >= syncSlots.bounds.hangsAfterMs;
        // A status sync that fails at once may not have been sent. So it does not show whether the object still hangs.
        const hung = result === "failed" && (isSlow || due.look_hung);
        // Where it could not be noted, the next status sync finds out by itself.
        if (hung !== due.look_hung) await syncs.noteHung(due, hung).catch(() => undefined);
      },
    },
    limit,
  );
  const counts = settled.then(() => {
    if (moreHung) syncSoon();
    return { synced: count, ...ended };
  });
  return { done: count, more, counts };
}

/**
 * Milliseconds until the next status sync, by how often one was tried; the schedule's last entry repeats. Up to a
 * tenth earlier than the schedule, so that an outage's backlog does not come back in one wave, and never later.
 */
export function syncDelayMs(secondsByCount: readonly [number, ...number[]], syncCount: number): number {
  const seconds = secondsByCount[Math.min(syncCount, secondsByCount.length - 1)] ?? secondsByCount[0];
  return Math.round(seconds * 1000 * (0.9 + Math.random() * 0.1));
}
