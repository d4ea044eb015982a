import type { ClockedResult } from "@flowlix/contracts";

/** How long one call of the clock may work on pieces: well within what it waits. */
const WORK_MAX_MS = 10_000;

/**
 * Works piece by piece until one is less than it could be, or for as long as a turn may last; what is left is
 * the next turn's. `piece` answers how much it got done, at most `size`.
 */
export async function inPieces(size: number, piece: () => Promise<number>): Promise<ClockedResult> {
  const endAt = performance.now() + WORK_MAX_MS;
  let done = 0;
  for (;;) {
    const taken = await piece();
    done += taken;
    if (taken < size) return { done, more: false };
    if (performance.now() >= endAt) return { done, more: true };
  }
}
