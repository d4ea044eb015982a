/** What is watched, and how. */
export interface Watched {
  /** Resolves when the process has answered, whatever it says; rejects when nothing answers there. */
  readonly ask: (signal: AbortSignal) => Promise<unknown>;
  /** How long it may be silent, in milliseconds. */
  readonly silentMs: number;
  /** Called once; nothing is asked any more. */
  readonly onHung: () => void;
  /** Calls `tick` again and again until its result is called; tests tick by hand. */
  readonly repeat?: (tick: () => void, everyMs: number) => () => void;
}

export interface Watchdog {
  stop(): void;
}

const ASK_EVERY_MS = 1_000;

function byTimer(tick: () => void, everyMs: number): () => void {
  const timer = setInterval(tick, everyMs);
  return () => clearInterval(timer);
}

/**
 * Finds out that a process hangs: it answered once, and for `silentMs` no more (docs/design/installations.md#watchdog).
 * One question is under way at a time, so that a late answer counts. Only time in which the watchdog itself ran is
 * counted: a machine that was suspended makes nobody silent.
 */
export function watchdog({ ask, silentMs, onHung, repeat = byTimer }: Watched): Watchdog {
  const ended = new AbortController();
  let silentFor = 0;
  let heard = false;
  let asked = false;

  async function question(): Promise<void> {
    asked = true;
    try {
      await ask(ended.signal);
      silentFor = 0;
      heard = true;
    } catch {
      // Asked again with the next tick.
    }
    asked = false;
  }

  // A timer that is late comes once, however late it is: time in which nobody could answer is one second.
  const rest = repeat(() => {
    if (heard) silentFor += ASK_EVERY_MS;
    if (silentFor > silentMs) {
      stop();
      onHung();
    } else if (!asked) void question();
  }, ASK_EVERY_MS);

  function stop(): void {
    rest();
    ended.abort();
  }
  return { stop };
}
