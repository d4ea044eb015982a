export interface Pause {
  /** Resolves after this long, sooner where it was shortened, and at once where that happened before. */
  sleep(ms: number): Promise<void>;
  /** The sleep under way, or the next one, ends no later than this from now. */
  shorten(ms: number): void;
  /** No sleep lasts any more. */
  end(): void;
}

/** The pause of a loop that learns while it sleeps what it has to be awake for. */
export function createPause(): Pause {
  let wakeAt = Infinity;
  let timer: NodeJS.Timeout | undefined;
  let wake = () => {};
  const wind = () => {
    clearTimeout(timer);
    if (wakeAt === Infinity) return;
    timer = setTimeout(() => wake(), Math.max(0, wakeAt - performance.now()));
  };
  const shorten = (ms: number) => {
    const at = performance.now() + ms;
    if (at >= wakeAt) return;
    wakeAt = at;
    wind();
  };
  return {
    sleep: async (ms) => {
      await new Promise<void>((resolve) => {
        wake = resolve;
        shorten(ms);
        wind();
      });
      clearTimeout(timer);
      wakeAt = wakeAt === -Infinity ? -Infinity : Infinity;
    },
    shorten,
    end: () => shorten(-Infinity),
  };
}
