import { connectionWasLost } from "./query.ts";

/** Refused before anything was done: as many items are waiting as may wait. */
export class QueueFull extends Error {
  constructor(name: string) {
    super(`${name}: too many items are waiting for a shared commit`);
    this.name = "QueueFull";
  }
}

export interface SharedCommitOptions<Item, Result> {
  readonly name: string;
  /** The row an item touches; also the order in which a batch locks rows. */
  readonly keyOf: (item: Item) => string;
  /**
   * Commits the items and returns their results in the order given. Called again with a single item
   * after any error, so it must recognise its own committed work (architecture §7, Shared commits).
   * Items of other keys go on in the meantime; those of the same key wait.
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
  const { name, keyOf, run, observe } = options;
  const maxItems = options.maxItems ?? MAX_ITEMS;
  const concurrency = options.concurrency ?? CONCURRENCY;
  const maxPending = options.maxPending ?? MAX_PENDING;

  /** The last item of every key that is waiting or running. */
  const tails = new Map<string, Entry<Item, Result>>();
  let ready: Entry<Item, Result>[] = [];
  let pending = 0;
  let running = 0;
  let scheduled = false;
  let idleWaiters: (() => void)[] = [];

  function add(item: Item): Promise<Result> {
    if (pending >= maxPending) return Promise.reject(new QueueFull(name));
    return new Promise<Result>((resolve, reject) => {
      const key = keyOf(item);
      const entry: Entry<Item, Result> = { key, item, resolve, reject, next: undefined };
      const tail = tails.get(key);
      tails.set(key, entry);
      pending += 1;
      if (tail === undefined) ready.push(entry);
      else tail.next = entry;
      schedule();
    });
  }

  function schedule(): void {
    if (scheduled || running >= concurrency || ready.length === 0) return;
    scheduled = true;
    setImmediate(pump);
  }

  function pump(): void {
    scheduled = false;
    while (running < concurrency && ready.length > 0) {
      const batch = ready.length <= maxItems ? ready : ready.splice(0, maxItems);
      if (batch === ready) ready = [];
      // Rows are locked in key order by every batch of every process, so batches cannot deadlock.
      batch.sort((a, b) => (a.key < b.key ? -1 : 1));
      running += 1;
      void commit(batch);
    }
  }

  async function commit(batch: readonly Entry<Item, Result>[]): Promise<void> {
    const startedAt = performance.now();
    let failed = false;
    try {
      const results = await runAll(batch.map((entry) => entry.item));
      results.forEach((result, index) => batch[index]?.resolve(result));
    } catch {
      failed = true;
      // All at once: each is a commit of its own, and the pool bounds how many run.
      await Promise.all(batch.map(repeatAlone));
    }
    running -= 1;
    for (const entry of batch) leave(entry);
    schedule();
    observe?.({ name, size: batch.length, durationMs: performance.now() - startedAt, failed });
  }

  async function runAll(items: readonly Item[]): Promise<readonly Result[]> {
    const results = await run(items);
    if (results.length !== items.length)
      throw new Error(`${name}: ${results.length} results for ${items.length} items`);
    return results;
  }

  async function repeatAlone(entry: Entry<Item, Result>): Promise<void> {
    for (let repeat = 1; ; repeat += 1) {
      try {
        for (const result of await runAll([entry.item])) entry.resolve(result);
        return;
      } catch (error) {
        // Whatever took one connection often took its neighbours in the pool with it.
        if (repeat < REPEATS_MAX && connectionWasLost(error)) continue;
        entry.reject(error);
        return;
      }
    }
  }

  function leave(entry: Entry<Item, Result>): void {
    pending -= 1;
    if (entry.next !== undefined) ready.push(entry.next);
    else tails.delete(entry.key);
    if (pending > 0) return;
    for (const resolve of idleWaiters) resolve();
    idleWaiters = [];
  }

  return {
    add,
    pending: () => pending,
    flush: () => (pending === 0 ? Promise.resolve() : new Promise((resolve) => idleWaiters.push(resolve))),
  };
}
