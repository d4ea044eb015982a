import { DomainError } from "./domain-error.ts";
import { awaitedForMs } from "./request-context.ts";

export interface FairQueue {
  /**
   * Runs the work as soon as the queue lets it. Errors: service_unavailable where too many wait, or where the work has
   * not begun when the caller of this action gives up; the work's own.
   */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export interface QueueLimits {
  /** Pieces of work that run at once; of one key it is always one. */
  readonly atOnce: number;
  /** How many may wait, of one key and altogether. */
  readonly waitingOfKeyMax: number;
  readonly waitingMax: number;
  /** Longest wait of a piece of work, where the caller of the action does not give up sooner. */
  readonly waitMaxMs: number;
}

const RETRY_AFTER_S = 1;

const refused = () => new DomainError("service_unavailable", { retryAfterS: RETRY_AFTER_S });

/**
 * Runs the work of a key in the order in which it came, and one piece of each key after the other. A new key
 * waits for one piece of every key before it, however much of theirs is waiting.
 */
export function createFairQueue({ atOnce, waitingOfKeyMax, waitingMax, waitMaxMs }: QueueLimits): FairQueue {
  const running = new Set<string>();
  /** What waits to start, by key; the key that has waited longest stands first. */
  const ring = new Map<string, (() => void)[]>();
  let waiting = 0;

  const isFull = (key: string) => waiting >= waitingMax || (ring.get(key)?.length ?? 0) >= waitingOfKeyMax;
  const wait = (key: string, start: () => void) => {
    const queue = ring.get(key);
    if (queue === undefined) ring.set(key, [start]);
    else queue.push(start);
    waiting += 1;
  };
  /** Whether it was still waiting. */
  const withdraw = (key: string, start: () => void): boolean => {
    const queue = ring.get(key);
    const place = queue?.indexOf(start) ?? -1;
    if (queue === undefined || place < 0) return false;
    queue.splice(place, 1);
    if (queue.length === 0) ring.delete(key);
    waiting -= 1;
    return true;
  };
  const startNext = () => {
    for (const [key, queue] of ring) {
      if (running.size >= atOnce) return;
      if (running.has(key)) continue;
      const start = queue.shift();
      if (queue.length === 0) ring.delete(key);
      waiting -= 1;
      running.add(key);
      start?.();
    }
  };
  const end = (key: string) => {
    running.delete(key);
    const queue = ring.get(key);
    if (queue !== undefined) {
      ring.delete(key);
      ring.set(key, queue);
    }
    startNext();
  };

  const untilStarted = (key: string) =>
    new Promise<void>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      let begun = false;
      const start = () => {
        begun = true;
        clearTimeout(timer);
        resolve();
      };
      wait(key, start);
      startNext();
      if (begun) return;
      const withdrawn = () => withdraw(key, start) && reject(refused());
      timer = setTimeout(withdrawn, Math.min(waitMaxMs, awaitedForMs()));
    });

  return {
    run: async (key, work) => {
      if (isFull(key)) throw refused();
      await untilStarted(key);
      try {
        return await work();
      } finally {
        end(key);
      }
    },
  };
}
