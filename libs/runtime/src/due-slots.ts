import type { WorkDone } from "./in-pieces.ts";

/** How much of what is due may be claimed now. */
export interface Room {
  /** Of what did not hang the last time, or was never tried. */
  readonly prompt: number;
  /** Of what hung the last time. */
  readonly hung: number;
}

export interface SlotBounds {
  /** Pieces of work under way at once that do not hang. */
  readonly prompt: number;
  /** Those beside them that hang, whether or not they did so before. */
  readonly hanging: number;
  /** How many of these may be ones that hung the last time: the rest is for those that nobody could know of. */
  readonly hungBefore: number;
  /** Work hangs once it has been under way for so many milliseconds. */
  readonly hangsAfterMs: number;
}

/** What waits in a table until it is due, and is claimed there, a bounded number at a time. */
export interface DueWork<Due> {
  /** Leases what is due, so many of each kind at most. */
  claim(room: Room): Promise<readonly Due[]>;
  /** Whether it hung the last time. */
  hungBefore(due: Due): boolean;
  /** Never rejects. `claimedAt` by the monotonic clock of this process. */
  run(due: Due, claimedAt: number): Promise<void>;
}

export interface Begun {
  readonly count: number;
  /** The limit was reached: more may be due. */
  readonly more: boolean;
  /** More of what hung before may be due; as these pieces settle there is room for it. */
  readonly moreHung: boolean;
  /** Resolves when each of these pieces of work has ended or hangs. */
  readonly settled: Promise<void>;
}

const NOTHING: Room = { prompt: 0, hung: 0 };

/**
 * The slots of one process for one kind of work whose pieces wait for somebody else. As slots get free, a quarter of them
 * at a time, the next pieces are claimed and begin: nothing that is claimed waits for a slot, so that no lease runs out in a
 * queue of our own. What hangs leaves its slot for one of a bounded share beside them, and what hung the last time begins
 * there, so that it holds up nothing else (docs/design/architecture.md#look-slots).
 */
export class DueSlots {
  readonly bounds: SlotBounds;
  readonly #underWay = new Set<Piece>();
  readonly #running = new Set<Promise<void>>();
  /** Promised to a claim under way. */
  #claiming = NOTHING;
  #stopped = false;
  #onRoom: (() => void)[] = [];

  constructor(bounds: SlotBounds) {
    this.bounds = bounds;
  }

  /**
   * Begins what is due until nothing more is, so much at most. Resolves when the last of it has begun; rejects where
   * a claim does, and what was begun before goes on.
   */
  async begin<Due>(work: DueWork<Due>, limit: number): Promise<Begun> {
    const begun: Piece[] = [];
    let promptIsLeft = true;
    let moreHung = false;
    while (begun.length < limit) {
      const left = limit - begun.length;
      const room: Room | null = promptIsLeft ? await this.#take(left) : this.#takeHung(left);
      if (room === null) break;
      const filled: readonly Piece[] = await this.#fill(work, room);
      begun.push(...filled);
      const hung = filled.filter((piece) => piece.hungBefore).length;
      promptIsLeft &&= filled.length - hung === room.prompt;
      if (room.hung > 0) moreHung = hung === room.hung;
      if (!promptIsLeft && !moreHung) break;
    }
    return {
      count: begun.length,
      more: begun.length >= limit,
      moreHung,
      settled: Promise.all(begun.map((piece) => piece.settled)).then(() => undefined),
    };
  }

  /** Begins nothing any more; resolves when all that is under way has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#tellRoom();
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Waits for room worth a claim; null when nothing begins any more. */
  async #take(left: number): Promise<Room | null> {
    for (;;) {
      if (this.#stopped) return null;
      // A quarter: where much is due of both kinds neither takes all of a job.
      const hung = Math.min(this.#freeHung(), Math.floor(left / 4));
      const prompt = Math.min(this.#freePrompt(), left - hung);
      if (prompt > 0 && (prompt >= Math.min(left - hung, this.bounds.prompt / 4) || !this.#isMoving()))
        return this.#promise({ prompt, hung });
      await new Promise<void>((resolve) => this.#onRoom.push(resolve));
    }
  }

  /** Where nothing else is due; null when there is no room, which is not waited for: what hangs may hang for long. */
  #takeHung(left: number): Room | null {
    const hung = Math.min(this.#freeHung(), left);
    return this.#stopped || hung === 0 ? null : this.#promise({ prompt: 0, hung });
  }

  #promise(room: Room): Room {
    this.#claiming = plus(this.#claiming, room, 1);
    return room;
  }

  #freePrompt(): number {
    const taken = this.#count((piece) => !piece.aside);
    return Math.max(0, this.bounds.prompt - taken - this.#claiming.prompt);
  }

  #freeHung(): number {
    const { hanging, hungBefore } = this.bounds;
    const aside = hanging - this.#count((piece) => piece.aside);
    const known = hungBefore - this.#count((piece) => piece.hungBefore);
    return Math.max(0, Math.min(aside, known) - this.#claiming.hung);
  }

  /** Whether a slot that is taken will soon be free. */
  #isMoving(): boolean {
    return this.#claiming.prompt > 0 || this.#count((piece) => !piece.aside && !piece.hangs) > 0;
  }

  #count(which: (piece: Piece) => boolean): number {
    return [...this.#underWay].filter(which).length;
  }

  /** Claims as much as there is room for and begins it. */
  async #fill<Due>(work: DueWork<Due>, room: Room): Promise<readonly Piece[]> {
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    this.#running.add(over);
    try {
      if (this.#stopped) return [];
      const claimed = await work.claim(room);
      const claimedAt = performance.now();
      return claimed.map((due) => this.#start(work, due, claimedAt));
    } finally {
      this.#claiming = plus(this.#claiming, room, -1);
      this.#running.delete(over);
      end();
      this.#tellRoom();
    }
  }

  #start<Due>(work: DueWork<Due>, due: Due, claimedAt: number): Piece {
    const hungBefore = work.hungBefore(due);
    const { promise: settled, resolve: settle } = Promise.withResolvers<void>();
    const piece: Piece = { hungBefore, aside: hungBefore, hangs: false, settled };
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

  /** What hangs leaves its slot as far as there is room for it; the one that has hung for longest first. */
  #stepAside(): void {
    let free = this.bounds.hanging - this.#count((piece) => piece.aside);
    for (const piece of this.#underWay) {
      if (free <= 0) break;
      if (!piece.hangs || piece.aside) continue;
      piece.aside = true;
      free -= 1;
    }
    this.#tellRoom();
  }

  #tellRoom(): void {
    for (const tell of this.#onRoom.splice(0)) tell();
  }
}

/** What of one owner's jobs waits for another owner. */
export const JOB_SLOTS: SlotBounds = { prompt: 8, hanging: 32, hungBefore: 0, hangsAfterMs: 1_000 };

/** One job of work that does not remember what hung; what hangs goes on after its end. */
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
  /** Takes one of the slots for what hangs. */
  aside: boolean;
  hangs: boolean;
  /** Resolves when it has ended or hangs. */
  readonly settled: Promise<void>;
}

const plus = (one: Room, other: Room, sign: 1 | -1): Room => ({
  prompt: one.prompt + sign * other.prompt,
  hung: one.hung + sign * other.hung,
});
