import type { DoubleClock } from "../shared/double-clock.ts";
import type { DoubleAnswer } from "../shared/messages.ts";

const KEPT_MS = 24 * 60 * 60_000;

/** What was answered under a key. */
interface Kept {
  readonly answer: DoubleAnswer;
  readonly untilMs: number;
}

/**
 * Idempotency keys as Checkout.com describes them: an answer of 2xx is kept for 24 hours and given again; whatever else
 * was answered is forgotten, so that the same key runs the request again; while one runs, another of its key gets 429.
 */
export function createKeyStore(clock: DoubleClock) {
  const kept = new Map<string, Kept>();
  const running = new Set<string>();
  return {
    async under(key: string | undefined, run: () => Promise<DoubleAnswer>): Promise<DoubleAnswer> {
      if (key === undefined) return run();
      const before = kept.get(key);
      if (before !== undefined && before.untilMs > clock.nowMs()) return before.answer;
      if (running.has(key)) return { status: 429 };
      running.add(key);
      try {
        const answer = await run();
        if (answer.status >= 200 && answer.status < 300)
          kept.set(key, { answer, untilMs: clock.nowMs() + KEPT_MS });
        return answer;
      } finally {
        running.delete(key);
      }
    },
    /** As after an answer of 5xx that came although the request was executed. */
    forget: (key: string) => void kept.delete(key),
  };
}

export type KeyStore = ReturnType<typeof createKeyStore>;
