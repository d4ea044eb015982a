import { connectionWasLost } from "./query.ts";
import { QueueFull } from "./queue-full.ts";

export interface SharedCommitOptions<Item, Result> {
  readonly name: string;
  /** The row an item touches; also the order in which a batch locks rows. */
  readonly keyOf: (item: Item) => string;
  /**
   * Commits the items and returns their results in the order given. Called again with a single item
   * after any error, so it must recognise its own committed work (docs/design/architecture.md#shared-commits). Items of
   * other keys go on in the meantime; those of the same key wait.
   */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly maxItems?: number;
  readonly concurrency?: number;
  /** Items that may wait or run at once; one more is refused with QueueFull. */
  readonly maxPending?: number;
  /** After each batch; `failed` when its items had to be repeated alone. */
  readonly observe?: (batch: {
    readonly name: string;
    readonly size: number;
    readonly durationMs: number;
    readonly failed: boolean;
  }) => void;
}

export interface SharedCommit<Item, Result> {
  add(item: Item): Promise<Result>;
  /** Resolves when nothing is waiting or running. */
  flush(): Promise<void>;
  pending(): number;
}

interface Entry<Item, Result> {
  readonly key: string;
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  /** The next item of the same key; it may start when this one has ended. */
  next: Entry<Item, Result> | undefined;
}

const MAX_ITEMS = 128;
const CONCURRENCY = 2;
const MAX_PENDING = 4_096;
/** How often an item is repeated alone while connections break under it. */
const REPEATS_MAX = 3;

/**
 * One commit shared by concurrent callers: many rows per statement, committed before anyone is
 * answered. No timer: an item that comes alone is sent at the next turn of the event loop.
 * A batch holds at most one item per key, and an item whose key is under way waits for its end.
 */
export function sharedCommit<Item, Result>(
  options: SharedCommitOptions<Item, Result>,
): SharedCommit<Item, Result> {
  const queue = new CommitQueue(options);
  return { add: (item) => queue.add(item), flush: () => queue.flush(), pending: () => queue.pending };
}

class CommitQueue<Item, Result> {
  readonly #options: SharedCommitOptions<Item, Result>;
  readonly #maxItems: number;
  readonly #concurrency: number;
  readonly #maxPending: number;
  /** The last item of every key that is waiting or running. */
  readonly #tails = new Map<string, Entry<Item, Result>>();
  readonly #pump = () => this.#startBatches();
  #ready: Entry<Item, Result>[] = [];
  #running = 0;
  #scheduled = false;
  #idleWaiters: (() => void)[] = [];
  pending = 0;

  constructor(options: SharedCommitOptions<Item, Result>) {
    this.#options = options;
    this.#maxItems = options.maxItems ?? MAX_ITEMS;
    this.#concurrency = options.concurrency ?? CONCURRENCY;
    this.#maxPending = options.maxPending ?? MAX_PENDING;
  }

  add(item: Item): Promise<Result> {
    if (this.pending >= this.#maxPending) return Promise.reject(new QueueFull(this.#options.name));
    return new Promise<Result>((resolve, reject) => {
      const key = this.#options.keyOf(item);
      const entry: Entry<Item, Result> = { key, item, resolve, reject, next: undefined };
      const tail = this.#tails.get(key);
      this.#tails.set(key, entry);
      this.pending += 1;
      if (tail === undefined) this.#ready.push(entry);
      else tail.next = entry;
      this.#schedule();
    });
  }

  flush(): Promise<void> {
    if (this.pending === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idleWaiters.push(resolve));
  }

  #schedule(): void {
    if (this.#scheduled || this.#running >= this.#concurrency || this.#ready.length === 0) return;
    this.#scheduled = true;
    setImmediate(this.#pump);
  }

  #startBatches(): void {
    this.#scheduled = false;
    while (this.#running < this.#concurrency && this.#ready.length > 0) {
      const batch = this.#takeBatch();
      // Rows are locked in key order by every batch of every process, so batches cannot deadlock.
      batch.sort((a, b) => (a.key < b.key ? -1 : 1));
      this.#running += 1;
      void this.#commit(batch);
    }
  }

  #takeBatch(): Entry<Item, Result>[] {
    if (this.#ready.length > this.#maxItems) return this.#ready.splice(0, this.#maxItems);
    const all = this.#ready;
    this.#ready = [];
    return all;
  }

  async #commit(batch: readonly Entry<Item, Result>[]): Promise<void> {
    const startedAt = performance.now();
    let failed = false;
    try {
      const results = await this.#run(batch.map((entry) => entry.item));
      results.forEach((result, index) => batch[index]?.resolve(result));
    } catch {
      failed = true;
      // All at once: each is a commit of its own, and the pool bounds how many run.
      await Promise.all(batch.map((entry) => this.#repeatAlone(entry)));
    }
    this.#running -= 1;
    for (const entry of batch) this.#leave(entry);
    this.#schedule();
    const { name, observe } = this.#options;
    observe?.({ name, size: batch.length, durationMs: performance.now() - startedAt, failed });
  }

  async #run(items: readonly Item[]): Promise<readonly Result[]> {
    const { name, run } = this.#options;
    const results = await run(items);
    if (results.length === items.length) return results;
    throw new Error(`${name}: ${results.length} results for ${items.length} items`);
  }

  async #repeatAlone(entry: Entry<Item, Result>): Promise<void> {
    for (let repeat = 1; ; repeat += 1) {
      try {
        for (const result of await this.#run([entry.item])) entry.resolve(result);
        return;
      } catch (error) {
        // Whatever took one connection often took its neighbours in the pool with it.
        if (repeat < REPEATS_MAX && connectionWasLost(error)) continue;
        entry.reject(error);
        return;
      }
    }
  }

  #leave(entry: Entry<Item, Result>): void {
    this.pending -= 1;
    if (entry.next !== undefined) this.#ready.push(entry.next);
    else this.#tails.delete(entry.key);
    if (this.pending > 0) return;
    for (const resolve of this.#idleWaiters) resolve();
    this.#idleWaiters = [];
  }
}
