import { DomainError } from "./domain-error.ts";

export interface Turns {
  /**
   * Runs the work when it is its turn. Errors: service_unavailable where too many wait, or where the turn
   * comes too late; the work's own.
   */
  take<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export interface TurnsLimits {
  /** Pieces of work that run at once; of one key it is always one. */
  readonly atOnce: number;
  /** How many may wait, of one key and altogether. */
  readonly waitingOfKeyMax: number;
  readonly waitingMax: number;
  /** Nobody waits for what was asked longer ago. */
  readonly waitMaxMs: number;
}

const RETRY_AFTER_S = 1;

const refused = () => new DomainError("service_unavailable", { retryAfterS: RETRY_AFTER_S });

/**
 * Lets the work of a key go on in the order in which it came, and of the keys one piece each in turn: who
 * comes new waits for one piece of each of those before, however much of theirs is waiting.
 */
export function createTurns({ atOnce, waitingOfKeyMax, waitingMax, waitMaxMs }: TurnsLimits): Turns {
  const running = new Set<string>();
  /** What waits to start, by key; the key that has waited longest for a turn stands first. */
  const ring = new Map<string, (() => void)[]>();
  let waiting = 0;

  const isFull = (key: string) => waiting >= waitingMax || (ring.get(key)?.length ?? 0) >= waitingOfKeyMax;
  const wait = (key: string, start: () => void) => {
    const queue = ring.get(key);
    if (queue === undefined) ring.set(key, [start]);
    else queue.push(start);
    waiting += 1;
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

  return {
    take: async (key, work) => {
      if (isFull(key)) throw refused();
      const askedAt = performance.now();
      await new Promise<void>((start) => {
        wait(key, start);
        startNext();
      });
      try {
        if (performance.now() - askedAt > waitMaxMs) throw refused();
        return await work();
      } finally {
        end(key);
      }
    },
  };
}
