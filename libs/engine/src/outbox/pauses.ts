/** The waits of a loop that can be woken. */
export interface Pauses {
  /** Waits so long, or for a wake; then, or where somebody woke it before, only for what comes together. */
  wakeable(ms: number): Promise<void>;
  /** Waits so long whoever wakes it. */
  whole(ms: number): Promise<void>;
  wake(): void;
  /** Ends this wait and every later one. */
  end(): void;
}

const nothing = (): void => undefined;

/** After a wake `togetherMs` pass, so that what is committed at the same time leaves together. */
export function createPauses(togetherMs: number): Pauses {
  let wanted = false;
  let ended = false;
  let shorten = nothing;
  let finish = nothing;
  const wait = (ms: number, canBeWoken: boolean) =>
    new Promise<void>((resolve) => {
      if (ended) return resolve();
      const done = () => {
        shorten = nothing;
        finish = nothing;
        // From here on a wake is for the next wait: what was committed before it is seen by who goes on now.
        wanted = false;
        resolve();
      };
      let timer = setTimeout(done, canBeWoken && wanted ? togetherMs : ms);
      finish = () => {
        clearTimeout(timer);
        done();
      };
      if (!canBeWoken || wanted) return;
      shorten = () => {
        shorten = nothing;
        clearTimeout(timer);
        timer = setTimeout(done, togetherMs);
      };
    });
  return {
    wakeable: (ms) => wait(ms, true),
    whole: (ms) => wait(ms, false),
    wake: () => {
      wanted = true;
      shorten();
    },
    end: () => {
      ended = true;
      finish();
    },
  };
}
