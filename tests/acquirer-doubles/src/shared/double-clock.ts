interface Job {
  readonly dueMs: number;
  readonly order: number;
  readonly run: () => void;
}

/** The time of a double: real time, which a test may move on. */
export interface DoubleClock {
  /** Unix milliseconds. */
  nowMs(): number;
  /** Does something when that many milliseconds have passed, by themselves or because the clock was moved. */
  after(ms: number, run: () => void): void;
  /** Moves the time on, and does what is due, the earliest first. */
  advance(ms: number): void;
  stop(): void;
}

export interface DoubleClockOptions {
  /** Time stands but for `advance`: what comes later comes then, however long anything takes; false unless told. */
  readonly stands?: boolean | undefined;
}

/** Timers keep no process alive. */
export function createDoubleClock({ stands = false }: DoubleClockOptions = {}): DoubleClock {
  const begunMs = Date.now();
  let offsetMs = 0;
  let made = 0;
  const jobs = new Set<Job>();
  const timers = new Set<NodeJS.Timeout>();
  const nowMs = () => (stands ? begunMs : Date.now()) + offsetMs;

  /** Each thing is done at its own time, as far as the time has come. */
  function runUntil(untilMs: number): void {
    for (;;) {
      const due = [...jobs].filter(({ dueMs }) => dueMs <= untilMs);
      const [first] = due.sort((a, b) => a.dueMs - b.dueMs || a.order - b.order);
      if (first === undefined) return;
      jobs.delete(first);
      offsetMs += Math.max(0, first.dueMs - nowMs());
      first.run();
    }
  }

  return {
    nowMs,
    after(ms, run) {
      jobs.add({ dueMs: nowMs() + ms, order: (made += 1), run });
      if (stands) return;
      // A timer may fire a little early by the wall clock.
      const timer = setTimeout(() => {
        timers.delete(timer);
        runUntil(nowMs());
      }, ms + 2).unref();
      timers.add(timer);
    },
    advance(ms) {
      const untilMs = nowMs() + ms;
      runUntil(untilMs);
      offsetMs += Math.max(0, untilMs - nowMs());
    },
    stop() {
      jobs.clear();
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
