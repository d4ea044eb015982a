import { DomainError } from "./domain-error.ts";
import { awaitedForMs } from "./request-context.ts";

export interface Turns {
  /**
   * Runs the work when it is its turn. Errors: service_unavailable where too many wait, or where the turn does not
   * come while the caller of this action waits for it; the work's own.
   */
  take<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export interface TurnsLimits {
  /** Pieces of work that run at once; of one key it is always one. */
  readonly atOnce: number;
  /** How many may wait, of one key and altogether. */
  readonly waitingOfKeyMax: number;
  readonly waitingMax: number;
  /** Longest wait for a turn, where the caller of the action does not give up sooner. */
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

  const turnOf = (key: string) =>
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
    take: async (key, work) => {
      if (isFull(key)) throw refused();
      await turnOf(key);
      try {
        return await work();
      } finally {
        end(key);
      }
    },
  };
}
