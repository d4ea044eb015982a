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

interface Waiting {
  readonly key: string;
  readonly start: () => void;
}

const RETRY_AFTER_S = 1;

const refused = () => new DomainError("service_unavailable", { retryAfterS: RETRY_AFTER_S });

/** Lets work go on in the order in which it came, without letting one key keep the others waiting. */
export function createTurns({ atOnce, waitingOfKeyMax, waitingMax, waitMaxMs }: TurnsLimits): Turns {
  const running = new Set<string>();
  const waiting: Waiting[] = [];
  const isFull = (key: string) =>
    waiting.length >= waitingMax || waiting.filter((other) => other.key === key).length >= waitingOfKeyMax;
  const next = () => {
    while (running.size < atOnce) {
      const index = waiting.findIndex(({ key }) => !running.has(key));
      const [turn] = index === -1 ? [] : waiting.splice(index, 1);
      if (turn === undefined) return;
      running.add(turn.key);
      turn.start();
    }
  };
  return {
    take: async (key, work) => {
      if (isFull(key)) throw refused();
      const askedAt = performance.now();
      await new Promise<void>((start) => {
        waiting.push({ key, start });
        next();
      });
      try {
        if (performance.now() - askedAt > waitMaxMs) throw refused();
        return await work();
      } finally {
        running.delete(key);
        next();
      }
    },
  };
}
