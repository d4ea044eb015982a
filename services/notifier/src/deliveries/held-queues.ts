import { randomUUID } from "node:crypto";
import { DEADLINE_MS } from "../sending/send.ts";
import { POOL_SLOTS, poolOf, type SlotPool } from "./slot-pools.ts";
import { firstPace, type Pace } from "./pace.ts";
import { HELD_MS, type HeldQueue, type QueuesStore } from "./queues-store.ts";

/** An endpoint's queue, for as long as this process holds it. */
export interface Queue {
  readonly endpointId: string;
  /** On this process's monotonic clock. */
  heldUntil: number;
  pace: Pace;
  /** Tries that await their answer. */
  sending: number;
  /** Deliveries being tried, or whose result is being recorded. */
  readonly underWay: Set<string>;
  /** There may be something due. */
  more: boolean;
  busyAt: number;
  readonly takenAt: number;
  /** It has had a try since it was taken. */
  begun: boolean;
  /** It makes way for another queue: nothing more is begun, and it is released once nothing is under way. */
  leaving: boolean;
  /** Nothing is sent until then. */
  restsUntil: number;
}

/** A try begins only while its queue is surely held to its end. */
const NEEDED_MS = DEADLINE_MS + 2_000;
const KEPT_AGAIN_BELOW_MS = NEEDED_MS + 3_000;
/** A queue with nothing to do is left to the process that comes first. */
const IDLE_MS = 2_000;
const TAKEN_AT_ONCE = 64;

export interface HeldBounds {
  /** Queues of each pool that one process holds; others wait until one is released, or for other processes. */
  readonly queuesMax: Readonly<Record<SlotPool, number>>;
  /** How long a queue is held at least, in milliseconds, before it makes way for one that waits. */
  readonly holdMs: number;
}

export const HELD_BOUNDS: HeldBounds = { queuesMax: { fast: 512, slow: POOL_SLOTS }, holdMs: 2_000 };

/** The queues that this process holds, of all there are. */
export class HeldQueues {
  readonly holder = randomUUID();
  readonly #store: QueuesStore;
  readonly #bounds: HeldBounds;
  readonly #queues = new Map<string, Queue>();
  /** Where the last search ended. The next goes on from there, so that it comes by every queue. */
  readonly #after: Record<SlotPool, string> = { fast: "", slow: "" };

  constructor(store: QueuesStore, bounds: HeldBounds = HELD_BOUNDS) {
    this.#store = store;
    this.#bounds = bounds;
  }

  get(endpointId: string): Queue | undefined {
    return this.#queues.get(endpointId);
  }

  all(): Queue[] {
    return [...this.#queues.values()];
  }

  /** Those of a pool that want a share of its slots. */
  wanting(pool: SlotPool): Queue[] {
    const now = performance.now();
    return this.all().filter(
      (queue) =>
        poolOf(queue.pace) === pool && wantsMore(queue) && queue.restsUntil <= now && isHeldToTheEnd(queue),
    );
  }

  /** Takes queues that have something due and no holder. Where none can be added, those held longest make way. */
  async take(pools: readonly SlotPool[]): Promise<void> {
    for (const pool of pools) await this.#takeFor(pool);
  }

  async #takeFor(pool: SlotPool): Promise<void> {
    let fromTheFirst = this.#after[pool] === "";
    for (;;) {
      const free = this.#bounds.queuesMax[pool] - this.#countOf(pool);
      if (free < 0) {
        if (await this.#endHolds(pool)) continue;
        return;
      }
      // One more than there is room for says that somebody waits.
      const limit = Math.max(1, Math.min(TAKEN_AT_ONCE, free));
      const heldUntil = performance.now() + HELD_MS;
      const taken = await this.#store.take({
        holder: this.holder,
        after: this.#after[pool],
        except: [...this.#queues.keys()],
        limit,
        failing: pool === "slow",
      });
      for (const queue of taken) this.#add(queue, pool, heldUntil);
      if (taken.length === limit) continue;
      this.#after[pool] = "";
      if (fromTheFirst) return;
      fromTheFirst = true;
    }
  }

  /** True where some could be let go of at once; the others are when their tries have ended. */
  async #endHolds(pool: SlotPool): Promise<boolean> {
    const since = performance.now() - this.#bounds.holdMs;
    const over = this.all().filter(
      ({ pace, begun, takenAt }) => poolOf(pace) === pool && begun && takenAt <= since,
    );
    for (const queue of over) queue.leaving = true;
    const atOnce = over.filter(({ underWay }) => underWay.size === 0);
    await this.#release(atOnce);
    return atOnce.length > 0;
  }

  #add({ endpoint_id: endpointId, failing }: HeldQueue, pool: SlotPool, heldUntil: number): void {
    if (endpointId > this.#after[pool]) this.#after[pool] = endpointId;
    this.#queues.set(endpointId, {
      endpointId,
      heldUntil,
      pace: firstPace(failing),
      sending: 0,
      underWay: new Set(),
      more: true,
      busyAt: performance.now(),
      takenAt: performance.now(),
      begun: false,
      leaving: false,
      restsUntil: 0,
    });
  }

  /** Holds on to those in use before they lapse. */
  async keep(): Promise<void> {
    const now = performance.now();
    const used = this.all().filter(
      (queue) => queue.heldUntil - now < KEPT_AGAIN_BELOW_MS && (queue.more || queue.underWay.size > 0),
    );
    if (used.length === 0) return;
    const kept = new Set(await this.#store.keep(this.holder, used.map(idOf)));
    for (const queue of used) {
      if (kept.has(queue.endpointId)) queue.heldUntil = now + HELD_MS;
      // Another has it, or it is gone. What is under way goes on, and is recorded unless somebody was first.
      else this.#queues.delete(queue.endpointId);
    }
  }

  async releaseIdle(): Promise<void> {
    const now = performance.now();
    await this.#release(
      this.all().filter(
        ({ more, leaving, underWay, busyAt }) =>
          underWay.size === 0 && (leaving || (!more && now - busyAt > IDLE_MS)),
      ),
    );
  }

  async releaseAll(): Promise<void> {
    await this.#release(this.all());
  }

  async #release(queues: readonly Queue[]): Promise<void> {
    if (queues.length === 0) return;
    for (const { endpointId } of queues) this.#queues.delete(endpointId);
    await this.#store.release(this.holder, queues.map(idOf));
  }

  #countOf(pool: SlotPool): number {
    return this.all().filter(({ pace }) => poolOf(pace) === pool).length;
  }
}

/** Whether a try that begins now ends while the queue is surely this process's. */
export const isHeldToTheEnd = ({ heldUntil }: Queue): boolean => heldUntil - performance.now() >= NEEDED_MS;

const idOf = ({ endpointId }: Queue): string => endpointId;

/** At least half of what it may have, so that a busy queue is not asked about for every single try. */
export const wantsMore = ({ more, leaving, pace, sending }: Queue): boolean =>
  more && !leaving && (pace.window - sending) * 2 >= pace.window;
