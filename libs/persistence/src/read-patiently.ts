import { tookTooLong } from "./query.ts";
import { repeatLost } from "./repeat-lost.ts";
import { sqlState } from "./sql-state.ts";

/** How often a read that waits asks whether the database is there at all. */
const ASK_EVERY_MS = 1_000;
const QUERY_CANCELED = "57014";

export interface Patience {
  /**
   * Rejects when the database does not answer; over a connection of its own, so that it says nothing of how busy it is.
   */
  readonly ping: () => Promise<void>;
  /** In milliseconds from now: longer than anybody waits for the read. */
  readonly limitMs: number;
}

/**
 * A read that may be repeated, for as long as the database is there: one that waits for a connection or a lock, or that
 * is slow as everything is, ends well in the end, and its caller knows best how long that may be. A database that is
 * away is told of at once where it refuses connections, and within some 4 s where it says nothing at all. Errors: the
 * driver's, of the read or of the ping.
 */
export async function readPatiently<T>(read: () => Promise<T>, patience: Patience): Promise<T> {
  const giveUpAt = performance.now() + patience.limitMs;
  const ping = (): Promise<void> => patience.ping().catch(unlessItAnswered);
  for (;;) {
    try {
      return await whilePresent(repeatLost(read), ping);
    } catch (error) {
      if (!tookTooLong(error) || performance.now() >= giveUpAt) throw error;
      await ping();
    }
  }
}

/** A server that cancelled the question is there, if slow. */
function unlessItAnswered(error: unknown): void {
  if (sqlState(error) !== QUERY_CANCELED) throw error;
}

/** The result of something under way, or the failure of a ping that was sent meanwhile. */
async function whilePresent<T>(underWay: Promise<T>, ping: () => Promise<void>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const { promise: away, reject } = Promise.withResolvers<never>();
  const askSoon = (): void => {
    if (!isOver) timer = setTimeout(() => void ping().then(askSoon, reject), ASK_EVERY_MS);
  };
  askSoon();
  try {
    return await Promise.race([underWay, away]);
  } finally {
    isOver = true;
    clearTimeout(timer);
  }
}
