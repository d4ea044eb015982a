import type { StepScheduler } from "../step-scheduler.ts";

/**
 * A failing life is made shorter by living at most so many others. A bound of time would end the whole run
 * and call what was lived until then a pass.
 */
const SHORTER_LIVES_MAX = 200;
/** Bounds what hangs: a life takes a fraction of a second. */
const LIFE_MAX_MS = 2_000;

/** How long so many lives may take, and those by which a failing one is made shorter. */
export const livesTimeoutMs = (lives: number): number => (lives + SHORTER_LIVES_MAX) * LIFE_MAX_MS;

interface World {
  readonly scheduler: StepScheduler;
  end(): Promise<void>;
}

export interface Lives {
  /** Where lives ended. */
  readonly ends: Set<string>;
  /** How many were lived to their end. */
  count(): number;
  /** Lives one in a world of its own; a failure shows its steps. */
  live<W extends World>(create: () => W, run: (world: W) => Promise<string>): Promise<void>;
}

export function createLives(): Lives {
  const ends = new Set<string>();
  let lives = 0;
  let shorterLives: number | null = null;
  return {
    ends,
    count: () => lives,
    async live(create, run) {
      if (shorterLives !== null && (shorterLives += 1) > SHORTER_LIVES_MAX) return;
      const world = create();
      try {
        ends.add(await run(world));
        lives += 1;
      } catch (error) {
        shorterLives ??= 0;
        throw new Error(`${String(error)}\nsteps:\n  ${world.scheduler.trace.join("\n  ")}`, {
          cause: error,
        });
      } finally {
        await world.end();
      }
    },
  };
}
