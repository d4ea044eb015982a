import { createLoops, createMetrics, type Loops } from "@flowlix/runtime";

export interface SteppedLoops extends Loops {
  /** Each loop that does not come off, with its reason. */
  readonly reported: () => string[];
  /** Lets this much more time pass. */
  readonly pass: (ms: number) => void;
}

/** Less than any loop may have for a run, and a few of them are more than a minute. */
const STEP_MS = 20_000;

/** Loops by a clock that moves with the end of each run alone: nobody waits for a minute, or hangs for want of one. */
export function steppedLoops(): SteppedLoops {
  let now = 0;
  const loops = createLoops(createMetrics({ processMetrics: false }), () => now);
  const pass = (ms: number) => {
    now += ms;
  };
  return {
    add: (spec) => {
      const loop = loops.add(spec);
      return { run: (work, saysNothing) => loop.run(work, saysNothing).finally(() => pass(STEP_MS)) };
    },
    failing: () => loops.failing(),
    reported: () => loops.failing().map(({ loop, reason }) => `${loop} ${reason}`),
    pass,
  };
}
