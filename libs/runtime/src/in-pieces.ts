/** What a piece of work that is repeated came to; `more` asks for the next one at once. */
export interface WorkDone {
  /** Things done, whatever they are for this work. */
  readonly done: number;
  readonly more: boolean;
}

/** How long one job may work on pieces: a process that stops waits for it. */
const WORK_MAX_MS = 10_000;

/**
 * Works piece by piece until one is less than it could be, or for as long as a job may last; what is left is
 * the next one's. `piece` answers how much it got done, at most `size`.
 */
export async function inPieces(size: number, piece: () => Promise<number>): Promise<WorkDone> {
  const endAt = performance.now() + WORK_MAX_MS;
  let done = 0;
  for (;;) {
    const taken = await piece();
    done += taken;
    if (taken < size) return { done, more: false };
    if (performance.now() >= endAt) return { done, more: true };
  }
}
