import type { DoubleClock } from "./double-clock.ts";

export interface Webhook {
  readonly headers: Readonly<Record<string, string>>;
  /** What was signed, to the byte. */
  readonly body: string;
}

export interface WebhookOptions {
  readonly clock: DoubleClock;
  /** Where they are posted; absent, they are only kept. */
  readonly url?: string;
  /** Sends each twice, and a later one before an earlier one, as an acquirer may do. */
  readonly mischief?: boolean;
  /** They are sent after so long. */
  readonly delayMs?: number;
  /** How often one is posted before it is given up, half a second apart. */
  readonly tries?: number;
}

/** Webhooks of a double. One that is not accepted is sent again. */
export interface Webhooks {
  send(webhook: Webhook): void;
  /** Where they are posted from now on: an account gets its address only once it is made. */
  sendTo(url: string): void;
  /** All that were made, oldest first. */
  made(): readonly Webhook[];
  stop(): Promise<void>;
}

const TRIES = 8;
const AGAIN_AFTER_MS = 500;

export function createWebhooks({
  clock,
  url: first,
  mischief = true,
  delayMs = 20,
  tries = TRIES,
}: WebhookOptions): Webhooks {
  const made: Webhook[] = [];
  let url = first;
  const waiting: Webhook[] = [];
  const inFlight = new Set<Promise<void>>();
  const stopped = new AbortController();

  async function post(to: string, webhook: Webhook, triesLeft: number): Promise<void> {
    const { headers, body } = webhook;
    const answer = await fetch(to, { method: "POST", headers, body, signal: stopped.signal }).catch(
      () => null,
    );
    await answer?.body?.cancel();
    if (answer?.ok !== true && triesLeft > 1 && !stopped.signal.aborted)
      clock.after(AGAIN_AFTER_MS, () => track(post(to, webhook, triesLeft - 1)));
  }

  function track(posting: Promise<void>): void {
    inFlight.add(posting);
    void posting.finally(() => inFlight.delete(posting));
  }

  function flush(): void {
    const to = url;
    const batch = waiting.splice(0);
    if (to === undefined) return;
    // The newest first, and each again.
    const order = mischief ? [...batch.toReversed(), ...batch] : batch;
    track(
      order.reduce(async (before, webhook) => {
        await before;
        await post(to, webhook, tries);
      }, Promise.resolve()),
    );
  }

  return {
    send(webhook) {
      made.push(webhook);
      waiting.push(webhook);
      if (waiting.length === 1) clock.after(delayMs, flush);
    },
    sendTo: (to) => void (url = to),
    made: () => made,
    async stop() {
      stopped.abort();
      await Promise.allSettled(inFlight);
    },
  };
}
