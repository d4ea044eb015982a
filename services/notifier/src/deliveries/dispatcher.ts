import { setTimeout as pauseFor } from "node:timers/promises";
import { repeatedFailures, type Loop, type RepeatedFailures } from "@flowlix/runtime";
import type { NotifierDeps } from "../deps.ts";
import {
  HELD_BOUNDS,
  HeldQueues,
  isHeldToTheEnd,
  wantsMore,
  type HeldBounds,
  type Queue,
} from "./held-queues.ts";
import { POOL_SLOTS, SLOT_POOLS, shareSlots, type SlotPool } from "./slot-pools.ts";
import { nextPace, SLOW_MS, SLOW_PACE } from "./pace.ts";
import type { DueDelivery } from "./queues-store.ts";
import { tryDelivery } from "./try-delivery.ts";

export interface Dispatcher {
  /** Something has just become due. */
  soon(): void;
  /** Ends the tries under way, or gives them up after a moment; lets go of the queues. */
  stop(): Promise<void>;
}

export type DispatcherDeps = Pick<
  NotifierDeps,
  "queues" | "secrets" | "sender" | "fillPageUrls" | "results" | "metrics" | "logger" | "dataSource"
> & {
  /** Where rounds report how they end. */
  readonly loop: Loop;
};

export interface DispatcherBounds extends HeldBounds {
  /** Tries under way in each pool. */
  readonly slots: number;
}

const BOUNDS: DispatcherBounds = { ...HELD_BOUNDS, slots: POOL_SLOTS };

/** How soon a delivery is found that became due without a call of `soon` in this process. */
const POLL_MS = 500;
/** Where results cannot be recorded, nobody is sent the same thing over and over. */
const REST_MS = 10_000;
/** What a stopping process waits for tries that are under way. */
const STOP_MS = 2_000;

/**
 * Sends what is due, each endpoint's in a queue of its own: tries under way are bounded for an endpoint by
 * its pace and for the process by its two pools, and a queue is one process's at a time.
 */
export const startDispatcher = (deps: DispatcherDeps, bounds: DispatcherBounds = BOUNDS): Dispatcher =>
  new QueueDispatcher(deps, bounds);

class QueueDispatcher implements Dispatcher {
  readonly #deps: DispatcherDeps;
  readonly #slots: number;
  readonly #held: HeldQueues;
  readonly #triesIn: Record<SlotPool, number> = { fast: 0, slow: 0 };
  readonly #tries = new Set<Promise<void>>();
  readonly #running: Promise<void>;
  #stopped = false;
  #wanted = false;
  #isSoon = false;
  #polledAt = Number.NEGATIVE_INFINITY;
  #first = 0;
  readonly #failures: RepeatedFailures;
  #endPause = () => {};

  constructor(deps: DispatcherDeps, bounds: DispatcherBounds) {
    this.#deps = deps;
    this.#slots = bounds.slots;
    this.#held = new HeldQueues(deps.queues, bounds);
    this.#failures = repeatedFailures({
      logger: deps.logger,
      level: "error",
      failed: "webhooks cannot be looked for; it goes on",
      again: "webhooks are looked for again",
    });
    this.#running = this.#run();
  }

  soon(): void {
    this.#isSoon = true;
    this.#wake();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#endPause();
    await this.#running;
    const ended = Promise.all(this.#tries);
    await Promise.race([ended, pauseFor(STOP_MS, undefined, { ref: false })]);
    this.#deps.sender.stop();
    await ended;
    await this.#held.releaseAll().catch((error: unknown) => {
      this.#deps.logger.warn({ err: error }, "queues could not be let go of; they lapse");
    });
  }

  #wake(): void {
    this.#wanted = true;
    this.#endPause();
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      this.#wanted = false;
      await this.#roundSafely();
      await this.#pause();
    }
  }

  /** Of a long outage only the beginning and the end are logged. */
  async #roundSafely(): Promise<void> {
    try {
      // A round that had nothing to ask says nothing of who was to be asked.
      const searched = await this.#deps.loop.run(
        () => this.#round(),
        (asked) => !asked,
      );
      if (searched) this.#failures.cameOff();
    } catch (error) {
      this.#failures.failed(error);
      // Not at once: whatever failed would fail again.
      this.#wanted = false;
    }
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#wanted || this.#stopped) return resolve();
      const timer = setTimeout(resolve, POLL_MS);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Whether it searched for queues. */
  async #round(): Promise<boolean> {
    await this.#held.keep();
    const pools = this.#poolsToFill();
    if (pools.length > 0) {
      for (const queue of this.#held.all()) queue.more = true;
      await this.#held.take(pools);
    }
    if (this.#stopped) return pools.length > 0;
    await Promise.all([this.#fill("fast"), this.#fill("slow")]);
    await this.#held.releaseIdle();
    return pools.length > 0;
  }

  /** A new delivery waits for no poll, unless its endpoint fails: in an outage there are many of those. */
  #poolsToFill(): readonly SlotPool[] {
    const isSoon = this.#isSoon;
    this.#isSoon = false;
    if (performance.now() - this.#polledAt < POLL_MS) return isSoon ? ["fast"] : [];
    this.#polledAt = performance.now();
    return SLOT_POOLS;
  }

  /** Begins due deliveries, as many as the pool has slots for. */
  async #fill(pool: SlotPool): Promise<void> {
    const wanting = this.#held.wanting(pool);
    if (wanting.length === 0) return;
    // Where slots are few, another queue is the first every time.
    this.#first = (this.#first + 1) % wanting.length;
    const rotated = [...wanting.slice(this.#first), ...wanting.slice(0, this.#first)];
    const shares = shareSlots(rotated, this.#slots - this.#triesIn[pool]);
    if (shares.length === 0) return;
    const underWay = wanting.flatMap((queue) => [...queue.underWay]);
    const rows = await this.#deps.queues.due(this.#held.holder, shares, underWay);
    const due = Map.groupBy(rows, (row) => row.endpoint_id);
    for (const { endpoint_id, free } of shares) {
      const queue = this.#held.get(endpoint_id);
      const ofQueue = due.get(endpoint_id) ?? [];
      // The answer may have taken long.
      if (queue === undefined || this.#stopped || !isHeldToTheEnd(queue)) continue;
      queue.more = ofQueue.length >= free;
      for (const row of ofQueue) this.#begin(queue, pool, row);
    }
  }

  #begin(queue: Queue, pool: SlotPool, due: DueDelivery): void {
    queue.begun = true;
    queue.underWay.add(due.id);
    queue.sending += 1;
    this.#triesIn[pool] += 1;
    const tried = this.#try(queue, pool, due).finally(() => this.#tries.delete(tried));
    this.#tries.add(tried);
  }

  async #try(queue: Queue, pool: SlotPool, due: DueDelivery): Promise<void> {
    const returnSlot = this.#slotReturner(queue, pool);
    const result = await tryDelivery(this.#deps, due);
    queue.sending -= 1;
    queue.busyAt = performance.now();
    if (result !== null) queue.pace = nextPace(queue.pace, result);
    returnSlot();
    if (wantsMore(queue)) this.#wake();
    if ((await result?.recorded) === false) queue.restsUntil = performance.now() + REST_MS;
    queue.underWay.delete(due.id);
  }

  /** Answers a function that returns a try's slot, once. A hanging try of the fast pool returns it after SLOW_MS. */
  #slotReturner(queue: Queue, pool: SlotPool): () => void {
    let holds = true;
    const leave = () => {
      clearTimeout(slow);
      if (!holds) return;
      holds = false;
      this.#triesIn[pool] -= 1;
      // The pool was full, so other queues wait for the slot.
      if (this.#triesIn[pool] === this.#slots - 1) this.#wake();
    };
    const slow = setTimeout(() => {
      if (pool === "slow") return;
      // An endpoint must finish what it was sent before it is sent more. Such a try takes no slot of the slow pool
      // either: there it would hold up endpoints that are tried to see whether they answer again.
      queue.pace = SLOW_PACE;
      leave();
    }, SLOW_MS);
    return leave;
  }
}
