import type { DueSlots, Room, SlotBounds } from "@flowlix/runtime";

/** What a look came to; `failed` where it learned nothing. */
export type LookResult = "changed" | "unchanged" | "failed";

export type LookCounts = { looked: number; changed: number; failed: number };

/** Looks that one turn of the clock begins at most. */
export const LOOKS_AT_ONCE = 16;

/**
 * Of one owner in one process. A look that hangs keeps one connection and locks no row, so many may hang. Objects whose
 * last look hung are asked a few at a time. So one that never answers is still asked, and holds up little.
 */
export const LOOK_SLOTS: SlotBounds = { prompt: 16, hanging: 64, hungBefore: 16, hangsAfterMs: 1_000 };

/**
 * Looks at an ended object on account of one contradiction, while its provider still works on it. At the pace of
 * PROCESSING they take some five hours. If the order is executed later, a statement contradicts the end anew.
 */
export const LOOKS_AT_END_MAX = 40;

/** An object that is due; `look_hung` where its last look hung. */
export interface DueLook {
  readonly look_hung: boolean;
}

export interface DueLooks<Due extends DueLook> {
  /** Leases what is due, so many of each kind at most. */
  claim(room: Room): Promise<readonly Due[]>;
  /** Never rejects. `claimedAt` by the monotonic clock of this process. */
  look(due: Due, claimedAt: number): Promise<LookResult>;
  /** Remembers whether the look hung, for the next one. */
  noteHung(due: Due, hung: boolean): Promise<void>;
  observe(result: LookResult): void;
}

/** Where looks begin, and whom to tell that more may be due. */
export interface LookPlace {
  readonly lookSlots: DueSlots;
  readonly lookSoon: () => void;
}

export interface BegunLooks {
  /** The limit was reached: more may be due. */
  readonly more: boolean;
  /** Resolves when each of these looks has ended or hangs; one that hangs counts as neither changed nor failed. */
  readonly counts: Promise<LookCounts>;
}

/**
 * Claims what is due, so many at most, and begins to look at each as there is a slot for it. Any number of callers on any
 * number of processes share the work (docs/design/architecture.md#look). Where more may be due of what hung before,
 * `lookSoon` is told as these looks settle: a provider that is well again is asked for all of it at once, one that
 * still hangs for no more than its share.
 */
export async function beginLooks<Due extends DueLook>(
  looks: DueLooks<Due>,
  { lookSlots, lookSoon }: LookPlace,
  limit: number,
): Promise<BegunLooks> {
  const ended = { changed: 0, failed: 0 };
  const { count, more, moreHung, settled } = await lookSlots.begin<Due>(
    {
      claim: (room) => looks.claim(room),
      hungBefore: (due) => due.look_hung,
      run: async (due, claimedAt) => {
        const result = await looks.look(due, claimedAt);
        looks.observe(result);
        if (result !== "unchanged") ended[result] += 1;
        const isSlow = performance.now() - claimedAt >= lookSlots.bounds.hangsAfterMs;
        // One that fails at once may not have been sent: it tells nothing of whether the object still hangs.
        const hung = result === "failed" && (isSlow || due.look_hung);
        // Where it could not be noted, the next look finds out by itself.
        if (hung !== due.look_hung) await looks.noteHung(due, hung).catch(() => undefined);
      },
    },
    limit,
  );
  const counts = settled.then(() => {
    if (moreHung) lookSoon();
    return { looked: count, ...ended };
  });
  return { more, counts };
}

/**
 * One call of the clock: as `beginLooks`, and answers what came of these looks. What hangs goes on after the answer, and
 * what is left over is looked at by this process without another call, which `lookSoon` tells it.
 */
export async function lookAtDue<Due extends DueLook>(
  looks: DueLooks<Due>,
  place: LookPlace,
  limit: number,
): Promise<LookCounts> {
  const { more, counts } = await beginLooks(looks, place, limit);
  if (more) place.lookSoon();
  return counts;
}

/**
 * Milliseconds until the next look, by how often one was tried; the schedule's last entry repeats. Up to a
 * tenth earlier than the schedule, so that an outage's backlog does not come back in one wave, and never later.
 */
export function lookDelayMs(secondsByCount: readonly [number, ...number[]], lookCount: number): number {
  const seconds = secondsByCount[Math.min(lookCount, secondsByCount.length - 1)] ?? secondsByCount[0];
  return Math.round(seconds * 1000 * (0.9 + Math.random() * 0.1));
}
