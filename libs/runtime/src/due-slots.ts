import type { WorkDone } from "./in-pieces.ts";

/** How much due work may be claimed now. */
export interface FreeSlots {
  /** For work that did not hang the last time, or was never tried. */
  readonly prompt: number;
  /** For work that hung the last time. */
  readonly hung: number;
  /** Who gets none of the former now: as much of their work hangs as is their share. */
  readonly crowded: readonly string[];
  /** Who gets none of the latter. */
  readonly crowdedHung: readonly string[];
}

export interface SlotBounds {
  /** Pieces of work under way at once that do not hang. */
  readonly prompt: number;
  /** Further pieces that hang, whether or not they did so before. */
  readonly hanging: number;
  /** How many of these may have hung the last time. The rest is for pieces that begin to hang now. */
  readonly hungBefore: number;
  /** Work hangs once it has been under way for so many milliseconds. */
  readonly hangsAfterMs: number;
  /**
   * What all whom work waits for have together of `hanging` and `hungBefore`, which then are the most that one of them
   * has. Absent where work waits for one alone.
   */
  readonly ofAll?: { readonly hanging: number; readonly hungBefore: number };
}

/** Work that waits in a table until it is due, and is claimed there, a bounded number at a time. */
export interface DueWork<Due> {
  /** Leases what is due, so many of each kind at most. */
  claim(free: FreeSlots): Promise<readonly Due[]>;
  /** Whether it hung the last time. */
  hungBefore(due: Due): boolean;
  /** Whom it waits for, where there are several. */
  waitsFor?(due: Due): string;
  /** Never rejects. `claimedAt` by the monotonic clock of this process. */
  run(due: Due, claimedAt: number): Promise<void>;
}

export interface Begun {
  readonly count: number;
  /** The limit was reached: more may be due. */
  readonly more: boolean;
  /** More work that hung before may be due; it gets slots as these pieces settle. */
  readonly moreHung: boolean;
  /** Resolves when each of these pieces of work has ended or hangs. */
  readonly settled: Promise<void>;
}

type Counts = Pick<FreeSlots, "prompt" | "hung">;
const NOTHING: Counts = { prompt: 0, hung: 0 };

/**
 * The slots of one process for one kind of work that waits for another system. The next pieces are claimed when a
 * quarter of the slots is free, and begin at once: no lease runs out while a piece waits for a slot. A piece that hangs
 * moves to one of a bounded number of further slots, and a piece that hung the last time begins there, so that neither
 * holds up other work (docs/design/architecture.md#sync-slots). Of several whom work waits for none takes the others'
 * slots: each has a share, the smaller the more of them hang, and one that has its share is left out of claims.
 */
export class DueSlots {
  readonly bounds: SlotBounds;
  readonly #underWay = new Set<Piece>();
  readonly #running = new Set<Promise<void>>();
  /** Slots that a claim under way will use. */
  #claiming: Counts = NOTHING;
  #stopped = false;
  #whenFree: (() => void)[] = [];

  constructor(bounds: SlotBounds) {
    this.bounds = bounds;
  }

  /**
   * Begins due work until none is left, `limit` pieces at most. Resolves when the last of it has begun. Rejects where a
   * claim does; pieces that have begun go on.
   */
  async begin<Due>(work: DueWork<Due>, limit: number): Promise<Begun> {
    const begun: Piece[] = [];
    let promptIsLeft = true;
    let hungIsLeft = false;
    let leftOut = false;
    while (begun.length < limit) {
      const left = limit - begun.length;
      const free: FreeSlots | null = promptIsLeft ? await this.#take(left) : this.#takeHung(left);
      if (free === null) break;
      const filled: readonly Piece[] = await this.#fill(work, free);
      begun.push(...filled);
      const hung = filled.filter((piece) => piece.hungBefore).length;
      promptIsLeft &&= filled.length - hung === free.prompt;
      if (free.hung > 0) hungIsLeft = hung === free.hung;
      leftOut ||= free.crowdedHung.length > 0;
      if (!promptIsLeft && !hungIsLeft) break;
    }
    return {
      count: begun.length,
      more: begun.length >= limit,
      // Who was left out goes on as what was begun here settles; where nothing was, with the next job.
      moreHung: hungIsLeft || (leftOut && begun.some(({ hungBefore }) => hungBefore)),
      settled: Promise.all(begun.map((piece) => piece.settled)).then(() => undefined),
    };
  }

  /** Begins nothing any more; resolves when all work under way has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#notifyFree();
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Waits for enough free slots for a claim; null after `stop`. */
  async #take(left: number): Promise<FreeSlots | null> {
    for (;;) {
      if (this.#stopped) return null;
      // A quarter, so that neither kind takes all of a job where much of both is due.
      const hung = Math.min(this.#freeHung(), Math.floor(left / 4));
      const prompt = Math.min(this.#freePrompt(), left - hung);
      if (prompt > 0 && (prompt >= Math.min(left - hung, this.bounds.prompt / 4) || !this.#isMoving()))
        return this.#promise({ prompt, hung });
      await new Promise<void>((resolve) => this.#whenFree.push(resolve));
    }
  }

  /** For when no prompt work is due. Null when no slot is free: it does not wait, since work may hang for long. */
  #takeHung(left: number): FreeSlots | null {
    const hung = Math.min(this.#freeHung(), left);
    return this.#stopped || hung === 0 ? null : this.#promise({ prompt: 0, hung });
  }

  #promise(free: Counts): FreeSlots {
    this.#claiming = plus(this.#claiming, free, 1);
    const { hanging, hungBefore, ofAll } = this.bounds;
    if (ofAll === undefined) return { ...free, crowded: [], crowdedHung: [] };
    return {
      ...free,
      crowded: this.#crowded((piece) => piece.aside || piece.hangs, hanging, ofAll.hanging),
      crowdedHung: this.#crowded((piece) => piece.hungBefore, hungBefore, ofAll.hungBefore),
    };
  }

  /** A part is always left for one that does not hang yet. */
  #crowded(which: (piece: Piece) => boolean, ofOne: number, ofAll: number): readonly string[] {
    const taken = Map.groupBy([...this.#underWay].filter(which), ({ waitsFor }) => waitsFor);
    const share = Math.min(ofOne, Math.max(1, Math.floor(ofAll / (taken.size + 1))));
    return [...taken].filter(([, pieces]) => pieces.length >= share).map(([key]) => key);
  }

  #freePrompt(): number {
    const taken = this.#count((piece) => !piece.aside);
    return Math.max(0, this.bounds.prompt - taken - this.#claiming.prompt);
  }

  #freeHung(): number {
    const { hungBefore, ofAll } = this.bounds;
    const aside = this.#asideMax() - this.#count((piece) => piece.aside);
    const known = (ofAll?.hungBefore ?? hungBefore) - this.#count((piece) => piece.hungBefore);
    // No claim takes more than one's share: all of it may be of the same.
    return Math.max(0, Math.min(Math.min(aside, known) - this.#claiming.hung, hungBefore));
  }

  #asideMax(): number {
    return this.bounds.ofAll?.hanging ?? this.bounds.hanging;
  }

  /** Whether a slot in use will soon be free. */
  #isMoving(): boolean {
    return this.#claiming.prompt > 0 || this.#count((piece) => !piece.aside && !piece.hangs) > 0;
  }

  #count(which: (piece: Piece) => boolean): number {
    return [...this.#underWay].filter(which).length;
  }

  /** Claims work for the free slots and begins it. */
  async #fill<Due>(work: DueWork<Due>, free: FreeSlots): Promise<readonly Piece[]> {
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    this.#running.add(over);
    try {
      if (this.#stopped) return [];
      const claimed = await work.claim(free);
      const claimedAt = performance.now();
      return claimed.map((due) => this.#start(work, due, claimedAt));
    } finally {
      this.#claiming = plus(this.#claiming, free, -1);
      this.#running.delete(over);
      end();
      this.#notifyFree();
    }
  }

  #start<Due>(work: DueWork<Due>, due: Due, claimedAt: number): Piece {
    const hungBefore = work.hungBefore(due);
    const { promise: settled, resolve: settle } = Promise.withResolvers<void>();
    const waitsFor = work.waitsFor?.(due) ?? "";
    const piece: Piece = { hungBefore, waitsFor, aside: hungBefore, hangs: false, settled };
    this.#underWay.add(piece);
    const timer = setTimeout(() => {
      piece.hangs = true;
      this.#stepAside();
      settle();
    }, this.bounds.hangsAfterMs).unref();
    const running = work.run(due, claimedAt).finally(() => {
      clearTimeout(timer);
      this.#underWay.delete(piece);
      this.#running.delete(running);
      this.#stepAside();
      settle();
    });
    this.#running.add(running);
    return piece;
  }

  /** Moves hanging pieces to the further slots while some are free, the one that has hung longest first. */
  #stepAside(): void {
    let free = this.#asideMax() - this.#count((piece) => piece.aside);
    for (const piece of this.#underWay) {
      if (free <= 0) break;
      if (!piece.hangs || piece.aside) continue;
      piece.aside = true;
      free -= 1;
    }
    this.#notifyFree();
  }

  #notifyFree(): void {
    for (const notify of this.#whenFree.splice(0)) notify();
  }
}

/** For jobs of one owner that wait for another owner. */
export const JOB_SLOTS: SlotBounds = { prompt: 8, hanging: 32, hungBefore: 0, hangsAfterMs: 1_000 };

/** One job of work that does not remember what hung. A hanging piece goes on after the job's end. */
export async function workDue<Due>(
  slots: DueSlots,
  claim: (limit: number) => Promise<readonly Due[]>,
  run: (due: Due) => Promise<unknown>,
): Promise<WorkDone> {
  const { count, more, settled } = await slots.begin<Due>(
    {
      claim: ({ prompt }) => claim(prompt),
      hungBefore: () => false,
      run: async (due) => void (await run(due)),
    },
    slots.bounds.prompt,
  );
  await settled;
  return { done: count, more };
}

/** A piece of work under way. */
interface Piece {
  readonly hungBefore: boolean;
  readonly waitsFor: string;
  /** Uses one of the further slots. */
  aside: boolean;
  hangs: boolean;
  /** Resolves when it has ended or hangs. */
  readonly settled: Promise<void>;
}

const plus = (one: Counts, other: Counts, sign: 1 | -1): Counts => ({
  prompt: one.prompt + sign * other.prompt,
  hung: one.hung + sign * other.hung,
});
