/** The waits of a loop that can be woken. */
export interface Pauses {
  /** Waits for `ms`. A wake shortens the wait to `togetherMs`, also a wake that came before the wait began. */
  wakeable(ms: number): Promise<void>;
  /** Waits for `ms`. A wake does not shorten it. */
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
        // The caller reads next and sees what was committed before now. So a later wake belongs to the next wait.
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
